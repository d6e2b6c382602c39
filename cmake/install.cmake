# What `make install` puts where. The command finds its runtime relative to itself, and the package files find the
# command relative to themselves: any prefix will do, and the tree may be moved.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
install(TARGETS omen RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(TARGETS omen_instrument omen_scan omen_decode RUNTIME DESTINATION ${CMAKE_INSTALL_LIBDIR}/omen)
install(TARGETS omen_rt omen_stubs ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}/omen)
install(FILES src/runtime/gdb/omen.gdb src/runtime/gdb/schedule.gdb DESTINATION ${CMAKE_INSTALL_LIBDIR}/omen)
install(TARGETS omen_plugin LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/omen)
if(TARGET omen_preload)
  install(TARGETS omen_preload omen_field_client LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/omen)
endif()
# Where omen's compilers look for it, and where all others do.
install(FILES include/omen.h DESTINATION ${CMAKE_INSTALL_LIBDIR}/omen/include)
install(FILES include/omen/checks.h DESTINATION ${CMAKE_INSTALL_LIBDIR}/omen/include/omen)
install(FILES include/omen.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(DIRECTORY ${CMAKE_BINARY_DIR}/share/ DESTINATION ${CMAKE_INSTALL_DATADIR})

file(RELATIVE_PATH OMEN_FROM_LIB ${CMAKE_INSTALL_FULL_LIBDIR}/omen ${CMAKE_INSTALL_FULL_BINDIR}/omen)
install(CODE "foreach(name omencc omenc++)
    file(CREATE_LINK omen \$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_BINDIR}/\${name} SYMBOLIC)
  endforeach()
  file(CREATE_LINK ${OMEN_FROM_LIB} \$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_LIBDIR}/omen/ld SYMBOLIC)")

file(RELATIVE_PATH OMEN_UP_FROM_CMAKE ${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_LIBDIR}/cmake/Omen ${CMAKE_INSTALL_PREFIX})
file(RELATIVE_PATH OMEN_UP_FROM_PC ${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_DATADIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
string(REGEX REPLACE "/$" "" OMEN_UP_FROM_CMAKE "${OMEN_UP_FROM_CMAKE}")
string(REGEX REPLACE "/$" "" OMEN_UP_FROM_PC "${OMEN_UP_FROM_PC}")
configure_file(cmake/OmenConfig.cmake ${CMAKE_BINARY_DIR}/package/OmenConfig.cmake @ONLY)
configure_file(cmake/omen.pc.in ${CMAKE_BINARY_DIR}/package/omen.pc @ONLY)
write_basic_package_version_file(${CMAKE_BINARY_DIR}/package/OmenConfigVersion.cmake COMPATIBILITY SameMinorVersion ARCH_INDEPENDENT)
install(FILES ${CMAKE_BINARY_DIR}/package/OmenConfig.cmake ${CMAKE_BINARY_DIR}/package/OmenConfigVersion.cmake
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/Omen)
install(FILES ${CMAKE_BINARY_DIR}/package/omen.pc DESTINATION ${CMAKE_INSTALL_DATADIR}/pkgconfig)
