# SPDX-License-Identifier: MIT
# quadphase_mpi_test(<name> <ranks> <program and arguments>...): runs a program on that many ranks, of this machine alone.
# Ranks beyond its cores give the processor away while they wait; where there are fewer, that would only starve them beside
# other programs.
function(quadphase_mpi_test name ranks)
  include(ProcessorCount)
  ProcessorCount(cores)
  set(yields 0)
  if(ranks GREATER cores)
    set(yields 1)
  endif()
  add_test(NAME ${name} COMMAND ${MPIEXEC_EXECUTABLE} --oversubscribe --bind-to none ${MPIEXEC_NUMPROC_FLAG} ${ranks} ${ARGN})
  set_tests_properties(${name} PROPERTIES LABELS mpi TIMEOUT 1500 RUN_SERIAL TRUE
    ENVIRONMENT "OMPI_ALLOW_RUN_AS_ROOT=1;OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1;OMPI_MCA_mpi_yield_when_idle=${yields}")
endfunction()
