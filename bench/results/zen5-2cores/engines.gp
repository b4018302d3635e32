# Drawn by gnuplot 5.4; the data is in this file.
set encoding utf8
set border lc rgb "#1a1a1a"
set tics nomirror
set key noenhanced
set xtics noenhanced
set ytics noenhanced
set logscale x
set xrange [9.95:1000000]
set yrange [18.7:-0.7]
set grid xtics ytics lc rgb "#e4e4e4" lt 1 lw 0.5
set ytics font ",10"
set xtics font ",9" ("10" 10, "100" 100, "1k" 1000, "10k" 10000, "100k" 100000)
unset key
set title font ",11"
set label 1 "{/:Bold Nanoseconds a box and frame on 1 thread, median (logarithmic axes)}; AMD EPYC, 2 cores" at screen 0.5,0.9885386819484241 center font ",11" enhanced
set label 2 "filled circle and dotted line: quadphase;  square: baseline;  triangle: library" at screen 0.5,0.9756446991404012 center font ",11" enhanced
set label 3 "grey line: to the longest frame;  cross at the right edge: skipped, over a second a frame" at screen 0.5,0.9627507163323782 center font ",11" enhanced
set multiplot layout 4,4 margins 0.11261261261261261,0.985,0.02005730659025788,0.9398280802292264 spacing 0.012612612612612612,0.034383954154727794
$group0_0 << EOD
16.064859999999996 0 17.59874
EOD
$group1_0 << EOD
22.341919999999995 1 30.32724
57.73136 2 60.24506
147.1706 3 166.99096999999998
210.27603 8 236.09834
480.97517 14 504.92788999999993
2163.7513099999996 15 2248.9471799999997
2406.3204 16 2645.0783
3526.6551599999993 17 3610.85665
EOD
$group2_0 << EOD
203.14659 4 217.12214
288.2361 5 500.27505
628.86114 6 1934.79392
388.30264 7 397.21174
450.72395 9 574.2200399999999
656.0568999999999 10 696.0995299999998
936.15786 11 938.69986
798.48162 13 823.67741
2281.6872099999996 18 4549.623009999999
EOD
$skipped0 << EOD
714285.7142857143 12
EOD
set title "uniform, 100,000 boxes" noenhanced offset 0,-0.6
set ytics scale 0 enhanced ("{/:Bold quadphase}" 0, "expert-grid" 1, "sweep" 2, "grid" 3, "cgal-boxes" 4, "embree" 5, "box2d-tree" 6, "boost-rtree" 7, "loose" 8, "chipmunk-hash" 9, "ode-quadtree" 10, "ode-sweep" 11, "bullet-sweep" 12, "chipmunk-tree" 13, "points" 14, "classic" 15, "classic-kept" 16, "brute" 17, "bullet-dbvt" 18)
set arrow 1 from 16.064859999999996, graph 0 to 16.064859999999996, graph 1 nohead dt 3 lc rgb "#b3261e"
plot $group0_0 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $group1_0 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $group2_0 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $skipped0 using 1:2 with points pt 2 ps 0.5 lc rgb "#1a1a1a" notitle, \
  $group0_0 using 1:2 with points pt 7 ps 0.9 lc rgb "#b3261e" notitle, \
  $group1_0 using 1:2 with points pt 4 ps 0.75 lc rgb "#2f5d8a" notitle, \
  $group2_0 using 1:2 with points pt 8 ps 0.75 lc rgb "#1a1a1a" notitle
unset label
$group0_1 << EOD
24.13309 0 36.83875
EOD
$group1_1 << EOD
30.69809 1 36.25978
139.53652 2 141.78536999999997
417.07557 3 448.98375
458.51285999999993 8 619.37699
911.35177 14 1669.3486099999998
4409.775479999999 15 4753.665539999999
5271.2268699999995 16 5595.86597
3901.18377 17 4142.93684
EOD
$group2_1 << EOD
316.36375 4 328.68001999999996
766.34259 5 1522.44561
574.30226 7 632.9671699999999
803.3103299999998 9 1077.39342
1576.1425 10 1883.13377
1667.70396 11 2096.70451
1620.18359 13 2444.31617
4741.2706499999995 18 6713.05114
EOD
$skipped1 << EOD
714285.7142857143 6
714285.7142857143 12
EOD
set title "dense, 100,000 boxes" noenhanced offset 0,-0.6
set ytics scale 0 enhanced ("" 0, "" 1, "" 2, "" 3, "" 4, "" 5, "" 6, "" 7, "" 8, "" 9, "" 10, "" 11, "" 12, "" 13, "" 14, "" 15, "" 16, "" 17, "" 18)
set arrow 1 from 24.13309, graph 0 to 24.13309, graph 1 nohead dt 3 lc rgb "#b3261e"
plot $group0_1 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $group1_1 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $group2_1 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $skipped1 using 1:2 with points pt 2 ps 0.5 lc rgb "#1a1a1a" notitle, \
  $group0_1 using 1:2 with points pt 7 ps 0.9 lc rgb "#b3261e" notitle, \
  $group1_1 using 1:2 with points pt 4 ps 0.75 lc rgb "#2f5d8a" notitle, \
  $group2_1 using 1:2 with points pt 8 ps 0.75 lc rgb "#1a1a1a" notitle
$group0_2 << EOD
11.96985 0 19.72271
EOD
$group1_2 << EOD
22.691144999999995 1 35.96003999999999
27.28971 2 35.64256
73.57113 3 92.52761
163.985585 8 303.83076
466.5176599999999 14 479.30719
903.13711 15 944.73917
925.0875599999998 16 1217.15487
3632.35461 17 4346.05028
EOD
$group2_2 << EOD
122.69378999999998 4 155.52677
77.29198 5 95.68501
391.4257 6 1174.1823799999997
300.44201 7 343.85636
340.372565 9 572.91109
224.18207 10 309.67377
349.26102 11 456.78919
541.16184 13 711.84431
1524.67213 18 4941.829879999999
EOD
$skipped2 << EOD
714285.7142857143 12
EOD
set title "sparse, 100,000 boxes" noenhanced offset 0,-0.6
set ytics scale 0 enhanced ("" 0, "" 1, "" 2, "" 3, "" 4, "" 5, "" 6, "" 7, "" 8, "" 9, "" 10, "" 11, "" 12, "" 13, "" 14, "" 15, "" 16, "" 17, "" 18)
set arrow 1 from 11.96985, graph 0 to 11.96985, graph 1 nohead dt 3 lc rgb "#b3261e"
plot $group0_2 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $group1_2 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $group2_2 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $skipped2 using 1:2 with points pt 2 ps 0.5 lc rgb "#1a1a1a" notitle, \
  $group0_2 using 1:2 with points pt 7 ps 0.9 lc rgb "#b3261e" notitle, \
  $group1_2 using 1:2 with points pt 4 ps 0.75 lc rgb "#2f5d8a" notitle, \
  $group2_2 using 1:2 with points pt 8 ps 0.75 lc rgb "#1a1a1a" notitle
$group0_3 << EOD
19.339339999999996 0 26.70703
EOD
$group1_3 << EOD
31.512599999999996 1 44.57489
42.46614 2 52.45083
175.38559 3 204.52655
282.38577 8 432.6586
593.7849199999999 14 694.65277
1258.06759 15 1315.37847
1459.92556 16 1590.25555
3635.90572 17 3758.84307
EOD
$group2_3 << EOD
214.46417 4 267.86772
206.25597499999995 5 285.71855
782.40785 6 1344.5743199999997
373.23097 7 461.4302199999999
474.72604999999993 9 502.36287
453.45462 10 471.66008
448.27408999999994 11 467.6524999999999
822.3054599999998 13 929.2088
2076.0968799999996 18 3866.6914299999994
EOD
$skipped3 << EOD
714285.7142857143 12
EOD
set title "clusters, 100,000 boxes" noenhanced offset 0,-0.6
set ytics scale 0 enhanced ("" 0, "" 1, "" 2, "" 3, "" 4, "" 5, "" 6, "" 7, "" 8, "" 9, "" 10, "" 11, "" 12, "" 13, "" 14, "" 15, "" 16, "" 17, "" 18)
set arrow 1 from 19.339339999999996, graph 0 to 19.339339999999996, graph 1 nohead dt 3 lc rgb "#b3261e"
plot $group0_3 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $group1_3 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $group2_3 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $skipped3 using 1:2 with points pt 2 ps 0.5 lc rgb "#1a1a1a" notitle, \
  $group0_3 using 1:2 with points pt 7 ps 0.9 lc rgb "#b3261e" notitle, \
  $group1_3 using 1:2 with points pt 4 ps 0.75 lc rgb "#2f5d8a" notitle, \
  $group2_3 using 1:2 with points pt 8 ps 0.75 lc rgb "#1a1a1a" notitle
$group0_4 << EOD
17.306009999999997 0 26.420109999999994
EOD
$group1_4 << EOD
28.79775 1 38.71695
53.73765 2 66.09578
143.91489499999997 3 169.99084
818.83658 8 888.97279
1473.3845399999998 15 1619.94573
1570.93643 16 1791.58232
5054.00129 17 5819.2903
EOD
$group2_4 << EOD
351.83315 4 432.44098
213.38345999999996 5 260.32045999999997
873.67227 6 1532.63331
367.3280649999999 7 470.4939299999999
1741.76462 9 1961.72909
379.68349 10 549.1709799999999
810.00331 11 979.18234
2641.73892 18 4428.66961
EOD
$skipped4 << EOD
714285.7142857143 12
714285.7142857143 13
714285.7142857143 14
EOD
set title "mixed, 100,000 boxes" noenhanced offset 0,-0.6
set ytics scale 0 enhanced ("{/:Bold quadphase}" 0, "expert-grid" 1, "sweep" 2, "grid" 3, "cgal-boxes" 4, "embree" 5, "box2d-tree" 6, "boost-rtree" 7, "loose" 8, "chipmunk-hash" 9, "ode-quadtree" 10, "ode-sweep" 11, "bullet-sweep" 12, "chipmunk-tree" 13, "points" 14, "classic" 15, "classic-kept" 16, "brute" 17, "bullet-dbvt" 18)
set arrow 1 from 17.306009999999997, graph 0 to 17.306009999999997, graph 1 nohead dt 3 lc rgb "#b3261e"
plot $group0_4 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $group1_4 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $group2_4 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $skipped4 using 1:2 with points pt 2 ps 0.5 lc rgb "#1a1a1a" notitle, \
  $group0_4 using 1:2 with points pt 7 ps 0.9 lc rgb "#b3261e" notitle, \
  $group1_4 using 1:2 with points pt 4 ps 0.75 lc rgb "#2f5d8a" notitle, \
  $group2_4 using 1:2 with points pt 8 ps 0.75 lc rgb "#1a1a1a" notitle
$group0_5 << EOD
18.542755 0 25.3403
EOD
$group1_5 << EOD
39.20798 1 47.65979
76.34786999999999 2 78.16348
124.87404999999998 3 133.53046
578.65005 8 751.7365
1081.69553 14 1115.8864299999998
1848.5787299999997 15 1942.84323
1980.3574799999997 16 2446.20198
3658.93916 17 4162.52206
EOD
$group2_5 << EOD
195.5743 4 204.02881
286.13377 5 514.08916
851.26956 6 1066.27253
430.16628999999995 7 436.50554
734.84521 9 966.7508
438.91653999999994 10 529.7524199999999
842.33924 11 867.5911
1072.18054 13 1220.0502999999999
2550.2828649999997 18 4002.63057
EOD
$skipped5 << EOD
714285.7142857143 12
EOD
set title "decades, 100,000 boxes" noenhanced offset 0,-0.6
set ytics scale 0 enhanced ("" 0, "" 1, "" 2, "" 3, "" 4, "" 5, "" 6, "" 7, "" 8, "" 9, "" 10, "" 11, "" 12, "" 13, "" 14, "" 15, "" 16, "" 17, "" 18)
set arrow 1 from 18.542755, graph 0 to 18.542755, graph 1 nohead dt 3 lc rgb "#b3261e"
plot $group0_5 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $group1_5 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $group2_5 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $skipped5 using 1:2 with points pt 2 ps 0.5 lc rgb "#1a1a1a" notitle, \
  $group0_5 using 1:2 with points pt 7 ps 0.9 lc rgb "#b3261e" notitle, \
  $group1_5 using 1:2 with points pt 4 ps 0.75 lc rgb "#2f5d8a" notitle, \
  $group2_5 using 1:2 with points pt 8 ps 0.75 lc rgb "#1a1a1a" notitle
$group0_6 << EOD
21.54664 0 27.167019999999994
EOD
$group1_6 << EOD
174.77037 1 202.76602
91.36427 2 111.80626
2334.81014 3 2495.1623999999997
3355.46714 8 3387.2128799999996
4422.92113 15 5952.20525
4887.509859999999 16 5117.949349999999
3657.9434799999995 17 4444.43923
EOD
$group2_6 << EOD
363.08654 4 459.49493
179.04363999999995 5 219.26894
449.84764 7 458.60671
1098.46805 11 1140.9711399999999
882.38827 13 1064.7895199999998
3114.34987 18 4258.95769
EOD
$skipped6 << EOD
714285.7142857143 6
714285.7142857143 9
714285.7142857143 10
714285.7142857143 12
714285.7142857143 14
EOD
set title "galaxy, 100,000 boxes" noenhanced offset 0,-0.6
set ytics scale 0 enhanced ("" 0, "" 1, "" 2, "" 3, "" 4, "" 5, "" 6, "" 7, "" 8, "" 9, "" 10, "" 11, "" 12, "" 13, "" 14, "" 15, "" 16, "" 17, "" 18)
set arrow 1 from 21.54664, graph 0 to 21.54664, graph 1 nohead dt 3 lc rgb "#b3261e"
plot $group0_6 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $group1_6 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $group2_6 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $skipped6 using 1:2 with points pt 2 ps 0.5 lc rgb "#1a1a1a" notitle, \
  $group0_6 using 1:2 with points pt 7 ps 0.9 lc rgb "#b3261e" notitle, \
  $group1_6 using 1:2 with points pt 4 ps 0.75 lc rgb "#2f5d8a" notitle, \
  $group2_6 using 1:2 with points pt 8 ps 0.75 lc rgb "#1a1a1a" notitle
$group0_7 << EOD
14.60478 0 22.80211
EOD
$group1_7 << EOD
21.0555 1 32.03919
50.46777 2 71.1372
129.9388 3 154.58887
174.261 8 219.04429999999996
479.15806 14 909.99645
2270.7270599999997 15 3251.331629999999
2326.25989 16 3385.5242699999994
3428.85049 17 5223.035199999999
EOD
$group2_7 << EOD
172.25922 4 180.23643
185.99992 5 192.10832
63.37502 6 101.05041
380.63922 7 407.46184
398.03196 9 526.1954199999999
522.57532 10 539.83836
855.37348 11 925.44248
775.90616 13 810.69734
2435.58364 18 4877.18976
EOD
$skipped7 << EOD
714285.7142857143 12
EOD
set title "pile, 100,000 boxes" noenhanced offset 0,-0.6
set ytics scale 0 enhanced ("" 0, "" 1, "" 2, "" 3, "" 4, "" 5, "" 6, "" 7, "" 8, "" 9, "" 10, "" 11, "" 12, "" 13, "" 14, "" 15, "" 16, "" 17, "" 18)
set arrow 1 from 14.60478, graph 0 to 14.60478, graph 1 nohead dt 3 lc rgb "#b3261e"
plot $group0_7 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $group1_7 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $group2_7 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $skipped7 using 1:2 with points pt 2 ps 0.5 lc rgb "#1a1a1a" notitle, \
  $group0_7 using 1:2 with points pt 7 ps 0.9 lc rgb "#b3261e" notitle, \
  $group1_7 using 1:2 with points pt 4 ps 0.75 lc rgb "#2f5d8a" notitle, \
  $group2_7 using 1:2 with points pt 8 ps 0.75 lc rgb "#1a1a1a" notitle
$group0_8 << EOD
15.60558 0 20.101779999999998
EOD
$group1_8 << EOD
23.3996 1 26.79837
63.34397999999999 2 68.1884
107.18717 3 109.59646
282.171155 8 345.8301
485.37723 14 545.95599
1195.90378 15 1253.10419
1318.45957 16 1372.07374
3356.21135 17 3382.17057
EOD
$group2_8 << EOD
151.60501 4 174.04258
134.21097 5 181.95929
381.53906 6 1227.01979
308.05788 7 325.35226
333.676225 9 388.06329
332.84273 10 393.51953
565.7551199999999 11 628.0802699999999
673.484545 13 727.87302
2068.39528 18 4616.913869999999
EOD
$skipped8 << EOD
714285.7142857143 12
EOD
set title "roads, 100,000 boxes" noenhanced offset 0,-0.6
set ytics scale 0 enhanced ("{/:Bold quadphase}" 0, "expert-grid" 1, "sweep" 2, "grid" 3, "cgal-boxes" 4, "embree" 5, "box2d-tree" 6, "boost-rtree" 7, "loose" 8, "chipmunk-hash" 9, "ode-quadtree" 10, "ode-sweep" 11, "bullet-sweep" 12, "chipmunk-tree" 13, "points" 14, "classic" 15, "classic-kept" 16, "brute" 17, "bullet-dbvt" 18)
set arrow 1 from 15.60558, graph 0 to 15.60558, graph 1 nohead dt 3 lc rgb "#b3261e"
plot $group0_8 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $group1_8 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $group2_8 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $skipped8 using 1:2 with points pt 2 ps 0.5 lc rgb "#1a1a1a" notitle, \
  $group0_8 using 1:2 with points pt 7 ps 0.9 lc rgb "#b3261e" notitle, \
  $group1_8 using 1:2 with points pt 4 ps 0.75 lc rgb "#2f5d8a" notitle, \
  $group2_8 using 1:2 with points pt 8 ps 0.75 lc rgb "#1a1a1a" notitle
$group0_9 << EOD
20.39011 0 27.53697
EOD
$group1_9 << EOD
25.91866 1 40.77822
60.82110999999999 2 72.85076
234.35122999999996 3 267.16848
326.60012 8 446.18108
2289.69765 15 2324.55334
2591.8780599999996 16 2809.95572
3463.15065 17 3665.7395099999994
EOD
$group2_9 << EOD
361.81022999999993 4 452.56389
365.08162 5 700.82398
781.66485 6 2207.35144
488.08938 7 582.89248
898.21968 9 1114.95905
850.73696 10 945.45904
1111.00805 11 1258.12028
2626.01437 18 4665.86729
EOD
$skipped9 << EOD
714285.7142857143 12
714285.7142857143 13
714285.7142857143 14
EOD
set title "giants, 100,000 boxes" noenhanced offset 0,-0.6
set ytics scale 0 enhanced ("" 0, "" 1, "" 2, "" 3, "" 4, "" 5, "" 6, "" 7, "" 8, "" 9, "" 10, "" 11, "" 12, "" 13, "" 14, "" 15, "" 16, "" 17, "" 18)
set arrow 1 from 20.39011, graph 0 to 20.39011, graph 1 nohead dt 3 lc rgb "#b3261e"
plot $group0_9 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $group1_9 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $group2_9 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $skipped9 using 1:2 with points pt 2 ps 0.5 lc rgb "#1a1a1a" notitle, \
  $group0_9 using 1:2 with points pt 7 ps 0.9 lc rgb "#b3261e" notitle, \
  $group1_9 using 1:2 with points pt 4 ps 0.75 lc rgb "#2f5d8a" notitle, \
  $group2_9 using 1:2 with points pt 8 ps 0.75 lc rgb "#1a1a1a" notitle
$group0_10 << EOD
22.872209999999995 0 30.49809
EOD
$group1_10 << EOD
37.23794 1 48.63723999999999
70.75183 2 86.41468999999998
153.43625 3 172.76567
3893.574519999999 8 3979.37389
3340.3450799999996 15 3415.9184999999993
3566.7555799999996 16 4048.7014899999995
3481.88499 17 3746.08474
EOD
$group2_10 << EOD
368.45574 4 429.95427
385.26582 5 558.58013
966.6603649999998 7 981.1009
581.56279 9 600.31797
724.05272 10 777.76884
1645.43915 11 1852.7524599999997
1466.87072 13 1561.90656
2199.85306 18 3215.21216
EOD
$skipped10 << EOD
714285.7142857143 6
714285.7142857143 12
714285.7142857143 14
EOD
set title "walls, 100,000 boxes" noenhanced offset 0,-0.6
set ytics scale 0 enhanced ("" 0, "" 1, "" 2, "" 3, "" 4, "" 5, "" 6, "" 7, "" 8, "" 9, "" 10, "" 11, "" 12, "" 13, "" 14, "" 15, "" 16, "" 17, "" 18)
set arrow 1 from 22.872209999999995, graph 0 to 22.872209999999995, graph 1 nohead dt 3 lc rgb "#b3261e"
plot $group0_10 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $group1_10 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $group2_10 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $skipped10 using 1:2 with points pt 2 ps 0.5 lc rgb "#1a1a1a" notitle, \
  $group0_10 using 1:2 with points pt 7 ps 0.9 lc rgb "#b3261e" notitle, \
  $group1_10 using 1:2 with points pt 4 ps 0.75 lc rgb "#2f5d8a" notitle, \
  $group2_10 using 1:2 with points pt 8 ps 0.75 lc rgb "#1a1a1a" notitle
$group0_11 << EOD
15.251995 0 18.79653
EOD
$group1_11 << EOD
21.49877 1 22.65329
55.43788999999999 2 68.96666
747.15217 14 808.35365
3367.27646 17 3600.5828199999996
EOD
$group2_11 << EOD
194.68427 4 239.33927
280.06311 5 437.54639
596.58991 6 1792.47907
378.34299 7 384.71931
467.57048 9 560.47314
586.46701 10 634.05098
870.8364399999998 11 878.1760899999998
1360.73211 13 3066.29865
2696.0657549999996 18 5092.12264
EOD
$skipped11 << EOD
714285.7142857143 3
714285.7142857143 8
714285.7142857143 12
714285.7142857143 15
714285.7142857143 16
EOD
set title "outlier, 100,000 boxes" noenhanced offset 0,-0.6
set ytics scale 0 enhanced ("" 0, "" 1, "" 2, "" 3, "" 4, "" 5, "" 6, "" 7, "" 8, "" 9, "" 10, "" 11, "" 12, "" 13, "" 14, "" 15, "" 16, "" 17, "" 18)
set arrow 1 from 15.251995, graph 0 to 15.251995, graph 1 nohead dt 3 lc rgb "#b3261e"
plot $group0_11 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $group1_11 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $group2_11 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $skipped11 using 1:2 with points pt 2 ps 0.5 lc rgb "#1a1a1a" notitle, \
  $group0_11 using 1:2 with points pt 7 ps 0.9 lc rgb "#b3261e" notitle, \
  $group1_11 using 1:2 with points pt 4 ps 0.75 lc rgb "#2f5d8a" notitle, \
  $group2_11 using 1:2 with points pt 8 ps 0.75 lc rgb "#1a1a1a" notitle
$group0_12 << EOD
11.293039999999998 0 20.775889999999997
EOD
$group1_12 << EOD
20.61465 1 27.085
21.90817 2 22.88243
63.11253 3 66.12362
1125.04679 8 1141.2011799999998
505.24347 14 641.70169
3419.55963 17 3509.06303
EOD
$group2_12 << EOD
70.84026 4 76.19384
91.51169 5 123.41057
199.23595 6 499.15397999999993
166.893265 7 176.68122
333.8264 9 654.97368
1097.0101799999998 10 1170.72542
165.14561 11 185.39862
510.47837 13 526.79831
EOD
$skipped12 << EOD
714285.7142857143 12
714285.7142857143 15
714285.7142857143 16
714285.7142857143 18
EOD
set title "line, 100,000 boxes" noenhanced offset 0,-0.6
set ytics scale 0 enhanced ("{/:Bold quadphase}" 0, "expert-grid" 1, "sweep" 2, "grid" 3, "cgal-boxes" 4, "embree" 5, "box2d-tree" 6, "boost-rtree" 7, "loose" 8, "chipmunk-hash" 9, "ode-quadtree" 10, "ode-sweep" 11, "bullet-sweep" 12, "chipmunk-tree" 13, "points" 14, "classic" 15, "classic-kept" 16, "brute" 17, "bullet-dbvt" 18)
set arrow 1 from 11.293039999999998, graph 0 to 11.293039999999998, graph 1 nohead dt 3 lc rgb "#b3261e"
plot $group0_12 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $group1_12 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $group2_12 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $skipped12 using 1:2 with points pt 2 ps 0.5 lc rgb "#1a1a1a" notitle, \
  $group0_12 using 1:2 with points pt 7 ps 0.9 lc rgb "#b3261e" notitle, \
  $group1_12 using 1:2 with points pt 4 ps 0.75 lc rgb "#2f5d8a" notitle, \
  $group2_12 using 1:2 with points pt 8 ps 0.75 lc rgb "#1a1a1a" notitle
$group0_13 << EOD
669.272216796875 0 699.353759765625
EOD
$group1_13 << EOD
1025.235107421875 1 101137.67919921875
751.36474609375 2 33587.5390625
5417.951416015625 3 5633.85693359375
6281.3193359375 8 109251.083984375
7328.755493164062 14 109399.76513671875
5378.5823974609375 15 32476.128173828125
5368.211669921874 16 134294.85986328125
603.353515625 17 22668.380126953125
EOD
$group2_13 << EOD
6475.759765624999 4 53809.75854492187
24221.807861328125 5 73036.45751953125
8730.822143554686 6 30290.42431640625
8954.8330078125 7 57681.49267578124
27928.124267578125 9 54145.07568359374
15170.485595703125 10 15291.767333984375
25320.547363281246 11 66781.28564453125
EOD
$skipped13 << EOD
714285.7142857143 12
714285.7142857143 13
714285.7142857143 18
EOD
set title "point, 4,096 boxes" noenhanced offset 0,-0.6
set ytics scale 0 enhanced ("" 0, "" 1, "" 2, "" 3, "" 4, "" 5, "" 6, "" 7, "" 8, "" 9, "" 10, "" 11, "" 12, "" 13, "" 14, "" 15, "" 16, "" 17, "" 18)
set arrow 1 from 669.272216796875, graph 0 to 669.272216796875, graph 1 nohead dt 3 lc rgb "#b3261e"
plot $group0_13 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $group1_13 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $group2_13 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $skipped13 using 1:2 with points pt 2 ps 0.5 lc rgb "#1a1a1a" notitle, \
  $group0_13 using 1:2 with points pt 7 ps 0.9 lc rgb "#b3261e" notitle, \
  $group1_13 using 1:2 with points pt 4 ps 0.75 lc rgb "#2f5d8a" notitle, \
  $group2_13 using 1:2 with points pt 8 ps 0.75 lc rgb "#1a1a1a" notitle
$group0_14 << EOD
18.06248125562331 0 18.505048485454363
EOD
$group1_14 << EOD
22.062781165650303 1 23.585124462661202
18.709287213835847 2 21.838048585424374
129.66560031990403 3 136.64590622813157
382.99850044986505 8 455.29061281615515
15122.120563830851 14 16713.359292212335
1585.8632410276914 15 1620.4855543336996
1641.7518744376684 16 1781.4473657902624
389.15585324402673 17 410.51734479656096
EOD
$group2_14 << EOD
173.31250624812554 4 191.83764870538837
102.08267519744075 5 110.69699090272918
31.988103568929322 6 37.716984904528644
402.3085074477657 7 405.94891532540237
172.13815855243428 9 211.16175147455763
562.0899730080976 10 579.5828251524542
91.6442067379786 11 123.0446865940218
1215.2214335699289 12 1464.0590822753175
1468.0267919624112 13 1729.0028991302609
1121.6239128261523 18 9417.099570128961
EOD
$skipped14 << EOD
NaN NaN NaN
EOD
set title "box2d-pyramid, 10,003 boxes" noenhanced offset 0,-0.6
set ytics scale 0 enhanced ("" 0, "" 1, "" 2, "" 3, "" 4, "" 5, "" 6, "" 7, "" 8, "" 9, "" 10, "" 11, "" 12, "" 13, "" 14, "" 15, "" 16, "" 17, "" 18)
set arrow 1 from 18.06248125562331, graph 0 to 18.06248125562331, graph 1 nohead dt 3 lc rgb "#b3261e"
plot $group0_14 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $group1_14 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $group2_14 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $skipped14 using 1:2 with points pt 2 ps 0.5 lc rgb "#1a1a1a" notitle, \
  $group0_14 using 1:2 with points pt 7 ps 0.9 lc rgb "#b3261e" notitle, \
  $group1_14 using 1:2 with points pt 4 ps 0.75 lc rgb "#2f5d8a" notitle, \
  $group2_14 using 1:2 with points pt 8 ps 0.75 lc rgb "#1a1a1a" notitle
$group0_15 << EOD
17.06062574970012 0 27.193622550979608
EOD
$group1_15 << EOD
19.740053978408636 1 23.586765293882443
51.99970011995202 2 106.23600559776087
143.65393842463016 3 150.765593762495
193.28808476609356 8 205.76569372251097
19220.29218312675 14 19582.67992802879
842.2607956817274 15 855.4132347061176
926.7201119552179 16 937.7270091963213
380.6526389444222 17 392.7228108756497
EOD
$group2_15 << EOD
254.42288084766088 4 260.3763494602159
185.71181527389044 5 192.87355057976808
74.79968012794882 6 137.88764494202317
439.87445021991203 7 455.59456217512985
224.28898440623746 9 241.34156337465015
315.7418032786885 10 339.86015593762494
379.3247700919632 11 411.63554578168726
630.0270891643343 12 893.3145741703319
816.4947021191523 13 874.514994002399
923.6967213114754 18 1647.7965813674527
EOD
$skipped15 << EOD
NaN NaN NaN
EOD
set title "box2d-tumbler, 10,004 boxes" noenhanced offset 0,-0.6
set ytics scale 0 enhanced ("" 0, "" 1, "" 2, "" 3, "" 4, "" 5, "" 6, "" 7, "" 8, "" 9, "" 10, "" 11, "" 12, "" 13, "" 14, "" 15, "" 16, "" 17, "" 18)
set arrow 1 from 17.06062574970012, graph 0 to 17.06062574970012, graph 1 nohead dt 3 lc rgb "#b3261e"
plot $group0_15 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $group1_15 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $group2_15 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $skipped15 using 1:2 with points pt 2 ps 0.5 lc rgb "#1a1a1a" notitle, \
  $group0_15 using 1:2 with points pt 7 ps 0.9 lc rgb "#b3261e" notitle, \
  $group1_15 using 1:2 with points pt 4 ps 0.75 lc rgb "#2f5d8a" notitle, \
  $group2_15 using 1:2 with points pt 8 ps 0.75 lc rgb "#1a1a1a" notitle
unset multiplot
