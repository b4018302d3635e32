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
set label 3 "gray line: to the longest frame;  cross at the right edge: skipped, over a second a frame" at screen 0.5,0.9627507163323782 center font ",11" enhanced
set multiplot layout 4,4 margins 0.11261261261261261,0.985,0.02005730659025788,0.9398280802292264 spacing 0.012612612612612612,0.034383954154727794
$group0_0 << EOD
29.70609 0 43.56341
EOD
$group1_0 << EOD
36.343509999999995 1 43.8302
93.54595999999998 2 107.63361999999998
175.77959 3 273.30873
270.51582999999994 8 302.6938
1221.55712 14 1354.49308
3313.08793 15 3923.31482
4175.6796 16 4434.51551
6679.58127 18 6939.89141
EOD
$group2_0 << EOD
264.88185 4 289.451
387.19763 5 761.8884
949.7659 6 2937.97887
525.4673 7 551.42602
789.13664 9 894.5137
805.36789 10 1003.16654
1303.93347 11 1450.51512
937.3481199999999 13 1116.1735499999998
3233.46469 17 6587.99326
EOD
$skipped0 << EOD
714285.7142857143 12
EOD
set title "uniform, 100,000 boxes" noenhanced offset 0,-0.6
set ytics scale 0 enhanced ("{/:Bold quadphase}" 0, "expert-grid" 1, "sweep" 2, "grid" 3, "cgal-boxes" 4, "embree" 5, "box2d-tree" 6, "boost-rtree" 7, "loose" 8, "chipmunk-hash" 9, "ode-quadtree" 10, "ode-sweep" 11, "bullet-sweep" 12, "chipmunk-tree" 13, "points" 14, "classic" 15, "classic-kept" 16, "bullet-dbvt" 17, "brute" 18)
set arrow 1 from 29.70609, graph 0 to 29.70609, graph 1 nohead dt 3 lc rgb "#b3261e"
plot $group0_0 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $group1_0 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $group2_0 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $skipped0 using 1:2 with points pt 2 ps 0.5 lc rgb "#1a1a1a" notitle, \
  $group0_0 using 1:2 with points pt 7 ps 0.9 lc rgb "#b3261e" notitle, \
  $group1_0 using 1:2 with points pt 4 ps 0.75 lc rgb "#2f5d8a" notitle, \
  $group2_0 using 1:2 with points pt 8 ps 0.75 lc rgb "#1a1a1a" notitle
unset label
$group0_1 << EOD
42.704875 0 50.48731
EOD
$group1_1 << EOD
54.18441 1 60.34326999999999
189.2941 2 225.28392999999997
524.7358099999999 3 601.01429
666.17302 8 1063.04597
2910.76457 14 4009.58751
7936.269189999999 15 8598.73765
8845.064299999998 16 9151.1998
7707.11766 18 7892.86748
EOD
$group2_1 << EOD
397.50113 4 435.8719999999999
1072.46814 5 2203.56839
747.853975 7 824.2714
1425.17082 9 1504.0490599999996
2775.70712 10 3107.93725
2630.6016999999997 11 2684.74614
7664.06175 17 9496.84365
EOD
$skipped1 << EOD
714285.7142857143 6
714285.7142857143 12
714285.7142857143 13
EOD
set title "dense, 100,000 boxes" noenhanced offset 0,-0.6
set ytics scale 0 enhanced ("" 0, "" 1, "" 2, "" 3, "" 4, "" 5, "" 6, "" 7, "" 8, "" 9, "" 10, "" 11, "" 12, "" 13, "" 14, "" 15, "" 16, "" 17, "" 18)
set arrow 1 from 42.704875, graph 0 to 42.704875, graph 1 nohead dt 3 lc rgb "#b3261e"
plot $group0_1 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $group1_1 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $group2_1 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $skipped1 using 1:2 with points pt 2 ps 0.5 lc rgb "#1a1a1a" notitle, \
  $group0_1 using 1:2 with points pt 7 ps 0.9 lc rgb "#b3261e" notitle, \
  $group1_1 using 1:2 with points pt 4 ps 0.75 lc rgb "#2f5d8a" notitle, \
  $group2_1 using 1:2 with points pt 8 ps 0.75 lc rgb "#1a1a1a" notitle
$group0_2 << EOD
21.69257 0 27.13267
EOD
$group1_2 << EOD
34.19037 1 44.80015
40.59629 2 55.75975
89.744725 3 147.03923999999998
275.92568 8 400.05443
619.3920199999999 14 1263.10403
1025.49625 15 1650.02152
1619.47588 16 1816.5678699999996
6700.32392 18 6956.0449899999985
EOD
$group2_2 << EOD
151.232725 4 182.1671
90.65571499999999 5 120.43216
433.13584 6 1414.9603299999997
300.66927999999996 7 385.47464
558.92938 9 722.5221499999999
321.308485 10 399.28719
479.26852 11 552.3745299999999
604.09807 13 667.58702
1685.01418 17 5936.9835
EOD
$skipped2 << EOD
714285.7142857143 12
EOD
set title "sparse, 100,000 boxes" noenhanced offset 0,-0.6
set ytics scale 0 enhanced ("" 0, "" 1, "" 2, "" 3, "" 4, "" 5, "" 6, "" 7, "" 8, "" 9, "" 10, "" 11, "" 12, "" 13, "" 14, "" 15, "" 16, "" 17, "" 18)
set arrow 1 from 21.69257, graph 0 to 21.69257, graph 1 nohead dt 3 lc rgb "#b3261e"
plot $group0_2 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $group1_2 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $group2_2 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $skipped2 using 1:2 with points pt 2 ps 0.5 lc rgb "#1a1a1a" notitle, \
  $group0_2 using 1:2 with points pt 7 ps 0.9 lc rgb "#b3261e" notitle, \
  $group1_2 using 1:2 with points pt 4 ps 0.75 lc rgb "#2f5d8a" notitle, \
  $group2_2 using 1:2 with points pt 8 ps 0.75 lc rgb "#1a1a1a" notitle
$group0_3 << EOD
30.66407 0 34.18876
EOD
$group1_3 << EOD
49.238595 1 58.79296
63.08204 2 71.55304
209.16746999999995 3 263.67745
394.61544 8 478.71984999999995
1188.357135 14 2254.00922
1854.8273899999997 15 2436.6100699999997
2164.81814 16 2761.28556
6209.48855 18 6947.14555
EOD
$group2_3 << EOD
268.91423999999995 4 282.24527
293.29762 5 324.84575
872.4013099999999 6 1391.3625299999997
477.58016 7 490.23088
703.1591399999999 9 792.89253
689.3449799999999 10 732.3834099999998
668.9008799999999 11 742.3718699999998
941.6945899999998 13 1130.6647
2607.99232 17 4913.31547
EOD
$skipped3 << EOD
714285.7142857143 12
EOD
set title "clusters, 100,000 boxes" noenhanced offset 0,-0.6
set ytics scale 0 enhanced ("" 0, "" 1, "" 2, "" 3, "" 4, "" 5, "" 6, "" 7, "" 8, "" 9, "" 10, "" 11, "" 12, "" 13, "" 14, "" 15, "" 16, "" 17, "" 18)
set arrow 1 from 30.66407, graph 0 to 30.66407, graph 1 nohead dt 3 lc rgb "#b3261e"
plot $group0_3 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $group1_3 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $group2_3 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $skipped3 using 1:2 with points pt 2 ps 0.5 lc rgb "#1a1a1a" notitle, \
  $group0_3 using 1:2 with points pt 7 ps 0.9 lc rgb "#b3261e" notitle, \
  $group1_3 using 1:2 with points pt 4 ps 0.75 lc rgb "#2f5d8a" notitle, \
  $group2_3 using 1:2 with points pt 8 ps 0.75 lc rgb "#1a1a1a" notitle
$group0_4 << EOD
27.97001 0 30.030569999999994
EOD
$group1_4 << EOD
43.53832 1 53.96668
82.25922499999999 2 93.56209
178.94980999999996 3 237.04033
879.5996199999998 8 1243.4886999999999
1906.07978 15 2248.3783499999995
1920.11732 16 2033.86022
6224.93938 18 7197.21591
EOD
$group2_4 << EOD
462.88751 4 498.40454
241.45775 5 445.73249
1092.715205 6 2052.11093
532.02616 7 577.5594899999999
1878.793595 9 2154.70359
555.4816 10 707.8434
996.551545 11 1112.07815
3016.713489999999 17 5081.101779999999
EOD
$skipped4 << EOD
714285.7142857143 12
714285.7142857143 13
714285.7142857143 14
EOD
set title "mixed, 100,000 boxes" noenhanced offset 0,-0.6
set ytics scale 0 enhanced ("{/:Bold quadphase}" 0, "expert-grid" 1, "sweep" 2, "grid" 3, "cgal-boxes" 4, "embree" 5, "box2d-tree" 6, "boost-rtree" 7, "loose" 8, "chipmunk-hash" 9, "ode-quadtree" 10, "ode-sweep" 11, "bullet-sweep" 12, "chipmunk-tree" 13, "points" 14, "classic" 15, "classic-kept" 16, "bullet-dbvt" 17, "brute" 18)
set arrow 1 from 27.97001, graph 0 to 27.97001, graph 1 nohead dt 3 lc rgb "#b3261e"
plot $group0_4 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $group1_4 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $group2_4 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $skipped4 using 1:2 with points pt 2 ps 0.5 lc rgb "#1a1a1a" notitle, \
  $group0_4 using 1:2 with points pt 7 ps 0.9 lc rgb "#b3261e" notitle, \
  $group1_4 using 1:2 with points pt 4 ps 0.75 lc rgb "#2f5d8a" notitle, \
  $group2_4 using 1:2 with points pt 8 ps 0.75 lc rgb "#1a1a1a" notitle
$group0_5 << EOD
31.966055 0 34.76340999999999
EOD
$group1_5 << EOD
65.11346 1 75.92314999999999
117.27815999999999 2 126.83798999999998
155.213 3 171.27269
732.20064 8 785.25686
1837.40217 14 2443.25485
2925.444569999999 15 3216.68532
2867.6588 16 3207.85268
6828.11098 18 7296.5257
EOD
$group2_5 << EOD
257.47763 4 271.32523
433.85782 5 734.26431
1071.95477 6 1322.89197
552.8452199999999 7 582.1468199999999
811.37633 9 957.18023
598.5137599999999 10 675.65833
1218.46432 11 1269.42393
1167.6688499999998 13 1219.8159299999998
3084.1162099999992 17 5681.05739
EOD
$skipped5 << EOD
714285.7142857143 12
EOD
set title "decades, 100,000 boxes" noenhanced offset 0,-0.6
set ytics scale 0 enhanced ("" 0, "" 1, "" 2, "" 3, "" 4, "" 5, "" 6, "" 7, "" 8, "" 9, "" 10, "" 11, "" 12, "" 13, "" 14, "" 15, "" 16, "" 17, "" 18)
set arrow 1 from 31.966055, graph 0 to 31.966055, graph 1 nohead dt 3 lc rgb "#b3261e"
plot $group0_5 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $group1_5 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $group2_5 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $skipped5 using 1:2 with points pt 2 ps 0.5 lc rgb "#1a1a1a" notitle, \
  $group0_5 using 1:2 with points pt 7 ps 0.9 lc rgb "#b3261e" notitle, \
  $group1_5 using 1:2 with points pt 4 ps 0.75 lc rgb "#2f5d8a" notitle, \
  $group2_5 using 1:2 with points pt 8 ps 0.75 lc rgb "#1a1a1a" notitle
$group0_6 << EOD
36.21397 0 40.70985999999999
EOD
$group1_6 << EOD
269.41504 1 320.06904999999995
151.00494 2 177.92188
2673.812835 3 2707.61412
5074.570819999999 8 5463.76479
8059.93246 15 8533.84556
8001.87923 16 8688.31777
7077.2201 18 7181.361029999999
EOD
$group2_6 << EOD
481.5053 4 538.99483
281.60992999999996 5 380.66478
616.59797 7 698.95243
1946.0115399999997 11 2108.49891
1151.17171 13 1418.55984
4186.303959999999 17 6200.50723
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
set arrow 1 from 36.21397, graph 0 to 36.21397, graph 1 nohead dt 3 lc rgb "#b3261e"
plot $group0_6 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $group1_6 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $group2_6 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $skipped6 using 1:2 with points pt 2 ps 0.5 lc rgb "#1a1a1a" notitle, \
  $group0_6 using 1:2 with points pt 7 ps 0.9 lc rgb "#b3261e" notitle, \
  $group1_6 using 1:2 with points pt 4 ps 0.75 lc rgb "#2f5d8a" notitle, \
  $group2_6 using 1:2 with points pt 8 ps 0.75 lc rgb "#1a1a1a" notitle
$group0_7 << EOD
26.21069 0 32.55233
EOD
$group1_7 << EOD
36.881465 1 40.5309
84.99564 2 98.26077
162.632885 3 174.20555999999996
251.31721499999998 8 295.99904
1274.66302 14 1666.4504599999998
4086.1301299999996 15 4265.585289999999
4365.91635 16 4941.42814
6782.77032 18 7138.55405
EOD
$group2_7 << EOD
249.65739 4 268.29591999999997
273.9914 5 330.48733999999996
102.985305 6 118.46402999999998
511.20618 7 577.31167
593.816925 9 714.9986
790.964915 10 965.67346
1394.07486 11 1425.0054799999998
999.89136 13 1092.29372
3845.63827 17 7511.075569999999
EOD
$skipped7 << EOD
714285.7142857143 12
EOD
set title "pile, 100,000 boxes" noenhanced offset 0,-0.6
set ytics scale 0 enhanced ("" 0, "" 1, "" 2, "" 3, "" 4, "" 5, "" 6, "" 7, "" 8, "" 9, "" 10, "" 11, "" 12, "" 13, "" 14, "" 15, "" 16, "" 17, "" 18)
set arrow 1 from 26.21069, graph 0 to 26.21069, graph 1 nohead dt 3 lc rgb "#b3261e"
plot $group0_7 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $group1_7 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $group2_7 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $skipped7 using 1:2 with points pt 2 ps 0.5 lc rgb "#1a1a1a" notitle, \
  $group0_7 using 1:2 with points pt 7 ps 0.9 lc rgb "#b3261e" notitle, \
  $group1_7 using 1:2 with points pt 4 ps 0.75 lc rgb "#2f5d8a" notitle, \
  $group2_7 using 1:2 with points pt 8 ps 0.75 lc rgb "#1a1a1a" notitle
$group0_8 << EOD
22.5194 0 29.26974
EOD
$group1_8 << EOD
32.28112 1 44.99213999999999
82.75751 2 97.68872
127.64809 3 148.58063
347.0981049999999 8 402.30578
1021.3824299999999 14 1279.50001
1552.85847 15 1856.7748799999997
1821.20457 16 2285.23227
5628.11823 18 5915.12108
EOD
$group2_8 << EOD
190.93414 4 233.23877
172.29411 5 231.43888999999996
505.84520999999995 6 1719.75866
367.19815 7 434.01365
571.29507 9 711.79508
483.57172 10 546.6368
800.68592 11 888.09535
812.2914899999998 13 970.24957
2820.156985 17 6131.5172
EOD
$skipped8 << EOD
714285.7142857143 12
EOD
set title "roads, 100,000 boxes" noenhanced offset 0,-0.6
set ytics scale 0 enhanced ("{/:Bold quadphase}" 0, "expert-grid" 1, "sweep" 2, "grid" 3, "cgal-boxes" 4, "embree" 5, "box2d-tree" 6, "boost-rtree" 7, "loose" 8, "chipmunk-hash" 9, "ode-quadtree" 10, "ode-sweep" 11, "bullet-sweep" 12, "chipmunk-tree" 13, "points" 14, "classic" 15, "classic-kept" 16, "bullet-dbvt" 17, "brute" 18)
set arrow 1 from 22.5194, graph 0 to 22.5194, graph 1 nohead dt 3 lc rgb "#b3261e"
plot $group0_8 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $group1_8 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $group2_8 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $skipped8 using 1:2 with points pt 2 ps 0.5 lc rgb "#1a1a1a" notitle, \
  $group0_8 using 1:2 with points pt 7 ps 0.9 lc rgb "#b3261e" notitle, \
  $group1_8 using 1:2 with points pt 4 ps 0.75 lc rgb "#2f5d8a" notitle, \
  $group2_8 using 1:2 with points pt 8 ps 0.75 lc rgb "#1a1a1a" notitle
$group0_9 << EOD
36.29619999999999 0 42.94048
EOD
$group1_9 << EOD
43.561505 1 50.58355
97.00331 2 113.01763
297.27914499999997 3 325.31645
434.02837 8 494.70453
4639.69994 15 4677.44289
4815.40081 16 5783.82126
6609.67533 18 7977.88831
EOD
$group2_9 << EOD
509.84035 4 556.5278
504.1585 5 775.8174199999999
779.66175 7 869.56598
1577.76332 9 1758.39083
1502.70767 10 1784.16077
2535.68936 11 2879.77573
4486.587159999999 17 7207.256699999999
EOD
$skipped9 << EOD
714285.7142857143 6
714285.7142857143 12
714285.7142857143 13
714285.7142857143 14
EOD
set title "giants, 100,000 boxes" noenhanced offset 0,-0.6
set ytics scale 0 enhanced ("" 0, "" 1, "" 2, "" 3, "" 4, "" 5, "" 6, "" 7, "" 8, "" 9, "" 10, "" 11, "" 12, "" 13, "" 14, "" 15, "" 16, "" 17, "" 18)
set arrow 1 from 36.29619999999999, graph 0 to 36.29619999999999, graph 1 nohead dt 3 lc rgb "#b3261e"
plot $group0_9 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $group1_9 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $group2_9 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $skipped9 using 1:2 with points pt 2 ps 0.5 lc rgb "#1a1a1a" notitle, \
  $group0_9 using 1:2 with points pt 7 ps 0.9 lc rgb "#b3261e" notitle, \
  $group1_9 using 1:2 with points pt 4 ps 0.75 lc rgb "#2f5d8a" notitle, \
  $group2_9 using 1:2 with points pt 8 ps 0.75 lc rgb "#1a1a1a" notitle
$group0_10 << EOD
36.52514 0 43.64973
EOD
$group1_10 << EOD
51.1569 1 68.91211999999999
105.77354999999999 2 132.41819
179.52026 3 192.2493
5176.82879 8 5717.95608
4517.2287 15 5000.84429
5103.234 16 6115.2459
5900.47029 18 6764.41212
EOD
$group2_10 << EOD
451.24497999999994 4 511.97353
461.45027 5 623.77825
1257.60034 7 1364.80162
533.71967 9 834.33408
1016.71139 10 1240.70079
2450.0208099999995 11 2797.5476
1701.2455649999997 13 2047.16341
EOD
$skipped10 << EOD
714285.7142857143 6
714285.7142857143 12
714285.7142857143 14
714285.7142857143 17
EOD
set title "walls, 100,000 boxes" noenhanced offset 0,-0.6
set ytics scale 0 enhanced ("" 0, "" 1, "" 2, "" 3, "" 4, "" 5, "" 6, "" 7, "" 8, "" 9, "" 10, "" 11, "" 12, "" 13, "" 14, "" 15, "" 16, "" 17, "" 18)
set arrow 1 from 36.52514, graph 0 to 36.52514, graph 1 nohead dt 3 lc rgb "#b3261e"
plot $group0_10 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $group1_10 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $group2_10 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $skipped10 using 1:2 with points pt 2 ps 0.5 lc rgb "#1a1a1a" notitle, \
  $group0_10 using 1:2 with points pt 7 ps 0.9 lc rgb "#b3261e" notitle, \
  $group1_10 using 1:2 with points pt 4 ps 0.75 lc rgb "#2f5d8a" notitle, \
  $group2_10 using 1:2 with points pt 8 ps 0.75 lc rgb "#1a1a1a" notitle
$group0_11 << EOD
23.692949999999996 0 26.73377
EOD
$group1_11 << EOD
29.632989999999996 1 42.38485
80.26660999999999 2 91.51554
1113.92781 14 1604.19875
5689.5011 18 6902.90574
EOD
$group2_11 << EOD
233.62043999999997 4 261.45155
290.3624 5 592.74058
535.730365 6 2550.11542
433.35857 7 525.77155
647.32207 9 733.2913599999998
775.40301 10 918.74485
1092.83453 11 1277.26118
1780.74829 13 4234.23335
4284.725145 17 7078.02966
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
set arrow 1 from 23.692949999999996, graph 0 to 23.692949999999996, graph 1 nohead dt 3 lc rgb "#b3261e"
plot $group0_11 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $group1_11 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $group2_11 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $skipped11 using 1:2 with points pt 2 ps 0.5 lc rgb "#1a1a1a" notitle, \
  $group0_11 using 1:2 with points pt 7 ps 0.9 lc rgb "#b3261e" notitle, \
  $group1_11 using 1:2 with points pt 4 ps 0.75 lc rgb "#2f5d8a" notitle, \
  $group2_11 using 1:2 with points pt 8 ps 0.75 lc rgb "#1a1a1a" notitle
$group0_12 << EOD
24.380059999999997 0 27.77262
EOD
$group1_12 << EOD
38.21726 1 44.38393
44.67847 2 54.54213999999999
83.4203 3 109.31621999999999
1643.906415 8 1930.14413
1417.7219399999997 14 2220.8049699999997
6679.65598 18 7422.07872
EOD
$group2_12 << EOD
114.12988 4 130.77464
155.93157 5 202.44887
286.32268999999997 6 744.12679
278.985275 7 312.92802
950.72743 9 1143.6037499999998
2511.14097 10 2562.9576199999997
336.50749999999994 11 362.60222
751.42934 13 858.44555
EOD
$skipped12 << EOD
714285.7142857143 12
714285.7142857143 15
714285.7142857143 16
714285.7142857143 17
EOD
set title "line, 100,000 boxes" noenhanced offset 0,-0.6
set ytics scale 0 enhanced ("{/:Bold quadphase}" 0, "expert-grid" 1, "sweep" 2, "grid" 3, "cgal-boxes" 4, "embree" 5, "box2d-tree" 6, "boost-rtree" 7, "loose" 8, "chipmunk-hash" 9, "ode-quadtree" 10, "ode-sweep" 11, "bullet-sweep" 12, "chipmunk-tree" 13, "points" 14, "classic" 15, "classic-kept" 16, "bullet-dbvt" 17, "brute" 18)
set arrow 1 from 24.380059999999997, graph 0 to 24.380059999999997, graph 1 nohead dt 3 lc rgb "#b3261e"
plot $group0_12 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $group1_12 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $group2_12 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $skipped12 using 1:2 with points pt 2 ps 0.5 lc rgb "#1a1a1a" notitle, \
  $group0_12 using 1:2 with points pt 7 ps 0.9 lc rgb "#b3261e" notitle, \
  $group1_12 using 1:2 with points pt 4 ps 0.75 lc rgb "#2f5d8a" notitle, \
  $group2_12 using 1:2 with points pt 8 ps 0.75 lc rgb "#1a1a1a" notitle
$group0_13 << EOD
1187.2861328125 0 42098.5546875
EOD
$group1_13 << EOD
1913.4617919921873 1 109983.62670898438
1453.7912597656248 2 135009.64526367188
8421.51123046875 3 10642.286865234375
9472.33215332031 8 109153.55639648438
10366.01416015625 14 120435.84814453125
7616.9462890625 15 117013.37866210938
7255.769287109375 16 120840.29003906249
1563.495361328125 18 181534.88256835938
EOD
$group2_13 << EOD
11031.053710937498 4 55723.97314453124
34118.24548339844 5 89865.66406249999
14077.23193359375 6 45893.296630859375
13495.598876953123 7 57738.845458984375
40628.4794921875 9 90459.76049804688
31826.93408203125 10 40346.568603515625
45087.092041015625 11 107063.92431640624
EOD
$skipped13 << EOD
714285.7142857143 12
714285.7142857143 13
714285.7142857143 17
EOD
set title "point, 4,096 boxes" noenhanced offset 0,-0.6
set ytics scale 0 enhanced ("" 0, "" 1, "" 2, "" 3, "" 4, "" 5, "" 6, "" 7, "" 8, "" 9, "" 10, "" 11, "" 12, "" 13, "" 14, "" 15, "" 16, "" 17, "" 18)
set arrow 1 from 1187.2861328125, graph 0 to 1187.2861328125, graph 1 nohead dt 3 lc rgb "#b3261e"
plot $group0_13 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $group1_13 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $group2_13 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $skipped13 using 1:2 with points pt 2 ps 0.5 lc rgb "#1a1a1a" notitle, \
  $group0_13 using 1:2 with points pt 7 ps 0.9 lc rgb "#b3261e" notitle, \
  $group1_13 using 1:2 with points pt 4 ps 0.75 lc rgb "#2f5d8a" notitle, \
  $group2_13 using 1:2 with points pt 8 ps 0.75 lc rgb "#1a1a1a" notitle
$group0_14 << EOD
35.571328601419566 0 49.3736878936319
EOD
$group1_14 << EOD
39.50939718084574 1 44.17944616615015
36.92787163850845 2 44.08637408777367
164.3672898130561 3 187.1002699190243
529.0064980505848 8 632.3463960811756
36783.91642507247 14 39688.62101369589
2137.9140257922622 15 2293.396680995701
2269.680545836249 16 2455.7055883235025
617.3844846546036 18 760.5776267119865
EOD
$group2_14 << EOD
258.8370488853344 4 284.02239328201534
203.14030790762772 5 271.87903628911323
61.36389083275017 6 84.45836249125263
544.3341997400779 7 921.0511846446066
270.7366290112966 9 526.1084674597621
1076.1805458362492 10 1177.9795061481555
193.8362491252624 11 332.37188843346996
1605.5624312706188 12 2106.134259722083
2209.3038088573426 13 2615.451264620614
2269.7917124862543 17 9879.671798460462
EOD
$skipped14 << EOD
NaN NaN NaN
EOD
set title "box2d-pyramid, 10,003 boxes" noenhanced offset 0,-0.6
set ytics scale 0 enhanced ("" 0, "" 1, "" 2, "" 3, "" 4, "" 5, "" 6, "" 7, "" 8, "" 9, "" 10, "" 11, "" 12, "" 13, "" 14, "" 15, "" 16, "" 17, "" 18)
set arrow 1 from 35.571328601419566, graph 0 to 35.571328601419566, graph 1 nohead dt 3 lc rgb "#b3261e"
plot $group0_14 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $group1_14 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $group2_14 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $skipped14 using 1:2 with points pt 2 ps 0.5 lc rgb "#1a1a1a" notitle, \
  $group0_14 using 1:2 with points pt 7 ps 0.9 lc rgb "#b3261e" notitle, \
  $group1_14 using 1:2 with points pt 4 ps 0.75 lc rgb "#2f5d8a" notitle, \
  $group2_14 using 1:2 with points pt 8 ps 0.75 lc rgb "#1a1a1a" notitle
$group0_15 << EOD
31.527289084366252 0 49.88234706117553
EOD
$group1_15 << EOD
32.013894442223105 1 44.74570171931227
73.24370251899241 2 92.53868452618951
165.80237904838066 3 186.13354658136745
238.9986005597761 8 393.34156337465015
30142.720511795284 14 43331.67143142742
1115.4488204718111 15 1305.345461815274
1212.4594162335065 16 1384.4656137544982
564.0537784886045 18 757.9177329068373
EOD
$group2_15 << EOD
320.81607357057175 4 368.49300279888047
284.73790483806476 5 372.32217113154735
135.12005197920828 6 211.07467013194722
577.1320471811275 7 721.2404038384645
327.7336065573771 9 531.6760295881647
584.766293482607 10 730.9744102359056
599.4514194322271 11 655.516293482607
786.904288284686 12 963.4625149940024
908.7378548580566 13 1092.1935225909635
1308.7582966813275 17 2193.9174330267892
EOD
$skipped15 << EOD
NaN NaN NaN
EOD
set title "box2d-tumbler, 10,004 boxes" noenhanced offset 0,-0.6
set ytics scale 0 enhanced ("" 0, "" 1, "" 2, "" 3, "" 4, "" 5, "" 6, "" 7, "" 8, "" 9, "" 10, "" 11, "" 12, "" 13, "" 14, "" 15, "" 16, "" 17, "" 18)
set arrow 1 from 31.527289084366252, graph 0 to 31.527289084366252, graph 1 nohead dt 3 lc rgb "#b3261e"
plot $group0_15 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $group1_15 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $group2_15 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $skipped15 using 1:2 with points pt 2 ps 0.5 lc rgb "#1a1a1a" notitle, \
  $group0_15 using 1:2 with points pt 7 ps 0.9 lc rgb "#b3261e" notitle, \
  $group1_15 using 1:2 with points pt 4 ps 0.75 lc rgb "#2f5d8a" notitle, \
  $group2_15 using 1:2 with points pt 8 ps 0.75 lc rgb "#1a1a1a" notitle
unset multiplot
