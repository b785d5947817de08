# Checks that trav/trav.hpp and the one-file header have the same tokens, and that each example that needs no
# other header compiles with the one-file header.
#
#     cmake -DCOMPILER=g++ -DHEADER=build/trav.hpp -DBUILD=folder -P test/one_header.cmake
#
# -DEXAMPLES=folder is for the test of this test. The examples are not changed: for each header that trav.hpp
# includes, BUILD contains a header that includes HEADER instead. HEADER is precompiled; two programs compile
# at a time.
cmake_minimum_required(VERSION 3.22)
get_filename_component(root ${CMAKE_CURRENT_LIST_DIR} DIRECTORY)
set(include ${root}/include/trav)
include(${root}/cmake/includes.cmake)
if(NOT DEFINED EXAMPLES)
    set(EXAMPLES ${root}/example)
endif()

foreach(header IN ITEMS ${include}/trav.hpp ${HEADER})
    file(WRITE ${BUILD}/one.cpp "#include \"${header}\"\n")
    execute_process(COMMAND ${COMPILER} -std=c++20 -E -P ${BUILD}/one.cpp OUTPUT_VARIABLE text
                    COMMAND_ERROR_IS_FATAL ANY)
    string(REGEX REPLACE "[ \n]+" " " text "${text}")
    string(STRIP "${text}" text)
    string(MD5 sum "${text}")
    list(APPEND sums ${sum})
endforeach()
list(REMOVE_DUPLICATES sums)
list(LENGTH sums different)
if(different GREATER 1) # CMake does not wrap a message that begins with a space
    message(FATAL_ERROR " ${HEADER} is not what trav/trav.hpp includes: write it again")
endif()

headers_with(trav.hpp headers)
list(REMOVE_ITEM headers trav.hpp)
foreach(header IN LISTS headers)
    file(WRITE ${BUILD}/include/trav/${header} "#pragma once\n#include <trav/trav.hpp>\n")
endforeach()
configure_file(${HEADER} ${BUILD}/include/trav/trav.hpp COPYONLY)
set(one ${BUILD}/include/trav/trav.hpp)
set(options -std=c++20 -I${BUILD}/include)
execute_process(COMMAND ${COMPILER} ${options} -w -x c++-header ${one} -o ${one}.gch
                COMMAND_ERROR_IS_FATAL ANY)

file(GLOB_RECURSE programs ${EXAMPLES}/*.cpp)
list(FILTER programs EXCLUDE REGEX "/example/(heapprof|ghc|live)/")
set(chosen "")
foreach(program IN LISTS programs)
    get_filename_component(folder ${program} DIRECTORY)
    set(ours FALSE)
    set(others FALSE)
    set(waiting ${program})
    while(waiting)  # the program and its own headers
        list(POP_FRONT waiting next)
        file(STRINGS ${next} lines REGEX "^#include")
        foreach(line IN LISTS lines)
            if(line MATCHES "\"(.+)\"")
                list(APPEND waiting ${folder}/${CMAKE_MATCH_1})
            elseif(line MATCHES "<trav/(.+)>")
                set(ours TRUE)
                if(NOT CMAKE_MATCH_1 STREQUAL "trav.hpp" AND NOT CMAKE_MATCH_1 IN_LIST headers)
                    set(others TRUE)
                endif()
            elseif(line MATCHES "<.+/.+>")
                set(others TRUE)  # from another library
            endif()
        endforeach()
    endwhile()
    if(ours AND NOT others)
        string(APPEND chosen "${program}\n")
    endif()
endforeach()
file(WRITE ${BUILD}/programs "${chosen}")
execute_process(COMMAND xargs -P 2 -n 1 ${COMPILER} ${options} -include ${one} -fsyntax-only
                INPUT_FILE ${BUILD}/programs RESULT_VARIABLE status)
if(NOT status EQUAL 0 OR NOT chosen)
    message(FATAL_ERROR "with the one header these do not all compile:\n${chosen}")
endif()
message("with the one header these compile:\n${chosen}")
