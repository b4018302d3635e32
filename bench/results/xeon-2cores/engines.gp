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
set label 1 "{/:Bold Nanoseconds a box and frame on 1 thread, median (logarithmic axes)}; Intel(R) Xeon(R) Processor, 2 cores" at screen 0.5,0.9885386819484241 center font ",11" enhanced
set label 2 "filled circle and dotted line: quadphase;  square: baseline;  triangle: library" at screen 0.5,0.9756446991404012 center font ",11" enhanced
set label 3 "gray line: to the longest frame;  cross at the right edge: skipped, over a second a frame" at screen 0.5,0.9627507163323782 center font ",11" enhanced
set multiplot layout 4,4 margins 0.11261261261261261,0.985,0.02005730659025788,0.9398280802292264 spacing 0.012612612612612612,0.034383954154727794
$group0_0 << EOD
26.859919999999995 0 29.66785
EOD
$group1_0 << EOD
30.8938 1 31.93199
97.2555 2 98.91435999999999
196.61804 3 205.99874
276.63513 8 280.61188
805.14149 14 825.28959
3706.1935 16 3778.65814
4214.88689 17 4409.85455
4736.651915 18 4767.31182
EOD
$group2_0 << EOD
271.46433 4 284.94735
378.70224 5 679.0840899999998
873.3773599999998 6 2661.42128
527.36219 7 541.2742499999999
551.44337 9 563.5129099999999
781.40338 10 849.29059
1361.60909 11 1393.63095
827.94478 13 941.7410799999999
2296.69021 15 5782.65893
EOD
$skipped0 << EOD
714285.7142857143 12
EOD
set title "uniform, 100,000 boxes" noenhanced offset 0,-0.6
set ytics scale 0 enhanced ("{/:Bold quadphase}" 0, "expert-grid" 1, "sweep" 2, "grid" 3, "cgal-boxes" 4, "embree" 5, "box2d-tree" 6, "chipmunk-hash" 7, "loose" 8, "boost-rtree" 9, "ode-quadtree" 10, "ode-sweep" 11, "bullet-sweep" 12, "chipmunk-tree" 13, "points" 14, "bullet-dbvt" 15, "classic" 16, "classic-kept" 17, "brute" 18)
set arrow 1 from 26.859919999999995, graph 0 to 26.859919999999995, graph 1 nohead dt 3 lc rgb "#b3261e"
plot $group0_0 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $group1_0 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $group2_0 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $skipped0 using 1:2 with points pt 2 ps 0.5 lc rgb "#1a1a1a" notitle, \
  $group0_0 using 1:2 with points pt 7 ps 0.9 lc rgb "#b3261e" notitle, \
  $group1_0 using 1:2 with points pt 4 ps 0.75 lc rgb "#2f5d8a" notitle, \
  $group2_0 using 1:2 with points pt 8 ps 0.75 lc rgb "#1a1a1a" notitle
unset label
$group0_1 << EOD
36.73066 0 39.86669
EOD
$group1_1 << EOD
42.42817 1 43.36222999999999
210.83812 2 212.21792
533.64357 3 554.34971
607.2024949999999 8 654.85771
1395.80693 14 1464.21782
7440.72383 16 7582.73505
8493.06156 17 8927.26285
4888.727555 18 4899.92176
EOD
$group2_1 << EOD
417.499855 4 433.29465
1081.15269 5 2179.11276
938.9132699999999 7 1004.2670199999999
795.4746 9 813.78334
1917.2925899999998 10 2090.94925
3045.0804999999996 11 3148.43767
1430.85683 13 1862.03204
3947.755449999999 15 7380.867949999999
EOD
$skipped1 << EOD
714285.7142857143 6
714285.7142857143 12
EOD
set title "dense, 100,000 boxes" noenhanced offset 0,-0.6
set ytics scale 0 enhanced ("" 0, "" 1, "" 2, "" 3, "" 4, "" 5, "" 6, "" 7, "" 8, "" 9, "" 10, "" 11, "" 12, "" 13, "" 14, "" 15, "" 16, "" 17, "" 18)
set arrow 1 from 36.73066, graph 0 to 36.73066, graph 1 nohead dt 3 lc rgb "#b3261e"
plot $group0_1 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $group1_1 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $group2_1 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $skipped1 using 1:2 with points pt 2 ps 0.5 lc rgb "#1a1a1a" notitle, \
  $group0_1 using 1:2 with points pt 7 ps 0.9 lc rgb "#b3261e" notitle, \
  $group1_1 using 1:2 with points pt 4 ps 0.75 lc rgb "#2f5d8a" notitle, \
  $group2_1 using 1:2 with points pt 8 ps 0.75 lc rgb "#1a1a1a" notitle
$group0_2 << EOD
22.508025 0 28.89957
EOD
$group1_2 << EOD
28.147344999999994 1 33.46697
49.4985 2 49.93612
98.45891 3 100.48784
177.97976 8 181.79899
444.50409 14 577.3702199999999
1042.61067 16 1055.69786
1255.79588 17 1273.53673
4721.40153 18 5305.971089999999
EOD
$group2_2 << EOD
163.64387999999997 4 169.27788
91.745635 5 118.97991
459.29933 6 1594.93273
216.43877 7 221.91453
378.12656 9 392.61508
223.68843 10 235.36029
479.76613 11 519.7611699999999
547.4218099999999 13 554.53787
1468.36594 15 6046.58673
EOD
$skipped2 << EOD
714285.7142857143 12
EOD
set title "sparse, 100,000 boxes" noenhanced offset 0,-0.6
set ytics scale 0 enhanced ("" 0, "" 1, "" 2, "" 3, "" 4, "" 5, "" 6, "" 7, "" 8, "" 9, "" 10, "" 11, "" 12, "" 13, "" 14, "" 15, "" 16, "" 17, "" 18)
set arrow 1 from 22.508025, graph 0 to 22.508025, graph 1 nohead dt 3 lc rgb "#b3261e"
plot $group0_2 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $group1_2 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $group2_2 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $skipped2 using 1:2 with points pt 2 ps 0.5 lc rgb "#1a1a1a" notitle, \
  $group0_2 using 1:2 with points pt 7 ps 0.9 lc rgb "#b3261e" notitle, \
  $group1_2 using 1:2 with points pt 4 ps 0.75 lc rgb "#2f5d8a" notitle, \
  $group2_2 using 1:2 with points pt 8 ps 0.75 lc rgb "#1a1a1a" notitle
$group0_3 << EOD
29.25947 0 30.560199999999995
EOD
$group1_3 << EOD
37.701045 1 42.94944
76.058455 2 80.37514
225.36816 3 231.38264
330.24175999999994 8 447.3766
780.49319 14 909.2931399999999
1898.52569 16 1916.02208
2294.04577 17 2395.42444
4758.68659 18 4766.05617
EOD
$group2_3 << EOD
279.567855 4 362.71994
285.9576 5 319.78979
856.5667599999998 6 1372.663
435.5264 7 476.50241
510.6994049999999 9 647.21224
644.808605 10 775.98147
636.38923 11 650.27074
842.3413099999999 13 954.7918899999999
2365.72275 15 4745.616129999999
EOD
$skipped3 << EOD
714285.7142857143 12
EOD
set title "clusters, 100,000 boxes" noenhanced offset 0,-0.6
set ytics scale 0 enhanced ("" 0, "" 1, "" 2, "" 3, "" 4, "" 5, "" 6, "" 7, "" 8, "" 9, "" 10, "" 11, "" 12, "" 13, "" 14, "" 15, "" 16, "" 17, "" 18)
set arrow 1 from 29.25947, graph 0 to 29.25947, graph 1 nohead dt 3 lc rgb "#b3261e"
plot $group0_3 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $group1_3 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $group2_3 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $skipped3 using 1:2 with points pt 2 ps 0.5 lc rgb "#1a1a1a" notitle, \
  $group0_3 using 1:2 with points pt 7 ps 0.9 lc rgb "#b3261e" notitle, \
  $group1_3 using 1:2 with points pt 4 ps 0.75 lc rgb "#2f5d8a" notitle, \
  $group2_3 using 1:2 with points pt 8 ps 0.75 lc rgb "#1a1a1a" notitle
$group0_4 << EOD
27.914969999999997 0 29.78229
EOD
$group1_4 << EOD
36.381319999999995 1 39.09943
91.366 2 108.70218
188.91115499999995 3 202.58658
827.8446799999998 8 855.96946
1665.96641 16 1682.16385
1916.1994099999997 17 1936.8202499999998
4744.2794699999995 18 4804.17778
EOD
$group2_4 << EOD
434.26328 4 468.52951
254.00574 5 382.82232
901.85025 6 1883.6118
778.3542299999998 7 794.61981
509.0820799999999 9 549.38418
327.59192 10 336.14317
806.53104 11 819.43013
2213.89966 15 4365.397069999999
EOD
$skipped4 << EOD
714285.7142857143 12
714285.7142857143 13
714285.7142857143 14
EOD
set title "mixed, 100,000 boxes" noenhanced offset 0,-0.6
set ytics scale 0 enhanced ("{/:Bold quadphase}" 0, "expert-grid" 1, "sweep" 2, "grid" 3, "cgal-boxes" 4, "embree" 5, "box2d-tree" 6, "chipmunk-hash" 7, "loose" 8, "boost-rtree" 9, "ode-quadtree" 10, "ode-sweep" 11, "bullet-sweep" 12, "chipmunk-tree" 13, "points" 14, "bullet-dbvt" 15, "classic" 16, "classic-kept" 17, "brute" 18)
set arrow 1 from 27.914969999999997, graph 0 to 27.914969999999997, graph 1 nohead dt 3 lc rgb "#b3261e"
plot $group0_4 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $group1_4 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $group2_4 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $skipped4 using 1:2 with points pt 2 ps 0.5 lc rgb "#1a1a1a" notitle, \
  $group0_4 using 1:2 with points pt 7 ps 0.9 lc rgb "#b3261e" notitle, \
  $group1_4 using 1:2 with points pt 4 ps 0.75 lc rgb "#2f5d8a" notitle, \
  $group2_4 using 1:2 with points pt 8 ps 0.75 lc rgb "#1a1a1a" notitle
$group0_5 << EOD
29.49821 0 30.913519999999995
EOD
$group1_5 << EOD
48.98085 1 53.93942
121.83316999999998 2 129.91798999999997
170.95112999999995 3 191.88989
651.40231 8 682.43555
1765.0908149999998 14 1831.82337
2716.58543 16 2798.65239
3112.0156399999996 17 3726.86982
4752.97122 18 4752.97555
EOD
$group2_5 << EOD
256.63867999999997 4 270.36555
405.86768 5 733.04811
1066.965905 6 1197.1109399999998
528.45823 7 557.1778
574.0568099999999 9 588.00239
540.29225 10 568.31466
1281.10961 11 1630.23958
1011.24803 13 1123.8556399999998
2380.6438799999996 15 4541.42769
EOD
$skipped5 << EOD
714285.7142857143 12
EOD
set title "decades, 100,000 boxes" noenhanced offset 0,-0.6
set ytics scale 0 enhanced ("" 0, "" 1, "" 2, "" 3, "" 4, "" 5, "" 6, "" 7, "" 8, "" 9, "" 10, "" 11, "" 12, "" 13, "" 14, "" 15, "" 16, "" 17, "" 18)
set arrow 1 from 29.49821, graph 0 to 29.49821, graph 1 nohead dt 3 lc rgb "#b3261e"
plot $group0_5 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $group1_5 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $group2_5 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $skipped5 using 1:2 with points pt 2 ps 0.5 lc rgb "#1a1a1a" notitle, \
  $group0_5 using 1:2 with points pt 7 ps 0.9 lc rgb "#b3261e" notitle, \
  $group1_5 using 1:2 with points pt 4 ps 0.75 lc rgb "#2f5d8a" notitle, \
  $group2_5 using 1:2 with points pt 8 ps 0.75 lc rgb "#1a1a1a" notitle
$group0_6 << EOD
34.779155 0 36.47703
EOD
$group1_6 << EOD
194.35772 1 265.07318
147.0452 2 152.69668
3451.75548 3 3663.16468
8386.58241 16 8499.14907
9159.18829 17 9841.715509999998
4733.52193 18 4766.07486
EOD
$group2_6 << EOD
476.38042999999993 4 501.43015
261.7326 5 275.82217
624.21592 9 670.06278
1515.57646 11 1534.36159
1051.7096199999999 13 1102.8768099999998
2775.98531 15 5003.41508
EOD
$skipped6 << EOD
714285.7142857143 6
714285.7142857143 7
714285.7142857143 8
714285.7142857143 10
714285.7142857143 12
714285.7142857143 14
EOD
set title "galaxy, 100,000 boxes" noenhanced offset 0,-0.6
set ytics scale 0 enhanced ("" 0, "" 1, "" 2, "" 3, "" 4, "" 5, "" 6, "" 7, "" 8, "" 9, "" 10, "" 11, "" 12, "" 13, "" 14, "" 15, "" 16, "" 17, "" 18)
set arrow 1 from 34.779155, graph 0 to 34.779155, graph 1 nohead dt 3 lc rgb "#b3261e"
plot $group0_6 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $group1_6 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $group2_6 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $skipped6 using 1:2 with points pt 2 ps 0.5 lc rgb "#1a1a1a" notitle, \
  $group0_6 using 1:2 with points pt 7 ps 0.9 lc rgb "#b3261e" notitle, \
  $group1_6 using 1:2 with points pt 4 ps 0.75 lc rgb "#2f5d8a" notitle, \
  $group2_6 using 1:2 with points pt 8 ps 0.75 lc rgb "#1a1a1a" notitle
$group0_7 << EOD
24.54122 0 26.397269999999995
EOD
$group1_7 << EOD
28.98506 1 30.29286
88.65527 2 90.94228
173.85573 3 174.98027
246.10979 8 250.77925
747.2463499999999 14 762.3736199999998
3744.54595 16 3836.93968
4015.6762499999995 17 4101.90559
4726.27871 18 4739.43658
EOD
$group2_7 << EOD
247.46606 4 251.02847
274.60533 5 284.43243
109.295815 6 110.54029
383.85477 7 513.7871
538.01086 9 542.4849599999999
693.912915 10 707.2650399999999
1360.5327 11 1470.95451
846.33752 13 920.37362
2429.64963 15 6142.70914
EOD
$skipped7 << EOD
714285.7142857143 12
EOD
set title "pile, 100,000 boxes" noenhanced offset 0,-0.6
set ytics scale 0 enhanced ("" 0, "" 1, "" 2, "" 3, "" 4, "" 5, "" 6, "" 7, "" 8, "" 9, "" 10, "" 11, "" 12, "" 13, "" 14, "" 15, "" 16, "" 17, "" 18)
set arrow 1 from 24.54122, graph 0 to 24.54122, graph 1 nohead dt 3 lc rgb "#b3261e"
plot $group0_7 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $group1_7 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $group2_7 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $skipped7 using 1:2 with points pt 2 ps 0.5 lc rgb "#1a1a1a" notitle, \
  $group0_7 using 1:2 with points pt 7 ps 0.9 lc rgb "#b3261e" notitle, \
  $group1_7 using 1:2 with points pt 4 ps 0.75 lc rgb "#2f5d8a" notitle, \
  $group2_7 using 1:2 with points pt 8 ps 0.75 lc rgb "#1a1a1a" notitle
$group0_8 << EOD
27.79266 0 44.24949
EOD
$group1_8 << EOD
30.531984999999995 1 40.660169999999994
108.04946 2 151.64715999999999
152.84419 3 163.38697
392.12173 8 408.90482
792.14452 14 816.42299
1914.63147 16 1949.10991
2211.29741 17 2287.1932199999997
4737.99665 18 4991.59858
EOD
$group2_8 << EOD
223.48557 4 264.22324999999995
207.68482 5 313.69213
553.29287 6 1744.76364
402.9688 7 436.2654099999999
465.72728 9 562.3278999999999
413.42945 10 511.9356
815.51401 11 848.04304
758.06145 13 841.0884899999999
3628.6990199999996 15 5819.25609
EOD
$skipped8 << EOD
714285.7142857143 12
EOD
set title "roads, 100,000 boxes" noenhanced offset 0,-0.6
set ytics scale 0 enhanced ("{/:Bold quadphase}" 0, "expert-grid" 1, "sweep" 2, "grid" 3, "cgal-boxes" 4, "embree" 5, "box2d-tree" 6, "chipmunk-hash" 7, "loose" 8, "boost-rtree" 9, "ode-quadtree" 10, "ode-sweep" 11, "bullet-sweep" 12, "chipmunk-tree" 13, "points" 14, "bullet-dbvt" 15, "classic" 16, "classic-kept" 17, "brute" 18)
set arrow 1 from 27.79266, graph 0 to 27.79266, graph 1 nohead dt 3 lc rgb "#b3261e"
plot $group0_8 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $group1_8 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $group2_8 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $skipped8 using 1:2 with points pt 2 ps 0.5 lc rgb "#1a1a1a" notitle, \
  $group0_8 using 1:2 with points pt 7 ps 0.9 lc rgb "#b3261e" notitle, \
  $group1_8 using 1:2 with points pt 4 ps 0.75 lc rgb "#2f5d8a" notitle, \
  $group2_8 using 1:2 with points pt 8 ps 0.75 lc rgb "#1a1a1a" notitle
$group0_9 << EOD
33.417339999999996 0 35.81222
EOD
$group1_9 << EOD
34.93594 1 47.94824
105.84977 2 107.6455
324.68646 3 352.42246
485.70519999999993 8 575.29944
4067.8077199999993 16 4097.410349999999
4611.80008 17 4695.88354
4815.31259 18 4830.683279999999
EOD
$group2_9 << EOD
497.56327 4 512.34403
523.44313 5 806.5267999999999
764.6830849999999 7 797.919
726.09482 9 729.5990499999998
994.1031699999999 10 1200.5588999999998
1623.72563 11 1636.36168
2411.054815 15 5445.37115
EOD
$skipped9 << EOD
714285.7142857143 6
714285.7142857143 12
714285.7142857143 13
714285.7142857143 14
EOD
set title "giants, 100,000 boxes" noenhanced offset 0,-0.6
set ytics scale 0 enhanced ("" 0, "" 1, "" 2, "" 3, "" 4, "" 5, "" 6, "" 7, "" 8, "" 9, "" 10, "" 11, "" 12, "" 13, "" 14, "" 15, "" 16, "" 17, "" 18)
set arrow 1 from 33.417339999999996, graph 0 to 33.417339999999996, graph 1 nohead dt 3 lc rgb "#b3261e"
plot $group0_9 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $group1_9 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $group2_9 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $skipped9 using 1:2 with points pt 2 ps 0.5 lc rgb "#1a1a1a" notitle, \
  $group0_9 using 1:2 with points pt 7 ps 0.9 lc rgb "#b3261e" notitle, \
  $group1_9 using 1:2 with points pt 4 ps 0.75 lc rgb "#2f5d8a" notitle, \
  $group2_9 using 1:2 with points pt 8 ps 0.75 lc rgb "#1a1a1a" notitle
$group0_10 << EOD
35.545365 0 37.57567
EOD
$group1_10 << EOD
52.77959999999999 1 56.55704
123.63083999999998 2 130.00862999999998
204.25797499999996 3 206.16722
5812.64153 8 5924.53632
5922.72792 16 6031.41126
6438.392289999999 17 6559.00458
4755.56514 18 4883.10737
EOD
$group2_10 << EOD
505.34163 4 597.73659
592.8205099999999 5 736.67154
594.7959799999999 7 602.01007
1461.11345 9 1518.3907
971.53599 10 976.7716999999999
2353.89256 11 2421.4713899999997
1733.75113 13 1857.2945199999997
2276.4185999999995 15 3616.7874
EOD
$skipped10 << EOD
714285.7142857143 6
714285.7142857143 12
714285.7142857143 14
EOD
set title "walls, 100,000 boxes" noenhanced offset 0,-0.6
set ytics scale 0 enhanced ("" 0, "" 1, "" 2, "" 3, "" 4, "" 5, "" 6, "" 7, "" 8, "" 9, "" 10, "" 11, "" 12, "" 13, "" 14, "" 15, "" 16, "" 17, "" 18)
set arrow 1 from 35.545365, graph 0 to 35.545365, graph 1 nohead dt 3 lc rgb "#b3261e"
plot $group0_10 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $group1_10 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $group2_10 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $skipped10 using 1:2 with points pt 2 ps 0.5 lc rgb "#1a1a1a" notitle, \
  $group0_10 using 1:2 with points pt 7 ps 0.9 lc rgb "#b3261e" notitle, \
  $group1_10 using 1:2 with points pt 4 ps 0.75 lc rgb "#2f5d8a" notitle, \
  $group2_10 using 1:2 with points pt 8 ps 0.75 lc rgb "#1a1a1a" notitle
$group0_11 << EOD
26.860055 0 33.158809999999995
EOD
$group1_11 << EOD
29.11624 1 33.64039999999999
97.981505 2 109.32656
1041.41751 14 1044.9622
4832.40053 18 4910.98938
EOD
$group2_11 << EOD
274.61287 4 285.55473
369.617155 5 626.69534
854.43202 6 2725.98384
520.58339 7 547.42273
543.3644599999999 9 548.26402
723.7193599999998 10 774.5364099999998
1363.36207 11 1436.7283899999998
1600.72275 13 3897.54483
3542.49305 15 6701.42562
EOD
$skipped11 << EOD
714285.7142857143 3
714285.7142857143 8
714285.7142857143 12
714285.7142857143 16
714285.7142857143 17
EOD
set title "outlier, 100,000 boxes" noenhanced offset 0,-0.6
set ytics scale 0 enhanced ("" 0, "" 1, "" 2, "" 3, "" 4, "" 5, "" 6, "" 7, "" 8, "" 9, "" 10, "" 11, "" 12, "" 13, "" 14, "" 15, "" 16, "" 17, "" 18)
set arrow 1 from 26.860055, graph 0 to 26.860055, graph 1 nohead dt 3 lc rgb "#b3261e"
plot $group0_11 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $group1_11 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $group2_11 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $skipped11 using 1:2 with points pt 2 ps 0.5 lc rgb "#1a1a1a" notitle, \
  $group0_11 using 1:2 with points pt 7 ps 0.9 lc rgb "#b3261e" notitle, \
  $group1_11 using 1:2 with points pt 4 ps 0.75 lc rgb "#2f5d8a" notitle, \
  $group2_11 using 1:2 with points pt 8 ps 0.75 lc rgb "#1a1a1a" notitle
$group0_12 << EOD
22.737995 0 27.47459
EOD
$group1_12 << EOD
29.53513 1 34.51695
58.20263 2 62.07777999999999
86.302045 3 89.83725
1510.77384 8 1520.76603
818.00731 14 834.16814
4748.54725 18 4774.75441
EOD
$group2_12 << EOD
115.2683 4 121.26256
149.96319999999997 5 191.87237
256.61271 6 686.72152
341.16838 7 357.3836999999999
274.10743 9 288.14608999999996
1453.0670899999998 10 1478.3683
171.88546 11 212.80276
556.04642 13 573.51326
EOD
$skipped12 << EOD
714285.7142857143 12
714285.7142857143 15
714285.7142857143 16
714285.7142857143 17
EOD
set title "line, 100,000 boxes" noenhanced offset 0,-0.6
set ytics scale 0 enhanced ("{/:Bold quadphase}" 0, "expert-grid" 1, "sweep" 2, "grid" 3, "cgal-boxes" 4, "embree" 5, "box2d-tree" 6, "chipmunk-hash" 7, "loose" 8, "boost-rtree" 9, "ode-quadtree" 10, "ode-sweep" 11, "bullet-sweep" 12, "chipmunk-tree" 13, "points" 14, "bullet-dbvt" 15, "classic" 16, "classic-kept" 17, "brute" 18)
set arrow 1 from 22.737995, graph 0 to 22.737995, graph 1 nohead dt 3 lc rgb "#b3261e"
plot $group0_12 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $group1_12 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $group2_12 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $skipped12 using 1:2 with points pt 2 ps 0.5 lc rgb "#1a1a1a" notitle, \
  $group0_12 using 1:2 with points pt 7 ps 0.9 lc rgb "#b3261e" notitle, \
  $group1_12 using 1:2 with points pt 4 ps 0.75 lc rgb "#2f5d8a" notitle, \
  $group2_12 using 1:2 with points pt 8 ps 0.75 lc rgb "#1a1a1a" notitle
$group0_13 << EOD
1931.4263916015623 0 2054.848388671875
EOD
$group1_13 << EOD
1967.7745361328125 1 141434.73291015625
2891.4702148437495 2 168135.45971679685
9911.933349609373 3 10772.402587890623
9802.73693847656 8 126315.82861328125
14406.650146484375 14 130416.935546875
8447.53564453125 16 149180.11181640625
8400.299072265623 17 149043.677734375
2585.277221679687 18 197548.56811523435
EOD
$group2_13 << EOD
12730.2548828125 4 67178.37622070312
40660.793212890625 5 96852.93188476562
10879.95458984375 6 47996.10595703125
54598.476806640625 7 68069.80297851562
12549.38671875 9 66896.44506835938
24501.7275390625 10 26801.2578125
44175.728271484375 11 75384.0927734375
EOD
$skipped13 << EOD
714285.7142857143 12
714285.7142857143 13
714285.7142857143 15
EOD
set title "point, 4,096 boxes" noenhanced offset 0,-0.6
set ytics scale 0 enhanced ("" 0, "" 1, "" 2, "" 3, "" 4, "" 5, "" 6, "" 7, "" 8, "" 9, "" 10, "" 11, "" 12, "" 13, "" 14, "" 15, "" 16, "" 17, "" 18)
set arrow 1 from 1931.4263916015623, graph 0 to 1931.4263916015623, graph 1 nohead dt 3 lc rgb "#b3261e"
plot $group0_13 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $group1_13 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $group2_13 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $skipped13 using 1:2 with points pt 2 ps 0.5 lc rgb "#1a1a1a" notitle, \
  $group0_13 using 1:2 with points pt 7 ps 0.9 lc rgb "#b3261e" notitle, \
  $group1_13 using 1:2 with points pt 4 ps 0.75 lc rgb "#2f5d8a" notitle, \
  $group2_13 using 1:2 with points pt 8 ps 0.75 lc rgb "#1a1a1a" notitle
$group0_14 << EOD
31.242127361791464 0 36.40587823652904
EOD
$group1_14 << EOD
36.20563830850744 1 40.3815855243427
57.110466859942015 2 62.15955213435969
172.6855943217035 3 187.17634709587125
549.4331700489852 8 580.223832850145
50258.761971408574 14 50565.848845346394
2621.203838848345 16 2640.142657202839
2757.8808357492753 17 2769.0422873138054
542.1035689293212 18 547.7295811256623
EOD
$group2_14 << EOD
258.1406078176547 4 276.2149355193442
203.16300109967008 5 210.46076177146855
78.04583624912526 6 85.66170148955312
266.08877336798963 7 274.6150154953514
577.885834249725 9 602.960511846446
934.7658702389283 10 943.3041087673696
190.25802259322202 11 220.81985404378682
1359.253523942817 12 1638.7193841847443
2085.8390482855143 13 2363.690092972108
1165.1437568729382 15 9451.544536639007
EOD
$skipped14 << EOD
NaN NaN NaN
EOD
set title "box2d-pyramid, 10,003 boxes" noenhanced offset 0,-0.6
set ytics scale 0 enhanced ("" 0, "" 1, "" 2, "" 3, "" 4, "" 5, "" 6, "" 7, "" 8, "" 9, "" 10, "" 11, "" 12, "" 13, "" 14, "" 15, "" 16, "" 17, "" 18)
set arrow 1 from 31.242127361791464, graph 0 to 31.242127361791464, graph 1 nohead dt 3 lc rgb "#b3261e"
plot $group0_14 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $group1_14 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $group2_14 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $skipped14 using 1:2 with points pt 2 ps 0.5 lc rgb "#1a1a1a" notitle, \
  $group0_14 using 1:2 with points pt 7 ps 0.9 lc rgb "#b3261e" notitle, \
  $group1_14 using 1:2 with points pt 4 ps 0.75 lc rgb "#2f5d8a" notitle, \
  $group2_14 using 1:2 with points pt 8 ps 0.75 lc rgb "#1a1a1a" notitle
$group0_15 << EOD
28.465913634546183 0 33.62415033986405
EOD
$group1_15 << EOD
31.634246301479408 1 38.97071171531387
88.13924430227908 2 94.14514194322271
185.47371051579367 3 197.79238304678128
310.4449220311875 8 361.36645341863255
49028.5487804878 14 53018.30617752899
1298.2551979208315 16 1332.2400039984007
1445.481607357057 17 1453.5678728508597
525.9646641343462 18 544.0212914834066
EOD
$group2_15 << EOD
335.73630547780886 4 347.609356257497
288.88074770091964 5 301.48860455817675
128.13624550179927 6 231.61685325869647
311.2016193522591 7 331.98980407836865
612.2626449420231 9 633.2558976409435
480.80982606957207 10 516.2936825269891
576.981407437025 11 604.7102159136344
725.7427029188325 12 1050.763894442223
1004.5358856457417 13 1027.9011395441823
795.7974810075968 15 1863.2746901239504
EOD
$skipped15 << EOD
NaN NaN NaN
EOD
set title "box2d-tumbler, 10,004 boxes" noenhanced offset 0,-0.6
set ytics scale 0 enhanced ("" 0, "" 1, "" 2, "" 3, "" 4, "" 5, "" 6, "" 7, "" 8, "" 9, "" 10, "" 11, "" 12, "" 13, "" 14, "" 15, "" 16, "" 17, "" 18)
set arrow 1 from 28.465913634546183, graph 0 to 28.465913634546183, graph 1 nohead dt 3 lc rgb "#b3261e"
plot $group0_15 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $group1_15 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $group2_15 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $skipped15 using 1:2 with points pt 2 ps 0.5 lc rgb "#1a1a1a" notitle, \
  $group0_15 using 1:2 with points pt 7 ps 0.9 lc rgb "#b3261e" notitle, \
  $group1_15 using 1:2 with points pt 4 ps 0.75 lc rgb "#2f5d8a" notitle, \
  $group2_15 using 1:2 with points pt 8 ps 0.75 lc rgb "#1a1a1a" notitle
unset multiplot
