# SPDX-License-Identifier: MIT
# Attributes, static objects, events and stores against a model: label `model`.
quadphase_test(model_test
  SOURCES engine/equal_ids_test.cpp engine/equal_states_test.cpp data/filter_classes_cost_test.cpp engine/memory_history_test.cpp pairs/metamorphic_test.cpp
    input/model_attributes_test.cpp query/model_overlaps_test.cpp pairs/model_cost_test.cpp
    events/model_events_test.cpp data/model_filters_test.cpp engine/model_memory_test.cpp engine/model_properties_test.cpp statics/model_static_test.cpp
    events/pair_data_test.cpp engine/world_at_rest_test.cpp
  LIBRARIES model_world TBB::tbb rapidcheck
  USUAL_LIMITS Memory[.]
  LONG_WHEN_FUZZED AnyHistory[.]OfAPeriodic AnyHistory[.]Where AnyHistory[.]WithoutGrown AnyHistory[.]OfSmallLeaves OfLargeFrames TakeNearlyLinearTime
  FUZZED_BY_DEEP_CHECK
  LABELS model)

quadphase_test(model_store_test
  SOURCES input/absent_columns_test.cpp store/engine_store_test.cpp input/large_world_test.cpp statics/static_mixtures_test.cpp
    statics/shared_statics_test.cpp
    store/store_bulk_test.cpp store/store_handles_test.cpp store/store_history_test.cpp store/store_memory_test.cpp
    store/store_reorder_test.cpp
    store/store_snapshot_test.cpp store/store_static_test.cpp
  TBB store/store_threads_test.cpp
  LIBRARIES $<TARGET_NAME_IF_EXISTS:quadphase::eigen> TBB::tbb
  WHITE_BOX  # how an engine follows a store's static objects
  USUAL_LIMITS Memory[.] AllocatesNothing LeavesTheBytesOfThePairs
  LABELS model)

quadphase_test(model_slots_test
  SOURCES engine/snapshot_test.cpp store/store_slots_test.cpp
  LIBRARIES TBB::tbb
  WHITE_BOX
  LONG_WHEN_FUZZED Snapshots[.]AreRefused Snapshots[.]ThatAreForged  # the fuzzer of files does that
  LABELS model)

# Alone, for it replaces operator new.
quadphase_test(model_snapshot_memory_test
  SOURCES engine/snapshot_memory_test.cpp ${PROJECT_SOURCE_DIR}/testing/support/failing_new.cpp
  ALONE ${PROJECT_SOURCE_DIR}/testing/support/failing_new.cpp
  FUZZED_BY_DEEP_CHECK
  LABELS model)
