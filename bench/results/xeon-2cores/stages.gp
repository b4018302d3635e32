# Drawn by gnuplot 5.4; the data is in this file.
set encoding utf8
set border lc rgb "#1a1a1a"
set tics nomirror
set key noenhanced
set xtics noenhanced
set ytics noenhanced
$s0 << EOD
1 0.063027 0.139819 0.37917 0.529552 0.86283 0.0003905
2 0.056709999999999997 0.07414699999999999 0.22303099999999998 0.361338 0.439038 0.053996999999999996
EOD
$s1 << EOD
1 0.053979 0.1302815 0.3574225 0.7493934999999999 0.8495195 0.00028649999999999997
2 0.051956999999999996 0.07165099999999999 0.21029299999999998 0.424408 0.41697 0.063792
EOD
$s2 << EOD
1 0.054674999999999994 0.127226 0.373322 0.533268 0.964854 0.0007909999999999999
2 0.051490999999999995 0.066827 0.22350199999999998 0.316751 0.5230825 0.0584825
EOD
set style data histograms
set style histogram rowstacked
set boxwidth 0.7
set yrange [0:2.3121531]
set xlabel "threads"
set grid ytics lc rgb "#e0e0e0" lt 1 lw 0.5
unset key
set multiplot layout 1,3 title "quadphase: the stages of a frame (Intel(R) Xeon(R) Processor, 2 cores)" noenhanced margins 0.0851063829787234,0.8723404255319149,0.14,0.84 spacing 0.02,0
set title "uniform, 100,000 boxes" noenhanced
set ylabel "milliseconds a frame, medians of the stages"
plot $s0 using 2:xtic(1) fs solid 1.0 border lc rgb "#1a1a1a" lc rgb "#1a1a1a" title "bounds", \
  $s0 using 3 fs pattern 1 border lc rgb "#1a1a1a" lc rgb "#1a1a1a" title "keys", \
  $s0 using 4 fs pattern 4 border lc rgb "#1a1a1a" lc rgb "#2f5d8a" title "partition", \
  $s0 using 5 fs solid 0.25 border lc rgb "#1a1a1a" lc rgb "#7a7a7a" title "tree", \
  $s0 using 6 fs pattern 5 border lc rgb "#1a1a1a" lc rgb "#b3261e" title "pairs", \
  $s0 using 7 fs solid 0.0 border lc rgb "#1a1a1a" lc rgb "#ffffff" title "merge"
set title "clusters, 100,000 boxes" noenhanced
unset ylabel
set format y ""
plot $s1 using 2:xtic(1) fs solid 1.0 border lc rgb "#1a1a1a" lc rgb "#1a1a1a" title "bounds", \
  $s1 using 3 fs pattern 1 border lc rgb "#1a1a1a" lc rgb "#1a1a1a" title "keys", \
  $s1 using 4 fs pattern 4 border lc rgb "#1a1a1a" lc rgb "#2f5d8a" title "partition", \
  $s1 using 5 fs solid 0.25 border lc rgb "#1a1a1a" lc rgb "#7a7a7a" title "tree", \
  $s1 using 6 fs pattern 5 border lc rgb "#1a1a1a" lc rgb "#b3261e" title "pairs", \
  $s1 using 7 fs solid 0.0 border lc rgb "#1a1a1a" lc rgb "#ffffff" title "merge"
set title "mixed, 100,000 boxes" noenhanced
unset ylabel
set format y ""
set key at screen 0.99,0.84 top right invert reverse Left samplen 1.5 spacing 1.3
plot $s2 using 2:xtic(1) fs solid 1.0 border lc rgb "#1a1a1a" lc rgb "#1a1a1a" title "bounds", \
  $s2 using 3 fs pattern 1 border lc rgb "#1a1a1a" lc rgb "#1a1a1a" title "keys", \
  $s2 using 4 fs pattern 4 border lc rgb "#1a1a1a" lc rgb "#2f5d8a" title "partition", \
  $s2 using 5 fs solid 0.25 border lc rgb "#1a1a1a" lc rgb "#7a7a7a" title "tree", \
  $s2 using 6 fs pattern 5 border lc rgb "#1a1a1a" lc rgb "#b3261e" title "pairs", \
  $s2 using 7 fs solid 0.0 border lc rgb "#1a1a1a" lc rgb "#ffffff" title "merge"
unset multiplot
