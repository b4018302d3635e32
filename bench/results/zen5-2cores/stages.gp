# Drawn by gnuplot 5.4; the data is in this file.
set encoding utf8
set border lc rgb "#1a1a1a"
set tics nomirror
set key noenhanced
set xtics noenhanced
set ytics noenhanced
$s0 << EOD
1 0.0199295 0.065788 0.24128999999999998 0.437733 0.792863 0.000521
2 0.019018 0.036715 0.14733 0.266167 0.391875 0.052157999999999996
EOD
$s1 << EOD
1 0.019899 0.065458 0.278405 0.601217 0.753944 0.00047999999999999996
2 0.018147 0.035672999999999996 0.175872 0.32136899999999996 0.362491 0.049754
EOD
$s2 << EOD
1 0.017511 0.064331 0.2061825 0.40768299999999996 0.772883 0.000771
2 0.016745 0.035217 0.128968 0.21550149999999998 0.38050249999999997 0.0407255
EOD
set style data histograms
set style histogram rowstacked
set boxwidth 0.7
set yrange [0:1.8569552400000002]
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
