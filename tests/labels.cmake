# Labels of the tests. Each test says in its first lines which rooms it is of and how long it takes:
#   rooms: report runtime/sync, quick
# A room is a folder of src/, or of src/runtime/. The rooms and the length become labels of ctest, so that
# `ctest -L '^report$'` runs what is of a room, and `make quick` what is quick. What has no such line, names a room that is
# not there, or leaves a room without a quick test, is an error here: no test can be forgotten.
set(OMEN_LABELLED "" CACHE INTERNAL "")

# A folder with sources is a room.
function(omen_rooms out)
  set(found)
  foreach(where src src/runtime)
    file(GLOB folders RELATIVE ${CMAKE_SOURCE_DIR}/src LIST_DIRECTORIES true ${CMAKE_SOURCE_DIR}/${where}/*)
    foreach(folder ${folders})
      if(IS_DIRECTORY ${CMAKE_SOURCE_DIR}/src/${folder})
        list(APPEND found ${folder})
      endif()
    endforeach()
  endforeach()
  set(${out} ${found} PARENT_SCOPE)
endfunction()

# omen_label(TEST FILE): the labels of the test are what its file says.
function(omen_label test file)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
  file(STRINGS ${file} lines LIMIT_INPUT 2000 REGEX "rooms: ")
  if(NOT lines MATCHES "rooms: ([a-z/ ]+), (quick|slow)")
    message(FATAL_ERROR "error: ${file}: its first lines must say `rooms: ROOM..., quick` (or `, slow`) (tests/labels.cmake)")
  endif()
  set(length ${CMAKE_MATCH_2})
  string(REPLACE " " ";" rooms ${CMAKE_MATCH_1})
  omen_rooms(all)
  foreach(room ${rooms})
    if(NOT room IN_LIST all)
      message(FATAL_ERROR "error: ${file}: there is no room ${room} (a folder of src/ or src/runtime/)")
    endif()
    list(APPEND OMEN_LABELLED ${room}:${length})
  endforeach()
  set(OMEN_LABELLED ${OMEN_LABELLED} CACHE INTERNAL "")
  set_tests_properties(${test} PROPERTIES LABELS "${rooms};${length}")
endfunction()

# At the end: checks of the source are quick; every room has a quick test.
function(omen_labels_complete)
  get_property(tests DIRECTORY PROPERTY TESTS)
  foreach(test ${tests})
    if(test MATCHES "^tools/")
      set_tests_properties(${test} PROPERTIES LABELS "tools;quick")
    endif()
  endforeach()
  omen_rooms(all)
  foreach(room ${all})
    if(NOT "${room}:quick" IN_LIST OMEN_LABELLED)
      message(FATAL_ERROR "error: src/${room}: no quick test is of this room (tests/labels.cmake)")
    endif()
  endforeach()
endfunction()
