# Drawn by gnuplot 5.4; the data is in this file.
set encoding utf8
set border lc rgb "#1a1a1a"
set tics nomirror
set key noenhanced
set xtics noenhanced
set ytics noenhanced
$guide << EOD
0 15.210029999999998
1 16.74837
2 53.520935
3 125.97774
4 271.46433
5 159.17349
6 199.29036
7 527.36219
8 343.733235
9 781.40338
10 472.5098099999999
11 827.94478
12 512.06386
13 1361.60909
14 2296.69021
15 1982.07739
16 2245.65443
17 2405.05133
EOD
$line << EOD
15.210029999999998 0 26.859919999999995
16.74837 1 30.8938
53.520935 2 97.2555
125.97774 3 196.61804
394.28601 4 271.46433
159.17349 5 276.63513
199.29036 6 378.70224
343.733235 8 551.44337
472.5098099999999 10 805.14149
512.06386 12 873.3773599999998
1982.07739 15 3706.1935
2245.65443 16 4214.88689
2405.05133 17 4736.651915
EOD
$label << EOD
26.859919999999995 0 "26.9 / 15.2"
30.8938 1 "30.9 / 16.7"
97.2555 2 "97.3 / 53.5"
196.61804 3 "197 / 126"
394.28601 4 "271 / 394"
276.63513 5 "277 / 159"
378.70224 6 "379 / 199"
527.36219 7 "527"
551.44337 8 "551 / 344"
781.40338 9 "781"
805.14149 10 "805 / 473"
827.94478 11 "828"
873.3773599999998 12 "873 / 512"
1361.60909 13 "1,362"
2296.69021 14 "2,297"
3706.1935 15 "3,706 / 1,982"
4214.88689 16 "4,215 / 2,246"
4736.651915 17 "4,737 / 2,405"
EOD
$one0 << EOD
26.859919999999995 0
EOD
$more0 << EOD
15.210029999999998 0
EOD
$one1 << EOD
30.8938 1
97.2555 2
196.61804 3
276.63513 5
805.14149 10
3706.1935 15
4214.88689 16
4736.651915 17
EOD
$more1 << EOD
16.74837 1
53.520935 2
125.97774 3
159.17349 5
472.5098099999999 10
1982.07739 15
2245.65443 16
2405.05133 17
EOD
$one2 << EOD
271.46433 4
378.70224 6
527.36219 7
551.44337 8
781.40338 9
827.94478 11
873.3773599999998 12
1361.60909 13
2296.69021 14
EOD
$more2 << EOD
394.28601 4
199.29036 6
343.733235 8
512.06386 12
EOD

set label 2 "All pairs of 100,000 moving boxes, scene uniform (Intel(R) Xeon(R) Processor, 2 cores)" at screen 0.5, graph 1 offset 0,character 3 center noenhanced
set tmargin 5
set logscale x
set xrange [9.95:10000]
set xtics ("10" 10, "100" 100, "1k" 1000, "10k" 10000)
set yrange [18-0.4:-0.7]
set ytics scale 0 enhanced ("{/:Bold quadphase}" 0, "expert-grid" 1, "sweep" 2, "grid" 3, "cgal-boxes" 4, "loose" 5, "embree" 6, "chipmunk-hash" 7, "boost-rtree" 8, "ode-quadtree" 9, "points" 10, "chipmunk-tree" 11, "box2d-tree" 12, "ode-sweep" 13, "bullet-dbvt" 14, "classic" 15, "classic-kept" 16, "brute" 17)
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
