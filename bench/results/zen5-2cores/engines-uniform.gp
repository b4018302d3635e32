# Drawn by gnuplot 5.4; the data is in this file.
set encoding utf8
set border lc rgb "#1a1a1a"
set tics nomirror
set key noenhanced
set xtics noenhanced
set ytics noenhanced
$guide << EOD
0 9.09236
1 12.541099999999998
2 30.45282
3 93.24066
4 203.14659
5 115.23793
6 147.80986
7 243.7814
8 450.72395
9 268.956245
10 283.62432499999994
11 656.0568999999999
12 798.48162
13 936.15786
14 1111.13474
15 2281.6872099999996
16 1312.4177599999998
17 1807.69746
EOD
$line << EOD
9.09236 0 16.064859999999996
12.541099999999998 1 22.341919999999995
30.45282 2 57.73136
93.24066 3 147.1706
301.21045 4 203.14659
115.23793 5 210.27603
147.80986 6 288.2361
243.7814 7 388.30264
268.956245 9 480.97517
283.62432499999994 10 628.86114
1111.13474 14 2163.7513099999996
1312.4177599999998 16 2406.3204
1807.69746 17 3526.6551599999993
EOD
$label << EOD
16.064859999999996 0 "16.1 / 9.1"
22.341919999999995 1 "22.3 / 12.5"
57.73136 2 "57.7 / 30.5"
147.1706 3 "147 / 93.2"
301.21045 4 "203 / 301"
210.27603 5 "210 / 115"
288.2361 6 "288 / 148"
388.30264 7 "388 / 244"
450.72395 8 "451"
480.97517 9 "481 / 269"
628.86114 10 "629 / 284"
656.0568999999999 11 "656"
798.48162 12 "798"
936.15786 13 "936"
2163.7513099999996 14 "2,164 / 1,111"
2281.6872099999996 15 "2,282"
2406.3204 16 "2,406 / 1,312"
3526.6551599999993 17 "3,527 / 1,808"
EOD
$one0 << EOD
16.064859999999996 0
EOD
$more0 << EOD
9.09236 0
EOD
$one1 << EOD
22.341919999999995 1
57.73136 2
147.1706 3
210.27603 5
480.97517 9
2163.7513099999996 14
2406.3204 16
3526.6551599999993 17
EOD
$more1 << EOD
12.541099999999998 1
30.45282 2
93.24066 3
115.23793 5
268.956245 9
1111.13474 14
1312.4177599999998 16
1807.69746 17
EOD
$one2 << EOD
203.14659 4
288.2361 6
388.30264 7
450.72395 8
628.86114 10
656.0568999999999 11
798.48162 12
936.15786 13
2281.6872099999996 15
EOD
$more2 << EOD
301.21045 4
147.80986 6
243.7814 7
283.62432499999994 10
EOD

set label 2 "All pairs of 100,000 moving boxes, scene uniform (AMD EPYC, 2 cores)" at screen 0.5, graph 1 offset 0,character 3 center noenhanced
set tmargin 5
set logscale x
set xrange [0.995:10000]
set xtics ("1" 1, "10" 10, "100" 100, "1k" 1000, "10k" 10000)
set yrange [18-0.4:-0.7]
set ytics scale 0 enhanced ("{/:Bold quadphase}" 0, "expert-grid" 1, "sweep" 2, "grid" 3, "cgal-boxes" 4, "loose" 5, "embree" 6, "boost-rtree" 7, "chipmunk-hash" 8, "points" 9, "box2d-tree" 10, "ode-quadtree" 11, "chipmunk-tree" 12, "ode-sweep" 13, "classic" 14, "bullet-dbvt" 15, "classic-kept" 16, "brute" 17)
set border 1
set rmargin 9
set bmargin 5.5
set xlabel "nanoseconds a box and frame (logarithmic axis): median on 1 thread / on 2 threads"
set grid xtics lc rgb "#d8d8d8" lt 1 lw 0.5
set object 1 rectangle from graph 0, first 0-0.5 to graph 1, first 0+0.5 behind fs solid noborder fc rgb "#f7e1de"
set label 1 "skipped, over a second a frame: bullet-sweep" at screen 0.5, character 1 center font ",10" noenhanced
set key at graph 0.5, graph 1.045 center center horizontal maxrows 1 Left reverse samplen 0.5
plot \
  $guide using (0.995):1:($2-0.995):(0) with vectors nohead lw 0.6 lc rgb "#c4c4c4" notitle, \
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
