# SPDX-License-Identifier: MIT
# What users can rely on, through the public headers: label `contract`.
find_package(Threads REQUIRED)

quadphase_test(contract_exact_test
  SOURCES pairs/exact_pairs_test.cpp periodic/periodic_test.cpp
  LIBRARIES quadphase::scenes quadphase::oracle
  LONG_WHEN_FUZZED TwentyThousandObjects ThreeThousandObjects/point
  LABELS contract)

quadphase_test(contract_degenerate_test
  SOURCES pairs/cost_test.cpp pairs/degenerate_counts_test.cpp pairs/degenerate_scales_test.cpp pairs/degenerate_shapes_test.cpp
    pairs/degenerate_values_test.cpp pairs/long_boxes_test.cpp
  LIBRARIES quadphase::scenes quadphase::oracle
  USUAL_LIMITS LongBoxes.*NearlyAsManyTests LongBoxes[.]AlongAll LongBoxes[.]ThatAreFewAndMay LongBoxes[.]Among LongBoxes[.]InAStack
  LABELS contract)

quadphase_test(contract_input_test
  SOURCES input/bad_input_test.cpp input/box_columns_test.cpp input/box_test.cpp input/given_boxes_test.cpp input/given_ids_test.cpp input/input_forms_test.cpp
    input/rejected_test.cpp input/strided_attributes_test.cpp input/single_objects_test.cpp
  TBB input/bad_config_test.cpp engine/stats_test.cpp
  LIBRARIES quadphase::scenes quadphase::oracle TBB::tbb
  LONG_WHEN_FUZZED GivenBoxes[.]CountTheirTime GivenBoxes[.].*/double_ GivenBoxes[.].*/apart GivenBoxes[.].*/rows
  LABELS contract)

quadphase_test(contract_doubles_test
  SOURCES input/doubles_test.cpp input/doubles_history_test.cpp input/doubles_states_test.cpp query/double_overlaps_test.cpp
  LIBRARIES quadphase::quadphase
  LABELS contract)

quadphase_test(contract_memory_test
  SOURCES engine/growth_test.cpp pairs/max_pairs_test.cpp engine/memory_limits_test.cpp engine/memory_test.cpp engine/out_of_memory_test.cpp
    pairs/pair_flood_test.cpp periodic/periodic_states_test.cpp engine/shrink_test.cpp statics/static_flood_test.cpp
    pairs/throwing_visitor_test.cpp
  LIBRARIES quadphase::scenes quadphase::oracle TBB::tbb
  USUAL_LIMITS Growth[.] Memory[.] MemoryOf[.] PairFlood[.]Ends AllocatesNothing
  LONG_WHEN_FUZZED StaticFlood[.]Is ForOneFrameIsEnough /ManyPairsOnThreads /RecordedOnThreads /StaticsOnThreads
  LABELS contract)

quadphase_test(contract_listed_test
  SOURCES pairs/listed_memory_test.cpp pairs/listed_pairs_test.cpp pairs/pair_colors_test.cpp pairs/pair_graph_test.cpp
    statics/static_pairs_test.cpp
  LIBRARIES quadphase::scenes quadphase::oracle TBB::tbb
  USUAL_LIMITS ListedMemory[.]Is
  LONG_WHEN_FUZZED ListedMemory[.]MayEnd StaticPairs[.]AreWhole ListedPairs[.]OfStaticObjectsWith PairsOf[.].*/point
  LABELS contract)

quadphase_test(contract_reorder_test
  SOURCES input/reorder_test.cpp input/row_locality_test.cpp
  LIBRARIES quadphase::scenes quadphase::oracle Eigen3::Eigen TBB::tbb Threads::Threads
  USUAL_LIMITS OrderOf[.]IsAscending
  LABELS contract)

quadphase_test(contract_order_test
  SOURCES pairs/golden_test.cpp pairs/order_test.cpp
  TBB pairs/order_threads_test.cpp
  LIBRARIES quadphase::golden TBB::tbb
  USUAL_LIMITS Golden
  LONG_WHEN_FUZZED SpecialNumbers OnEveryInstructionSet/point TwoHundredThousand
  LABELS contract)

quadphase_test(contract_threads_test
  SOURCES base/abuse_test.cpp
  TBB base/floating_point_mode_test.cpp base/nested_threads_test.cpp
  LIBRARIES quadphase::scenes quadphase::oracle TBB::tbb
  LABELS contract)

quadphase_test(contract_try_test
  SOURCES call/recorded_calls_test.cpp try/try_codes_test.cpp try/try_memory_test.cpp try/try_results_test.cpp try/try_rules_test.cpp
  LIBRARIES quadphase::scenes quadphase::oracle TBB::tbb
  USUAL_LIMITS Memory[.]
  LONG_WHEN_FUZZED ChangeNoResultAndHash
  FUZZED_BY_DEEP_CHECK
  LABELS contract)

quadphase_test(contract_executor_test
  SOURCES base/executor_memory_test.cpp base/executor_rules_test.cpp
  TBB base/executor_results_test.cpp
  LIBRARIES quadphase::scenes quadphase::oracle $<TARGET_NAME_IF_EXISTS:quadphase::eigen> TBB::tbb Threads::Threads
  USUAL_LIMITS Memory[.] IsNotRunForLittleWork
  LONG_WHEN_FUZZED OneTbbAre AThreadPoolAre /giants /mixed
  LABELS contract)
target_include_directories(contract_executor_test PRIVATE "${PROJECT_SOURCE_DIR}")  # examples/thread_pool.hpp

# Alone, for it replaces operator new, malloc and mmap. Validators allocate, so not where they run.
if(NOT QUADPHASE_VALIDATE)
  quadphase_test(contract_allocation_test
    SOURCES ${PROJECT_SOURCE_DIR}/testing/support/allocation_counter.cpp engine/allocation_test.cpp
    ALONE ${PROJECT_SOURCE_DIR}/testing/support/allocation_counter.cpp
    LIBRARIES quadphase::scenes quadphase::oracle TBB::tbb Threads::Threads
    USUAL_LIMITS AllocateNothing AllocatesNothing SteadyFrames[.]After
    LABELS contract)
  target_include_directories(contract_allocation_test PRIVATE "${PROJECT_SOURCE_DIR}")
  if(TARGET quadphase::recorder)
    target_sources(contract_allocation_test PRIVATE ${PROJECT_SOURCE_DIR}/components/recorder/tests/steady_test.cpp)
    target_link_libraries(contract_allocation_test PRIVATE quadphase::recorder)
  endif()
endif()
