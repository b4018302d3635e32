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
28.175269999999994 0 34.737989999999996
EOD
$group1_0 << EOD
35.66026 1 39.558139999999995
94.533885 2 107.62383999999999
196.8404 3 322.06412
309.91450999999995 8 353.63431999999995
2297.29339 14 2546.0751299999997
4723.19934 15 5365.248299999999
4948.55289 16 5507.10263
7076.04153 18 7483.69683
EOD
$group2_0 << EOD
280.98753 4 299.71068
431.16585 5 745.18474
956.98531 6 3156.72054
526.0644199999999 7 580.70532
934.1733 9 1026.6
1030.73203 10 1153.80326
1421.09419 11 1616.63466
1129.05889 13 1215.348
3642.419079999999 17 6593.26679
EOD
$skipped0 << EOD
714285.7142857143 12
EOD
set title "uniform, 100,000 boxes" noenhanced offset 0,-0.6
set ytics scale 0 enhanced ("{/:Bold quadphase}" 0, "expert-grid" 1, "sweep" 2, "grid" 3, "cgal-boxes" 4, "embree" 5, "box2d-tree" 6, "boost-rtree" 7, "loose" 8, "chipmunk-hash" 9, "ode-quadtree" 10, "ode-sweep" 11, "bullet-sweep" 12, "chipmunk-tree" 13, "points" 14, "classic" 15, "classic-kept" 16, "bullet-dbvt" 17, "brute" 18)
set arrow 1 from 28.175269999999994, graph 0 to 28.175269999999994, graph 1 nohead dt 3 lc rgb "#b3261e"
plot $group0_0 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $group1_0 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $group2_0 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $skipped0 using 1:2 with points pt 2 ps 0.5 lc rgb "#1a1a1a" notitle, \
  $group0_0 using 1:2 with points pt 7 ps 0.9 lc rgb "#b3261e" notitle, \
  $group1_0 using 1:2 with points pt 4 ps 0.75 lc rgb "#2f5d8a" notitle, \
  $group2_0 using 1:2 with points pt 8 ps 0.75 lc rgb "#1a1a1a" notitle
unset label
$group0_1 << EOD
37.01107 0 54.75506999999999
EOD
$group1_1 << EOD
39.84266 1 51.97905
186.76565999999997 2 209.37678
523.56652 3 575.66916
621.65372 8 734.3721099999999
1580.52543 14 3343.00302
6718.91098 15 8692.69541
8560.8759 16 9608.40994
6264.27359 18 6933.26378
EOD
$group2_1 << EOD
388.71823 4 453.31548
962.46343 5 2419.37016
683.60866 7 806.3210699999998
1083.534 9 1397.45014
2169.1956 10 2617.60106
2075.06101 11 2528.00895
1762.05683 13 2405.75312
6895.4342 17 9009.11126
EOD
$skipped1 << EOD
714285.7142857143 6
714285.7142857143 12
EOD
set title "dense, 100,000 boxes" noenhanced offset 0,-0.6
set ytics scale 0 enhanced ("" 0, "" 1, "" 2, "" 3, "" 4, "" 5, "" 6, "" 7, "" 8, "" 9, "" 10, "" 11, "" 12, "" 13, "" 14, "" 15, "" 16, "" 17, "" 18)
set arrow 1 from 37.01107, graph 0 to 37.01107, graph 1 nohead dt 3 lc rgb "#b3261e"
plot $group0_1 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $group1_1 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $group2_1 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $skipped1 using 1:2 with points pt 2 ps 0.5 lc rgb "#1a1a1a" notitle, \
  $group0_1 using 1:2 with points pt 7 ps 0.9 lc rgb "#b3261e" notitle, \
  $group1_1 using 1:2 with points pt 4 ps 0.75 lc rgb "#2f5d8a" notitle, \
  $group2_1 using 1:2 with points pt 8 ps 0.75 lc rgb "#1a1a1a" notitle
$group0_2 << EOD
20.85051 0 22.30747
EOD
$group1_2 << EOD
31.61426 1 33.42485
47.10231999999999 2 61.50497
88.95617 3 97.77054
301.431935 8 419.52318999999994
867.46445 14 985.63017
1114.6529799999998 15 1602.40797
1516.53516 16 1920.9516599999997
7005.56686 18 7305.17159
EOD
$group2_2 << EOD
166.41249 4 175.67712
102.68671999999998 5 133.2958
520.74664 6 1428.63937
350.33232 7 394.43009
594.9824899999999 9 683.30992
344.96727 10 381.15291
470.79079 11 551.3361899999999
672.40425 13 746.58181
1687.8051499999997 17 5959.13316
EOD
$skipped2 << EOD
714285.7142857143 12
EOD
set title "sparse, 100,000 boxes" noenhanced offset 0,-0.6
set ytics scale 0 enhanced ("" 0, "" 1, "" 2, "" 3, "" 4, "" 5, "" 6, "" 7, "" 8, "" 9, "" 10, "" 11, "" 12, "" 13, "" 14, "" 15, "" 16, "" 17, "" 18)
set arrow 1 from 20.85051, graph 0 to 20.85051, graph 1 nohead dt 3 lc rgb "#b3261e"
plot $group0_2 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $group1_2 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $group2_2 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $skipped2 using 1:2 with points pt 2 ps 0.5 lc rgb "#1a1a1a" notitle, \
  $group0_2 using 1:2 with points pt 7 ps 0.9 lc rgb "#b3261e" notitle, \
  $group1_2 using 1:2 with points pt 4 ps 0.75 lc rgb "#2f5d8a" notitle, \
  $group2_2 using 1:2 with points pt 8 ps 0.75 lc rgb "#1a1a1a" notitle
$group0_3 << EOD
30.21219 0 40.80358999999999
EOD
$group1_3 << EOD
43.25330999999999 1 49.01656
65.94861 2 81.55538999999999
219.55856 3 262.79446
416.21544 8 484.23612
1645.0026 14 1994.92502
2567.79643 15 2661.29593
2966.74122 16 3214.79382
6328.243785 18 7052.36133
EOD
$group2_3 << EOD
257.16001 4 291.25114
244.57594999999995 5 307.26878
934.21846 6 1323.4412899999998
443.44384999999994 7 492.9282999999999
797.62858 9 880.84133
760.73189 10 794.65307
736.59191 11 757.72213
1027.82257 13 1096.17685
2712.31806 17 4437.20378
EOD
$skipped3 << EOD
714285.7142857143 12
EOD
set title "clusters, 100,000 boxes" noenhanced offset 0,-0.6
set ytics scale 0 enhanced ("" 0, "" 1, "" 2, "" 3, "" 4, "" 5, "" 6, "" 7, "" 8, "" 9, "" 10, "" 11, "" 12, "" 13, "" 14, "" 15, "" 16, "" 17, "" 18)
set arrow 1 from 30.21219, graph 0 to 30.21219, graph 1 nohead dt 3 lc rgb "#b3261e"
plot $group0_3 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $group1_3 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $group2_3 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $skipped3 using 1:2 with points pt 2 ps 0.5 lc rgb "#1a1a1a" notitle, \
  $group0_3 using 1:2 with points pt 7 ps 0.9 lc rgb "#b3261e" notitle, \
  $group1_3 using 1:2 with points pt 4 ps 0.75 lc rgb "#2f5d8a" notitle, \
  $group2_3 using 1:2 with points pt 8 ps 0.75 lc rgb "#1a1a1a" notitle
$group0_4 << EOD
28.63064 0 33.09175
EOD
$group1_4 << EOD
41.610879999999995 1 48.95186
85.968935 2 108.89631999999997
181.907605 3 260.02675999999997
1125.12386 8 1206.7164
2041.58889 15 2298.03174
2309.32678 16 2746.5925799999995
5967.63516 18 6927.06068
EOD
$group2_4 << EOD
438.93096 4 493.79379
290.51896 5 374.5689499999999
1078.8808 6 2097.41079
482.34942 7 567.9767
1844.91646 9 2097.6959599999996
577.02146 10 773.03693
932.81588 11 1177.39143
2989.49885 17 5536.21443
EOD
$skipped4 << EOD
714285.7142857143 12
714285.7142857143 13
714285.7142857143 14
EOD
set title "mixed, 100,000 boxes" noenhanced offset 0,-0.6
set ytics scale 0 enhanced ("{/:Bold quadphase}" 0, "expert-grid" 1, "sweep" 2, "grid" 3, "cgal-boxes" 4, "embree" 5, "box2d-tree" 6, "boost-rtree" 7, "loose" 8, "chipmunk-hash" 9, "ode-quadtree" 10, "ode-sweep" 11, "bullet-sweep" 12, "chipmunk-tree" 13, "points" 14, "classic" 15, "classic-kept" 16, "bullet-dbvt" 17, "brute" 18)
set arrow 1 from 28.63064, graph 0 to 28.63064, graph 1 nohead dt 3 lc rgb "#b3261e"
plot $group0_4 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $group1_4 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $group2_4 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $skipped4 using 1:2 with points pt 2 ps 0.5 lc rgb "#1a1a1a" notitle, \
  $group0_4 using 1:2 with points pt 7 ps 0.9 lc rgb "#b3261e" notitle, \
  $group1_4 using 1:2 with points pt 4 ps 0.75 lc rgb "#2f5d8a" notitle, \
  $group2_4 using 1:2 with points pt 8 ps 0.75 lc rgb "#1a1a1a" notitle
$group0_5 << EOD
32.51379 0 40.84585
EOD
$group1_5 << EOD
61.51153 1 68.75172
106.96446 2 128.19422999999998
163.07834 3 173.86453
713.86932 8 871.79502
2279.89195 14 3994.92061
2691.25404 15 3578.2500999999993
3412.1594899999996 16 3784.4003899999993
6162.03663 18 7394.89239
EOD
$group2_5 << EOD
247.07335 4 284.13299
402.41473 5 735.83659
1120.47696 6 1307.27596
546.91613 7 595.39209
1074.0464399999998 9 1200.3906699999998
720.89463 10 743.12799
1237.53699 11 1319.28898
1172.84739 13 1447.02012
3370.55191 17 5727.219769999999
EOD
$skipped5 << EOD
714285.7142857143 12
EOD
set title "decades, 100,000 boxes" noenhanced offset 0,-0.6
set ytics scale 0 enhanced ("" 0, "" 1, "" 2, "" 3, "" 4, "" 5, "" 6, "" 7, "" 8, "" 9, "" 10, "" 11, "" 12, "" 13, "" 14, "" 15, "" 16, "" 17, "" 18)
set arrow 1 from 32.51379, graph 0 to 32.51379, graph 1 nohead dt 3 lc rgb "#b3261e"
plot $group0_5 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $group1_5 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $group2_5 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $skipped5 using 1:2 with points pt 2 ps 0.5 lc rgb "#1a1a1a" notitle, \
  $group0_5 using 1:2 with points pt 7 ps 0.9 lc rgb "#b3261e" notitle, \
  $group1_5 using 1:2 with points pt 4 ps 0.75 lc rgb "#2f5d8a" notitle, \
  $group2_5 using 1:2 with points pt 8 ps 0.75 lc rgb "#1a1a1a" notitle
$group0_6 << EOD
32.75846 0 47.65794
EOD
$group1_6 << EOD
296.86906999999997 1 314.35119
143.42321 2 176.83042999999995
2760.37981 3 2908.76878
8920.66124 15 9912.80847
8521.23204 16 10311.934329999998
6338.151899999999 18 7847.682689999999
EOD
$group2_6 << EOD
455.90182 4 541.16541
270.29949 5 311.88664
1117.15564 6 1575.23088
548.2359899999999 7 634.90086
1967.69035 11 2224.54861
1116.93331 13 1493.45696
3764.37781 17 6040.75084
EOD
$skipped6 << EOD
714285.7142857143 8
714285.7142857143 9
714285.7142857143 10
714285.7142857143 12
714285.7142857143 14
EOD
set title "galaxy, 100,000 boxes" noenhanced offset 0,-0.6
set ytics scale 0 enhanced ("" 0, "" 1, "" 2, "" 3, "" 4, "" 5, "" 6, "" 7, "" 8, "" 9, "" 10, "" 11, "" 12, "" 13, "" 14, "" 15, "" 16, "" 17, "" 18)
set arrow 1 from 32.75846, graph 0 to 32.75846, graph 1 nohead dt 3 lc rgb "#b3261e"
plot $group0_6 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $group1_6 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $group2_6 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $skipped6 using 1:2 with points pt 2 ps 0.5 lc rgb "#1a1a1a" notitle, \
  $group0_6 using 1:2 with points pt 7 ps 0.9 lc rgb "#b3261e" notitle, \
  $group1_6 using 1:2 with points pt 4 ps 0.75 lc rgb "#2f5d8a" notitle, \
  $group2_6 using 1:2 with points pt 8 ps 0.75 lc rgb "#1a1a1a" notitle
$group0_7 << EOD
28.59479 0 33.84928
EOD
$group1_7 << EOD
31.05644 1 42.66254
92.72143999999999 2 107.21373
173.68437 3 195.81426999999996
258.85161 8 312.93649
1285.82637 14 2074.1139099999996
4784.45144 15 5132.5172
5343.708269999999 16 5581.94181
7117.16679 18 7324.30705
EOD
$group2_7 << EOD
250.18687 4 282.15031
304.39232999999996 5 334.01223
110.45574 6 122.28366999999999
534.655105 7 602.7491399999999
746.2298899999998 9 930.5355999999998
870.3210399999998 10 935.89895
1453.43493 11 1574.00316
939.92527 13 1114.47096
3860.86865 17 7504.84883
EOD
$skipped7 << EOD
714285.7142857143 12
EOD
set title "pile, 100,000 boxes" noenhanced offset 0,-0.6
set ytics scale 0 enhanced ("" 0, "" 1, "" 2, "" 3, "" 4, "" 5, "" 6, "" 7, "" 8, "" 9, "" 10, "" 11, "" 12, "" 13, "" 14, "" 15, "" 16, "" 17, "" 18)
set arrow 1 from 28.59479, graph 0 to 28.59479, graph 1 nohead dt 3 lc rgb "#b3261e"
plot $group0_7 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $group1_7 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $group2_7 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $skipped7 using 1:2 with points pt 2 ps 0.5 lc rgb "#1a1a1a" notitle, \
  $group0_7 using 1:2 with points pt 7 ps 0.9 lc rgb "#b3261e" notitle, \
  $group1_7 using 1:2 with points pt 4 ps 0.75 lc rgb "#2f5d8a" notitle, \
  $group2_7 using 1:2 with points pt 8 ps 0.75 lc rgb "#1a1a1a" notitle
$group0_8 << EOD
28.09134 0 33.15965
EOD
$group1_8 << EOD
36.443175 1 42.59284
101.92649 2 107.10296999999998
149.84592999999998 3 182.36508999999995
527.9127649999999 8 634.7566999999999
2085.71059 14 2456.54611
2777.1351999999993 15 3092.95345
2915.5100699999994 16 3334.48945
7332.51102 18 7638.33565
EOD
$group2_8 << EOD
234.05105 4 266.68723
217.3498 5 314.65322999999995
624.3422 6 1958.5633199999997
445.80704999999995 7 477.04906
811.18888 9 864.45374
585.2905099999999 10 685.40602
950.473835 11 1001.0999
946.76616 13 1109.63399
3531.847485 17 6278.70177
EOD
$skipped8 << EOD
714285.7142857143 12
EOD
set title "roads, 100,000 boxes" noenhanced offset 0,-0.6
set ytics scale 0 enhanced ("{/:Bold quadphase}" 0, "expert-grid" 1, "sweep" 2, "grid" 3, "cgal-boxes" 4, "embree" 5, "box2d-tree" 6, "boost-rtree" 7, "loose" 8, "chipmunk-hash" 9, "ode-quadtree" 10, "ode-sweep" 11, "bullet-sweep" 12, "chipmunk-tree" 13, "points" 14, "classic" 15, "classic-kept" 16, "bullet-dbvt" 17, "brute" 18)
set arrow 1 from 28.09134, graph 0 to 28.09134, graph 1 nohead dt 3 lc rgb "#b3261e"
plot $group0_8 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $group1_8 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $group2_8 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $skipped8 using 1:2 with points pt 2 ps 0.5 lc rgb "#1a1a1a" notitle, \
  $group0_8 using 1:2 with points pt 7 ps 0.9 lc rgb "#b3261e" notitle, \
  $group1_8 using 1:2 with points pt 4 ps 0.75 lc rgb "#2f5d8a" notitle, \
  $group2_8 using 1:2 with points pt 8 ps 0.75 lc rgb "#1a1a1a" notitle
$group0_9 << EOD
36.725849999999994 0 42.74316
EOD
$group1_9 << EOD
36.45063 1 43.60264
108.39088 2 119.65548
319.13698 3 357.91675999999995
450.94235999999995 8 523.74289
5075.56277 15 5201.23747
4625.24483 16 5888.42704
7337.69699 18 7635.357
EOD
$group2_9 << EOD
488.85877 4 531.79136
500.19667 5 863.82821
701.8161599999999 7 840.66137
1361.98627 9 1511.19816
1586.83047 10 1818.74325
2310.6625599999998 11 2577.67317
4323.226729999999 17 7209.02566
EOD
$skipped9 << EOD
714285.7142857143 6
714285.7142857143 12
714285.7142857143 13
714285.7142857143 14
EOD
set title "giants, 100,000 boxes" noenhanced offset 0,-0.6
set ytics scale 0 enhanced ("" 0, "" 1, "" 2, "" 3, "" 4, "" 5, "" 6, "" 7, "" 8, "" 9, "" 10, "" 11, "" 12, "" 13, "" 14, "" 15, "" 16, "" 17, "" 18)
set arrow 1 from 36.725849999999994, graph 0 to 36.725849999999994, graph 1 nohead dt 3 lc rgb "#b3261e"
plot $group0_9 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $group1_9 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $group2_9 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $skipped9 using 1:2 with points pt 2 ps 0.5 lc rgb "#1a1a1a" notitle, \
  $group0_9 using 1:2 with points pt 7 ps 0.9 lc rgb "#b3261e" notitle, \
  $group1_9 using 1:2 with points pt 4 ps 0.75 lc rgb "#2f5d8a" notitle, \
  $group2_9 using 1:2 with points pt 8 ps 0.75 lc rgb "#1a1a1a" notitle
$group0_10 << EOD
34.58256 0 45.67431
EOD
$group1_10 << EOD
53.12334 1 71.30288999999999
108.61379999999998 2 139.06835
188.66968 3 216.75261
5673.08803 8 5822.88018
5912.06278 15 6685.17342
6134.16832 16 6847.35884
6895.94626 18 7643.06171
EOD
$group2_10 << EOD
470.6617999999999 4 545.22512
497.88435 5 736.3208
1286.8332699999999 7 1441.8272199999997
648.386405 9 1029.7491699999998
1067.35412 10 1240.01106
2495.86089 11 2853.41092
1971.28488 13 2307.03979
EOD
$skipped10 << EOD
714285.7142857143 6
714285.7142857143 12
714285.7142857143 14
714285.7142857143 17
EOD
set title "walls, 100,000 boxes" noenhanced offset 0,-0.6
set ytics scale 0 enhanced ("" 0, "" 1, "" 2, "" 3, "" 4, "" 5, "" 6, "" 7, "" 8, "" 9, "" 10, "" 11, "" 12, "" 13, "" 14, "" 15, "" 16, "" 17, "" 18)
set arrow 1 from 34.58256, graph 0 to 34.58256, graph 1 nohead dt 3 lc rgb "#b3261e"
plot $group0_10 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $group1_10 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $group2_10 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $skipped10 using 1:2 with points pt 2 ps 0.5 lc rgb "#1a1a1a" notitle, \
  $group0_10 using 1:2 with points pt 7 ps 0.9 lc rgb "#b3261e" notitle, \
  $group1_10 using 1:2 with points pt 4 ps 0.75 lc rgb "#2f5d8a" notitle, \
  $group2_10 using 1:2 with points pt 8 ps 0.75 lc rgb "#1a1a1a" notitle
$group0_11 << EOD
28.070809999999994 0 30.33988
EOD
$group1_11 << EOD
32.643945 1 34.91406
96.39738999999999 2 101.26090999999998
1202.10567 14 2395.6196
5496.798 18 5759.50658
EOD
$group2_11 << EOD
274.36265499999996 4 311.57838
354.19174 5 762.51683
859.5463699999998 6 3049.27896
521.22605 7 559.14156
691.34773 9 989.1671099999999
739.41709 10 942.03204
1126.55797 11 1350.38818
1715.41789 13 3959.40837
4293.21324 17 6755.40542
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
set arrow 1 from 28.070809999999994, graph 0 to 28.070809999999994, graph 1 nohead dt 3 lc rgb "#b3261e"
plot $group0_11 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $group1_11 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $group2_11 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $skipped11 using 1:2 with points pt 2 ps 0.5 lc rgb "#1a1a1a" notitle, \
  $group0_11 using 1:2 with points pt 7 ps 0.9 lc rgb "#b3261e" notitle, \
  $group1_11 using 1:2 with points pt 4 ps 0.75 lc rgb "#2f5d8a" notitle, \
  $group2_11 using 1:2 with points pt 8 ps 0.75 lc rgb "#1a1a1a" notitle
$group0_12 << EOD
18.72966 0 42.14678
EOD
$group1_12 << EOD
26.07555 1 39.501459999999994
33.597699999999996 2 65.45401999999999
75.60727999999999 3 101.36516
1624.075035 8 1850.37104
1438.81496 14 2794.22593
5852.29868 18 6889.087999999999
EOD
$group2_12 << EOD
91.69938 4 109.20038
127.01037999999998 5 176.65696999999997
225.37218 6 644.68997
214.178245 7 243.89134
679.98108 9 833.5280999999999
2278.69587 10 2399.36826
251.43472 11 346.32268
579.9785499999999 13 604.48727
EOD
$skipped12 << EOD
714285.7142857143 12
714285.7142857143 15
714285.7142857143 16
714285.7142857143 17
EOD
set title "line, 100,000 boxes" noenhanced offset 0,-0.6
set ytics scale 0 enhanced ("{/:Bold quadphase}" 0, "expert-grid" 1, "sweep" 2, "grid" 3, "cgal-boxes" 4, "embree" 5, "box2d-tree" 6, "boost-rtree" 7, "loose" 8, "chipmunk-hash" 9, "ode-quadtree" 10, "ode-sweep" 11, "bullet-sweep" 12, "chipmunk-tree" 13, "points" 14, "classic" 15, "classic-kept" 16, "bullet-dbvt" 17, "brute" 18)
set arrow 1 from 18.72966, graph 0 to 18.72966, graph 1 nohead dt 3 lc rgb "#b3261e"
plot $group0_12 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $group1_12 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $group2_12 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $skipped12 using 1:2 with points pt 2 ps 0.5 lc rgb "#1a1a1a" notitle, \
  $group0_12 using 1:2 with points pt 7 ps 0.9 lc rgb "#b3261e" notitle, \
  $group1_12 using 1:2 with points pt 4 ps 0.75 lc rgb "#2f5d8a" notitle, \
  $group2_12 using 1:2 with points pt 8 ps 0.75 lc rgb "#1a1a1a" notitle
$group0_13 << EOD
1287.4652099609375 0 1794.55224609375
EOD
$group1_13 << EOD
2140.41162109375 1 115107.90209960938
1776.8221435546875 2 138167.58203125
10615.6533203125 3 14913.873046875
9627.67529296875 8 156907.0234375
11708.59423828125 14 158766.60107421875
10210.932373046875 15 115001.36352539061
9911.215576171875 16 150224.640625
1569.760986328125 18 184208.64428710938
EOD
$group2_13 << EOD
11410.498535156248 4 63218.102294921875
52448.27783203125 5 94498.81176757811
18028.725830078125 6 55857.59423828124
15580.085327148438 7 64449.24145507812
47781.031982421875 9 94860.912109375
43512.448486328125 10 44486.802978515625
50318.02258300781 11 116617.03002929686
EOD
$skipped13 << EOD
714285.7142857143 12
714285.7142857143 13
714285.7142857143 17
EOD
set title "point, 4,096 boxes" noenhanced offset 0,-0.6
set ytics scale 0 enhanced ("" 0, "" 1, "" 2, "" 3, "" 4, "" 5, "" 6, "" 7, "" 8, "" 9, "" 10, "" 11, "" 12, "" 13, "" 14, "" 15, "" 16, "" 17, "" 18)
set arrow 1 from 1287.4652099609375, graph 0 to 1287.4652099609375, graph 1 nohead dt 3 lc rgb "#b3261e"
plot $group0_13 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $group1_13 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $group2_13 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $skipped13 using 1:2 with points pt 2 ps 0.5 lc rgb "#1a1a1a" notitle, \
  $group0_13 using 1:2 with points pt 7 ps 0.9 lc rgb "#b3261e" notitle, \
  $group1_13 using 1:2 with points pt 4 ps 0.75 lc rgb "#2f5d8a" notitle, \
  $group2_13 using 1:2 with points pt 8 ps 0.75 lc rgb "#1a1a1a" notitle
$group0_14 << EOD
33.950664800559835 0 49.30530840747776
EOD
$group1_14 << EOD
38.29731080675797 1 44.148255523342996
35.96850944716585 2 44.43656902929121
158.5520343896831 3 172.37088873337996
523.2489253224032 8 572.1227631710486
37056.59612116365 14 37743.154153753865
2351.8237528741374 15 2496.4828551434566
2551.859342197341 16 2636.9020293911826
727.8719384184743 18 828.5510346895932
EOD
$group2_14 << EOD
254.037488753374 4 291.5809257222833
221.31225632310307 5 252.41657502749175
55.1222133359992 6 76.93002099370189
510.38268519444165 7 577.1406578026591
303.43696890932716 9 423.1073677896631
1159.2742177346795 10 1193.7469759072278
198.8702389283215 11 308.79426172148356
1709.3597920623813 12 2069.6069179246224
2328.622313306008 13 3015.9833050084976
2195.2005398380484 17 9422.36189143257
EOD
$skipped14 << EOD
NaN NaN NaN
EOD
set title "box2d-pyramid, 10,003 boxes" noenhanced offset 0,-0.6
set ytics scale 0 enhanced ("" 0, "" 1, "" 2, "" 3, "" 4, "" 5, "" 6, "" 7, "" 8, "" 9, "" 10, "" 11, "" 12, "" 13, "" 14, "" 15, "" 16, "" 17, "" 18)
set arrow 1 from 33.950664800559835, graph 0 to 33.950664800559835, graph 1 nohead dt 3 lc rgb "#b3261e"
plot $group0_14 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $group1_14 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $group2_14 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $skipped14 using 1:2 with points pt 2 ps 0.5 lc rgb "#1a1a1a" notitle, \
  $group0_14 using 1:2 with points pt 7 ps 0.9 lc rgb "#b3261e" notitle, \
  $group1_14 using 1:2 with points pt 4 ps 0.75 lc rgb "#2f5d8a" notitle, \
  $group2_14 using 1:2 with points pt 8 ps 0.75 lc rgb "#1a1a1a" notitle
$group0_15 << EOD
31.422031187524983 0 41.58306677329068
EOD
$group1_15 << EOD
31.700319872051175 1 38.54178328668532
72.72780887644942 2 84.5545781687325
171.15883646541383 3 189.2688924430228
235.3148240703718 8 298.5232906837265
33348.417133146744 14 46851.54258296682
1227.2840863654537 15 1676.840963614554
1539.245901639344 16 1652.078168732507
734.4013394642143 18 777.8252698920431
EOD
$group2_15 << EOD
316.062275089964 4 350.655737704918
243.14179328268693 5 339.671831267493
104.93267692922831 6 242.1763294682127
529.9559176329468 7 633.9084366253499
292.5888644542183 9 390.5959616153538
523.311675329868 10 657.0615753698521
626.8929428228709 11 827.8685525789685
804.376149540184 12 1275.4572171131545
1078.1160535785687 13 1346.3720511795282
1671.7394042383046 17 2497.1293482606957
EOD
$skipped15 << EOD
NaN NaN NaN
EOD
set title "box2d-tumbler, 10,004 boxes" noenhanced offset 0,-0.6
set ytics scale 0 enhanced ("" 0, "" 1, "" 2, "" 3, "" 4, "" 5, "" 6, "" 7, "" 8, "" 9, "" 10, "" 11, "" 12, "" 13, "" 14, "" 15, "" 16, "" 17, "" 18)
set arrow 1 from 31.422031187524983, graph 0 to 31.422031187524983, graph 1 nohead dt 3 lc rgb "#b3261e"
plot $group0_15 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $group1_15 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $group2_15 using 1:2:($3-$1):(0) with vectors nohead lw 1.2 lc rgb "#8a8a8a" notitle, \
  $skipped15 using 1:2 with points pt 2 ps 0.5 lc rgb "#1a1a1a" notitle, \
  $group0_15 using 1:2 with points pt 7 ps 0.9 lc rgb "#b3261e" notitle, \
  $group1_15 using 1:2 with points pt 4 ps 0.75 lc rgb "#2f5d8a" notitle, \
  $group2_15 using 1:2 with points pt 8 ps 0.75 lc rgb "#1a1a1a" notitle
unset multiplot
