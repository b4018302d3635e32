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
set multiplot layout 1,3 title "Strong scaling: the same frame on more threads; bars: 95 % interval (Intel(R) Xeon(R) Processor, 2 cores)" noenhanced margins 0.07398843930635839,0.976878612716763,0.13526570048309178,0.7971014492753623 spacing 0.027745664739884393,0
set ylabel "speed-up over one thread"
set title "uniform, 100,000 boxes" noenhanced
unset label
$d0_0 << EOD
1 1 1 1
2 1.6321154592645715 1.6114905343877306 1.648058862867429
EOD
set label "1.63" at 2,1.6321154592645715 left offset 0.8,0 font ",10"
$d0_1 << EOD
1 1 1 1
2 1.6730217806710594 1.6637641458868817 1.6993483090961783
EOD
set label "1.67" at 2,1.6849154592645714 left offset 0.8,0 font ",10"
plot $ideal using 1:2 with lines dt 3 lw 1.5 lc rgb "#6a6a6a", \
  $d0_0 using 1:3:(0):($4-$3) with vectors nohead lw 1.2 lc rgb "#b3261e", \
  $d0_0 using 1:2 with linespoints pt 7 ps 0.8 dt 1 lw 1.3 lc rgb "#b3261e", \
  $d0_1 using 1:3:(0):($4-$3) with vectors nohead lw 1.2 lc rgb "#2f5d8a", \
  $d0_1 using 1:2 with linespoints pt 5 ps 0.8 dt 1 lw 1.3 lc rgb "#2f5d8a"
unset ylabel
set format y ""
set title "clusters, 100,000 boxes" noenhanced
unset label
$d1_0 << EOD
1 1 1 1
2 1.721827723887719 1.6948763720964768 1.7508224391459333
EOD
set label "1.72" at 2,1.7530931076706686 left offset 0.8,0 font ",10"
$d1_1 << EOD
1 1 1 1
2 1.7002931076706687 1.6691207272424744 1.713081837699473
EOD
set label "1.70" at 2,1.7002931076706687 left offset 0.8,0 font ",10"
plot $ideal using 1:2 with lines dt 3 lw 1.5 lc rgb "#6a6a6a", \
  $d1_0 using 1:3:(0):($4-$3) with vectors nohead lw 1.2 lc rgb "#b3261e", \
  $d1_0 using 1:2 with linespoints pt 7 ps 0.8 dt 1 lw 1.3 lc rgb "#b3261e", \
  $d1_1 using 1:3:(0):($4-$3) with vectors nohead lw 1.2 lc rgb "#2f5d8a", \
  $d1_1 using 1:2 with linespoints pt 5 ps 0.8 dt 1 lw 1.3 lc rgb "#2f5d8a"
unset ylabel
set format y ""
set title "mixed, 100,000 boxes" noenhanced
unset label
$d2_0 << EOD
1 1 1 1
2 1.6407250314377422 1.6224342988289893 1.6600307923388906
EOD
set label "1.64" at 2,1.6407250314377422 left offset 0.8,0 font ",10"
$d2_1 << EOD
1 1 1 1
2 1.4482528485880208 1.4327571510942867 1.4640915834906933
EOD
set label "1.45" at 2,1.4482528485880208 left offset 0.8,0 font ",10"
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
