# Drawn by gnuplot 5.4; the data is in this file.
set encoding utf8
set border lc rgb "#1a1a1a"
set tics nomirror
set key noenhanced
set xtics noenhanced
set ytics noenhanced
$s0 << EOD
1 0.05522 0.1309485 0.406445 0.5669425 1.115299 0.001187
2 0.050205 0.07638299999999999 0.31992499999999996 0.397039 0.643554 0.086419
EOD
$s1 << EOD
1 0.059098 0.1370225 0.537739 1.012525 1.2781365 0.001388
2 0.054530999999999996 0.080519 0.342013 0.514851 0.6541429999999999 0.114711
EOD
$s2 << EOD
1 0.0533185 0.13305999999999998 0.4730045 0.7989269999999999 1.2737384999999999 0.0017779999999999998
2 0.0449165 0.071527 0.30919399999999997 0.39866799999999997 0.637332 0.108931
EOD
set style data histograms
set style histogram rowstacked
set boxwidth 0.7
set yrange [0:3.2679817200000003]
set xlabel "threads"
set grid ytics lc rgb "#e0e0e0" lt 1 lw 0.5
unset key
set multiplot layout 1,3 title "quadphase: the stages of a frame (AMD EPYC, 2 cores)" noenhanced margins 0.0851063829787234,0.8723404255319149,0.14,0.84 spacing 0.02,0
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
