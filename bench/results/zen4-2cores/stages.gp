# Drawn by gnuplot 5.4; the data is in this file.
set encoding utf8
set border lc rgb "#1a1a1a"
set tics nomirror
set key noenhanced
set xtics noenhanced
set ytics noenhanced
$s0 << EOD
1 0.043734999999999996 0.1215705 0.40236849999999996 0.5973935 1.1004319999999999 0.0007365
2 0.051866999999999996 0.086548 0.328128 0.418743 0.643307 0.103554
EOD
$s1 << EOD
1 0.045568 0.125917 0.457431 0.750767 1.012416 0.001112
2 0.038813 0.07767099999999999 0.3296 0.482378 0.602632 0.09786049999999999
EOD
$s2 << EOD
1 0.049804 0.132458 0.432554 0.650308 1.112064 0.001513
2 0.0452165 0.080825 0.335609 0.425823 0.672175 0.11477499999999999
EOD
set style data histograms
set style histogram rowstacked
set boxwidth 0.7
set yrange [0:2.58466788]
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
