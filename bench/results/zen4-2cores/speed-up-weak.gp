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
set multiplot layout 1,3 title "Weak scaling: as many times the boxes as threads; bars: 95 % interval (AMD EPYC, 2 cores)" noenhanced margins 0.07398843930635839,0.976878612716763,0.13526570048309178,0.7971014492753623 spacing 0.027745664739884393,0
set ylabel "speed-up over one thread"
set title "uniform, 100,000 boxes a thread" noenhanced
unset label
$d0_0 << EOD
1 1 1 1
2 1.6197565593550531 1.5335720058077047 1.6708040623624019
EOD
set label "1.62" at 2,1.6197565593550531 left offset 0.8,0 font ",10"
$d0_1 << EOD
1 1 1 1
2 1.707466302652043 1.6477400477020292 1.7716540830822416
EOD
set label "1.71" at 2,1.707466302652043 left offset 0.8,0 font ",10"
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
2 1.6292720741333453 1.526475280257228 1.7011062751204413
EOD
set label "1.63" at 2,1.6292720741333453 left offset 0.8,0 font ",10"
$d1_1 << EOD
1 1 1 1
2 1.7351833807340724 1.6562653896292006 1.8232471854410477
EOD
set label "1.74" at 2,1.7351833807340724 left offset 0.8,0 font ",10"
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
2 1.301374429583219 1.2627025566018213 1.5857039857831936
EOD
set label "1.30" at 2,1.301374429583219 left offset 0.8,0 font ",10"
$d2_1 << EOD
1 1 1 1
2 1.2359327566324785 1.191118977761 1.4716426383846761
EOD
set label "1.24" at 2,1.2359327566324785 left offset 0.8,0 font ",10"
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
