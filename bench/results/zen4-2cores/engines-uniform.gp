# Drawn by gnuplot 5.4; the data is in this file.
set encoding utf8
set border lc rgb "#1a1a1a"
set tics nomirror
set key noenhanced
set xtics noenhanced
set ytics noenhanced
$guide << EOD
0 17.849249999999998
1 24.212819999999994
2 54.96426
3 116.252415
4 264.88185
5 160.0551
6 204.4176
7 356.5656399999999
8 789.13664
9 805.36789
10 937.3481199999999
11 607.6720899999999
12 500.58288
13 1303.93347
14 3233.46469
15 2045.68446
16 2286.20812
17 3303.7762799999996
EOD
$line << EOD
17.849249999999998 0 29.70609
24.212819999999994 1 36.343509999999995
54.96426 2 93.54595999999998
116.252415 3 175.77959
437.73598 4 264.88185
160.0551 5 270.51582999999994
204.4176 6 387.19763
356.5656399999999 7 525.4673
607.6720899999999 11 949.7659
500.58288 12 1221.55712
2045.68446 15 3313.08793
2286.20812 16 4175.6796
3303.7762799999996 17 6679.58127
EOD
$label << EOD
29.70609 0 "29.7 / 17.8"
36.343509999999995 1 "36.3 / 24.2"
93.54595999999998 2 "93.5 / 55.0"
175.77959 3 "176 / 116"
437.73598 4 "265 / 438"
270.51582999999994 5 "271 / 160"
387.19763 6 "387 / 204"
525.4673 7 "525 / 357"
789.13664 8 "789"
805.36789 9 "805"
937.3481199999999 10 "937"
949.7659 11 "950 / 608"
1221.55712 12 "1,222 / 501"
1303.93347 13 "1,304"
3233.46469 14 "3,233"
3313.08793 15 "3,313 / 2,046"
4175.6796 16 "4,176 / 2,286"
6679.58127 17 "6,680 / 3,304"
EOD
$one0 << EOD
29.70609 0
EOD
$more0 << EOD
17.849249999999998 0
EOD
$one1 << EOD
36.343509999999995 1
93.54595999999998 2
175.77959 3
270.51582999999994 5
1221.55712 12
3313.08793 15
4175.6796 16
6679.58127 17
EOD
$more1 << EOD
24.212819999999994 1
54.96426 2
116.252415 3
160.0551 5
500.58288 12
2045.68446 15
2286.20812 16
3303.7762799999996 17
EOD
$one2 << EOD
264.88185 4
387.19763 6
525.4673 7
789.13664 8
805.36789 9
937.3481199999999 10
949.7659 11
1303.93347 13
3233.46469 14
EOD
$more2 << EOD
437.73598 4
204.4176 6
356.5656399999999 7
607.6720899999999 11
EOD

set label 2 "All pairs of 100,000 moving boxes, scene uniform (AMD EPYC, 2 cores)" at screen 0.5, graph 1 offset 0,character 3 center noenhanced
set tmargin 5
set logscale x
set xrange [9.95:10000]
set xtics ("10" 10, "100" 100, "1k" 1000, "10k" 10000)
set yrange [18-0.4:-0.7]
set ytics scale 0 enhanced ("{/:Bold quadphase}" 0, "expert-grid" 1, "sweep" 2, "grid" 3, "cgal-boxes" 4, "loose" 5, "embree" 6, "boost-rtree" 7, "chipmunk-hash" 8, "ode-quadtree" 9, "chipmunk-tree" 10, "box2d-tree" 11, "points" 12, "ode-sweep" 13, "bullet-dbvt" 14, "classic" 15, "classic-kept" 16, "brute" 17)
set border 1
set rmargin 9
set bmargin 5.5
set xlabel "nanoseconds a box and frame (logarithmic axis): median on 1 thread / on 2 threads"
set grid xtics lc rgb "#d8d8d8" lt 1 lw 0.5
set object 1 rectangle from graph 0, first 0-0.5 to graph 1, first 0+0.5 behind fs solid noborder fc rgb "#f7e1de"
set label 1 "skipped, over a second a frame: bullet-sweep" at screen 0.5, character 1 center font ",10" noenhanced
set key at graph 0.5, graph 1.045 center center horizontal maxrows 1 Left reverse samplen 0.5
plot \
  $guide using (9.95):1:($2-9.95):(0) with vectors nohead lw 0.6 lc rgb "#c4c4c4" notitle, \
  $line using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#1a1a1a" notitle, \
  $one0 using 1:2 with points pt 7 ps 1 lc rgb "#b3261e" title "quadphase", \
  $more0 using 1:2 with points pt 7 ps 1 lc rgb "white" notitle, \
  $more0 using 1:2 with points pt 6 ps 1 lc rgb "#b3261e" notitle, \
  $one1 using 1:2 with points pt 5 ps 1 lc rgb "#2f5d8a" title "baselines", \
  $more1 using 1:2 with points pt 5 ps 1 lc rgb "white" notitle, \
  $more1 using 1:2 with points pt 4 ps 1 lc rgb "#2f5d8a" notitle, \
  $one2 using 1:2 with points pt 9 ps 1 lc rgb "#1a1a1a" title "libraries", \
  $more2 using 1:2 with points pt 9 ps 1 lc rgb "white" notitle, \
  $more2 using 1:2 with points pt 8 ps 1 lc rgb "#1a1a1a" notitle, \
  NaN with points pt 6 ps 1 lc rgb "#1a1a1a" title "hollow: 2 threads", \
  $label using 1:2:3 with labels left offset 1,0 noenhanced notitle
