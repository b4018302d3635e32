# Drawn by gnuplot 5.4; the data is in this file.
set encoding utf8
set border lc rgb "#1a1a1a"
set tics nomirror
set key noenhanced
set xtics noenhanced
set ytics noenhanced
$guide << EOD
0 19.16981
1 21.512789999999995
2 55.55305
3 117.6489
4 280.98753
5 172.62569499999995
6 265.5891
7 359.57086
8 934.1733
9 627.16068
10 1030.73203
11 1129.05889
12 1421.09419
13 609.06847
14 3642.419079999999
15 2228.95264
16 2689.4344
17 3687.18618
EOD
$line << EOD
19.16981 0 28.175269999999994
21.512789999999995 1 35.66026
55.55305 2 94.533885
117.6489 3 196.8404
439.00877 4 280.98753
172.62569499999995 5 309.91450999999995
265.5891 6 431.16585
359.57086 7 526.0644199999999
627.16068 9 956.98531
609.06847 13 2297.29339
2228.95264 15 4723.19934
2689.4344 16 4948.55289
3687.18618 17 7076.04153
EOD
$label << EOD
28.175269999999994 0 "28.2 / 19.2"
35.66026 1 "35.7 / 21.5"
94.533885 2 "94.5 / 55.6"
196.8404 3 "197 / 118"
439.00877 4 "281 / 439"
309.91450999999995 5 "310 / 173"
431.16585 6 "431 / 266"
526.0644199999999 7 "526 / 360"
934.1733 8 "934"
956.98531 9 "957 / 627"
1030.73203 10 "1,031"
1129.05889 11 "1,129"
1421.09419 12 "1,421"
2297.29339 13 "2,297 / 609"
3642.419079999999 14 "3,642"
4723.19934 15 "4,723 / 2,229"
4948.55289 16 "4,949 / 2,689"
7076.04153 17 "7,076 / 3,687"
EOD
$one0 << EOD
28.175269999999994 0
EOD
$more0 << EOD
19.16981 0
EOD
$one1 << EOD
35.66026 1
94.533885 2
196.8404 3
309.91450999999995 5
2297.29339 13
4723.19934 15
4948.55289 16
7076.04153 17
EOD
$more1 << EOD
21.512789999999995 1
55.55305 2
117.6489 3
172.62569499999995 5
609.06847 13
2228.95264 15
2689.4344 16
3687.18618 17
EOD
$one2 << EOD
280.98753 4
431.16585 6
526.0644199999999 7
934.1733 8
956.98531 9
1030.73203 10
1129.05889 11
1421.09419 12
3642.419079999999 14
EOD
$more2 << EOD
439.00877 4
265.5891 6
359.57086 7
627.16068 9
EOD

set label 2 "All pairs of 100,000 moving boxes, scene uniform (AMD EPYC, 2 cores)" at screen 0.5, graph 1 offset 0,character 3 center noenhanced
set tmargin 5
set logscale x
set xrange [9.95:10000]
set xtics ("10" 10, "100" 100, "1k" 1000, "10k" 10000)
set yrange [18-0.4:-0.7]
set ytics scale 0 enhanced ("{/:Bold quadphase}" 0, "expert-grid" 1, "sweep" 2, "grid" 3, "cgal-boxes" 4, "loose" 5, "embree" 6, "boost-rtree" 7, "chipmunk-hash" 8, "box2d-tree" 9, "ode-quadtree" 10, "chipmunk-tree" 11, "ode-sweep" 12, "points" 13, "bullet-dbvt" 14, "classic" 15, "classic-kept" 16, "brute" 17)
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
