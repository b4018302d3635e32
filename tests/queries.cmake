# SPDX-License-Identifier: MIT
# Queries and cells against the formulas: label `queries`.
quadphase_test(cells_test
  SOURCES tree/cells_test.cpp
  LIBRARIES quadphase::scenes quadphase::oracle
  LABELS queries)

quadphase_test(queries_double_test
  SOURCES shapes/double_formulas_test.cpp shapes/double_shapes_test.cpp
  LABELS queries)

quadphase_test(queries_model_test
  SOURCES shapes/convex_shapes_test.cpp shapes/nearest_shapes_test.cpp shapes/round_casts_test.cpp query/round_trip_test.cpp query/query_changes_test.cpp query/query_degenerate_test.cpp
    query/query_extremes_test.cpp shapes/query_formulas_test.cpp query/index_test.cpp query/query_static_test.cpp query/query_properties_test.cpp
    query/query_scenes_test.cpp query/ties_test.cpp
  LIBRARIES queries_oracle rapidcheck
  USUAL_LIMITS AllocatesNothing
  LONG_WHEN_FUZZED DegenerateQueries LivingQueriesOf /QueriesOf IndexOf ExactCases[.]OfA OfMoreThan65536
    AnyHistory AnyQueries[.]ToAnyScene AnyQueries[.]InPlain AnyQueries[.]ToSmallLeaves
  FUZZED_BY_DEEP_CHECK
  LABELS queries)

quadphase_test(queries_contract_test
  SOURCES query/query_batches_test.cpp query/query_invalid_test.cpp query/query_memory_test.cpp query/query_mode_test.cpp
    query/predicates_test.cpp query/periodic_batches_test.cpp query/row_order_test.cpp query/query_visitors_test.cpp query/world_batches_test.cpp
  TBB query/query_threads_test.cpp
  LIBRARIES queries_oracle TBB::tbb
  USUAL_LIMITS QueryMemory
  LONG_WHEN_FUZZED GiveTheSameRowsInAnyOrder SharedEngine SharedArena[.]OfTheUser
    QueryMode[.]OfTheCallerChangesNoBatch AnswersOf[.]AreTheSameBytes RowOrders[.]OfTheTree
    PredicatesOf[.].*/giants PredicatesOf[.].*/mixed CanBeUsedAgainForAnySearch OfAHundredThousand
  LABELS queries)

# Alone, for it replaces operator new, malloc and mmap. Validators allocate, so not where they run.
if(NOT QUADPHASE_VALIDATE)
  quadphase_test(queries_allocation_test
    SOURCES ${PROJECT_SOURCE_DIR}/testing/support/allocation_counter.cpp query/query_allocation_test.cpp
    ALONE ${PROJECT_SOURCE_DIR}/testing/support/allocation_counter.cpp
    LIBRARIES queries_oracle TBB::tbb
    USUAL_LIMITS QueryAllocation
    LABELS queries)
endif()
