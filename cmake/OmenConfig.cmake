# find_package(Omen): the command, its headers, and tests under its control. Finds everything from where this file
# is, so that an installation may be moved.
#
#   Omen::omen        the command, for custom commands
#   Omen::headers     the include folder (omen.h)
#   Omen_CC, Omen_CXX the compilers: cmake -DCMAKE_C_COMPILER=${Omen_CC} -DCMAKE_CXX_COMPILER=${Omen_CXX}
#
#   omen_add_test(NAME name TARGET target [ARGS args...] [OPTIONS options of omen triage...] [ENVIRONMENT A=B...])
#       a test for ctest: `omen triage` on the target, which must be built with omencc or omenc++. Fails when a race
#       is harmful (OPTIONS --fail-on ... chooses). The recording is left in the build folder, and JUnit XML beside it.
get_filename_component(_omen_prefix "${CMAKE_CURRENT_LIST_DIR}/@OMEN_UP_FROM_CMAKE@" ABSOLUTE)
set(Omen_EXECUTABLE "${_omen_prefix}/@CMAKE_INSTALL_BINDIR@/omen")
set(Omen_CC "${_omen_prefix}/@CMAKE_INSTALL_BINDIR@/omencc")
set(Omen_CXX "${_omen_prefix}/@CMAKE_INSTALL_BINDIR@/omenc++")
if(NOT EXISTS "${Omen_EXECUTABLE}")
  set(Omen_FOUND FALSE)
  set(Omen_NOT_FOUND_MESSAGE "${Omen_EXECUTABLE} is missing: install Omen again")
  return()
endif()
if(NOT TARGET Omen::omen)
  add_executable(Omen::omen IMPORTED)
  set_target_properties(Omen::omen PROPERTIES IMPORTED_LOCATION "${Omen_EXECUTABLE}")
  add_library(Omen::headers INTERFACE IMPORTED)
  if(EXISTS "${_omen_prefix}/@CMAKE_INSTALL_INCLUDEDIR@")
    set_target_properties(Omen::headers PROPERTIES INTERFACE_INCLUDE_DIRECTORIES "${_omen_prefix}/@CMAKE_INSTALL_INCLUDEDIR@")
  endif()
endif()

function(omen_add_test)
  cmake_parse_arguments(PARSE_ARGV 0 O "" "NAME;TARGET" "ARGS;OPTIONS;ENVIRONMENT")
  if(NOT O_NAME OR NOT O_TARGET)
    message(FATAL_ERROR "omen_add_test: NAME and TARGET are needed, as in: omen_add_test(NAME queue-races TARGET queue_test ARGS 100)")
  endif()
  if(NOT TARGET ${O_TARGET})
    message(FATAL_ERROR "omen_add_test: there is no target '${O_TARGET}'")
  endif()
  if(NOT "${CMAKE_C_COMPILER};${CMAKE_CXX_COMPILER}" MATCHES "omenc(c|\\+\\+)")
    message(WARNING "omen_add_test: ${O_TARGET} must be built with omencc: cmake -DCMAKE_C_COMPILER=${Omen_CC} -DCMAKE_CXX_COMPILER=${Omen_CXX}")
  endif()
  set(folder "${CMAKE_CURRENT_BINARY_DIR}/omen")
  file(MAKE_DIRECTORY "${folder}")
  string(MAKE_C_IDENTIFIER "${O_NAME}" file)
  add_test(NAME ${O_NAME} COMMAND "${Omen_EXECUTABLE}" triage -o "${folder}/${file}.rec" --junit "${folder}/${file}.xml" ${O_OPTIONS}
    -- $<TARGET_FILE:${O_TARGET}> ${O_ARGS})
  if(O_ENVIRONMENT)
    set_tests_properties(${O_NAME} PROPERTIES ENVIRONMENT "${O_ENVIRONMENT}")
  endif()
endfunction()
