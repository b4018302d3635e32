# Drawn by gnuplot 5.4; the data is in this file.
set encoding utf8
set border lc rgb "#1a1a1a"
set tics nomirror
set key noenhanced
set xtics noenhanced
set ytics noenhanced
$ideal << EOD
1 1
2 2
EOD
set xrange [0.85:2.45]
set yrange [0.912:2.088]
set xtics (1, 2)
set xlabel "threads"
set grid lc rgb "#e0e0e0" lt 1 lw 0.5
unset key
set multiplot layout 1,3 title "Weak scaling: as many times the boxes as threads; bars: 95 % interval (Intel(R) Xeon(R) Processor, 2 cores)" noenhanced margins 0.07398843930635839,0.976878612716763,0.13526570048309178,0.7971014492753623 spacing 0.027745664739884393,0
set ylabel "speed-up over one thread"
set title "uniform, 100,000 boxes a thread" noenhanced
unset label
$d0_0 << EOD
1 1 1 1
2 1.694177344219512 1.676919796003712 1.7369244506460002
EOD
set label "1.69" at 2,1.694177344219512 left offset 0.8,0 font ",10"
$d0_1 << EOD
1 1 1 1
2 1.8574396063654983 1.8417618999518284 1.9251581323096547
EOD
set label "1.86" at 2,1.8574396063654983 left offset 0.8,0 font ",10"
plot $ideal using 1:2 with lines dt 3 lw 1.5 lc rgb "#6a6a6a", \
  $d0_0 using 1:3:(0):($4-$3) with vectors nohead lw 1.2 lc rgb "#b3261e", \
  $d0_0 using 1:2 with linespoints pt 7 ps 0.8 dt 1 lw 1.3 lc rgb "#b3261e", \
  $d0_1 using 1:3:(0):($4-$3) with vectors nohead lw 1.2 lc rgb "#2f5d8a", \
  $d0_1 using 1:2 with linespoints pt 5 ps 0.8 dt 1 lw 1.3 lc rgb "#2f5d8a"
unset ylabel
set format y ""
set title "clusters, 100,000 boxes a thread" noenhanced
unset label
$d1_0 << EOD
1 1 1 1
2 1.7401497179919327 1.7048813573379693 1.7574691290322215
EOD
set label "1.74" at 2,1.7401497179919327 left offset 0.8,0 font ",10"
$d1_1 << EOD
1 1 1 1
2 1.7829936917445672 1.7146174204240445 1.8322236277862187
EOD
set label "1.78" at 2,1.7929497179919327 left offset 0.8,0 font ",10"
plot $ideal using 1:2 with lines dt 3 lw 1.5 lc rgb "#6a6a6a", \
  $d1_0 using 1:3:(0):($4-$3) with vectors nohead lw 1.2 lc rgb "#b3261e", \
  $d1_0 using 1:2 with linespoints pt 7 ps 0.8 dt 1 lw 1.3 lc rgb "#b3261e", \
  $d1_1 using 1:3:(0):($4-$3) with vectors nohead lw 1.2 lc rgb "#2f5d8a", \
  $d1_1 using 1:2 with linespoints pt 5 ps 0.8 dt 1 lw 1.3 lc rgb "#2f5d8a"
unset ylabel
set format y ""
set title "mixed, 100,000 boxes a thread" noenhanced
unset label
$d2_0 << EOD
1 1 1 1
2 1.7366974604455687 1.719055546913363 1.765099536630758
EOD
set label "1.74" at 2,1.7366974604455687 left offset 0.8,0 font ",10"
$d2_1 << EOD
1 1 1 1
2 1.467916411297168 1.4364136028573298 1.50796000899283
EOD
set label "1.47" at 2,1.467916411297168 left offset 0.8,0 font ",10"
plot $ideal using 1:2 with lines dt 3 lw 1.5 lc rgb "#6a6a6a", \
  $d2_0 using 1:3:(0):($4-$3) with vectors nohead lw 1.2 lc rgb "#b3261e", \
  $d2_0 using 1:2 with linespoints pt 7 ps 0.8 dt 1 lw 1.3 lc rgb "#b3261e", \
  $d2_1 using 1:3:(0):($4-$3) with vectors nohead lw 1.2 lc rgb "#2f5d8a", \
  $d2_1 using 1:2 with linespoints pt 5 ps 0.8 dt 1 lw 1.3 lc rgb "#2f5d8a"
set lmargin at screen 0
set rmargin at screen 1
set bmargin at screen 0
set tmargin at screen 1
unset title
unset border
unset tics
unset grid
unset xlabel
unset ylabel
unset logscale
unset label
set xrange [0:1]
set yrange [0:1]
set key at screen 0.5,0.9057971014492754 center center horizontal maxrows 1 Left reverse samplen 2.5
plot NaN notitle, NaN with lines dt 3 lw 1.5 lc rgb "#6a6a6a" title "ideal", \
  NaN with linespoints pt 7 ps 0.8 dt 1 lw 1.3 lc rgb "#b3261e" title "quadphase", \
  NaN with linespoints pt 5 ps 0.8 dt 1 lw 1.3 lc rgb "#2f5d8a" title "expert-grid"
unset multiplot
