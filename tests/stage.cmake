# SPDX-License-Identifier: MIT
# Each stage alone, with its validator: white box. The whole is tested by the programs of contract.cmake, by public headers only.
find_package(TBB 2021 REQUIRED CONFIG)

quadphase_test(stage_tests WHITE_BOX
  SOURCES
    input/stage_boxes_test.cpp
    tree/bounds_test.cpp
    tree/keys_test.cpp
    tree/partition_test.cpp
    tree/leaves_test.cpp
    tree/tree_test.cpp
    query/best_first_test.cpp
    pairs/pairs_test.cpp
    pairs/tree_join_test.cpp
    data/curves_test.cpp
    data/filter_classes_test.cpp
    pairs/merge_test.cpp
    pairs/pair_pool_test.cpp
    pairs/stream_test.cpp
    events/pair_diff_test.cpp
    events/frame_boxes_test.cpp
    tree/validate_test.cpp
    base/parallel_test.cpp
    base/executor_loop_test.cpp
    base/buffer_test.cpp
    base/bin_places_test.cpp
    base/id_map_test.cpp
    base/cpu_quota_test.cpp
  ALONE events/pair_diff_test.cpp tree/validate_test.cpp base/cpu_quota_test.cpp
  LIBRARIES TBB::tbb
  USUAL_LIMITS BestFirst AreTakenFourAtATime PartitionRecords[.]Cuts MeasureBounds[.]Takes MeasureBounds[.]LeavesLong BuildTree[.]LeavesLarge HasTheBoxesOfEachLongAxis AllocatesNothing
  LONG_WHEN_FUZZED ScenesOfUnequalSizes FindChanges[.]GivesTheSame
  LABELS stage)
