# Shared by the toolchains in this folder. `triple` is Debian's name of the machine in its compilers;
# `emulator` is a program that runs the built programs if this machine cannot.
#
#     ./dev test --preset s390x
if(NOT DEFINED CMAKE_SYSTEM_NAME)
    set(CMAKE_SYSTEM_NAME Linux)
endif()
string(REGEX MATCH "^[^-]+" CMAKE_SYSTEM_PROCESSOR ${triple})
if(NOT DEFINED CMAKE_CXX_COMPILER)
    set(CMAKE_CXX_COMPILER ${triple}-g++)
endif()
set(CMAKE_EXE_LINKER_FLAGS_INIT -static)  # the other machine's libraries are not installed here
if(emulator)
    set(CMAKE_CROSSCOMPILING_EMULATOR ${emulator})
endif()

# Header-only libraries are this machine's, in a separate folder, because a compiler for another machine must
# not see the rest of /usr/include.
get_filename_component(libraries ${CMAKE_CURRENT_LIST_DIR}/../../build/headers ABSOLUTE)
file(MAKE_DIRECTORY ${libraries}/include)
foreach(library boost catch2 concepts meta range std)
    if(EXISTS /usr/include/${library} AND NOT EXISTS ${libraries}/include/${library})
        file(CREATE_LINK /usr/include/${library} ${libraries}/include/${library} SYMBOLIC)
    endif()
endforeach()
foreach(package Catch2 range-v3)
    if(EXISTS /usr/lib/cmake/${package})
        file(WRITE ${libraries}/lib/cmake/${package}/${package}Config.cmake
             "add_library(${package}::${package} INTERFACE IMPORTED)\n"
             "target_include_directories(${package}::${package} SYSTEM INTERFACE ${libraries}/include)\n")
    endif()
endforeach()
set(Boost_NO_BOOST_CMAKE ON)
set(CMAKE_FIND_ROOT_PATH ${libraries})
foreach(what INCLUDE LIBRARY PACKAGE)
    set(CMAKE_FIND_ROOT_PATH_MODE_${what} ONLY)
endforeach()
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
