# Writes trav/trav.hpp and all that it includes to HEADER, as one file that needs only the standard library:
#
#     cmake -DHEADER=trav.hpp -P cmake/single_header.cmake
cmake_minimum_required(VERSION 3.22)
get_filename_component(root ${CMAKE_CURRENT_LIST_DIR} DIRECTORY)
set(include ${root}/include/trav)

# Appends a header to HEADER, after the headers that it includes, unless it is already there.
function(append path)
    get_property(seen GLOBAL PROPERTY seen)
    if(path IN_LIST seen)
        return()
    endif()
    set_property(GLOBAL APPEND PROPERTY seen ${path})
    file(READ ${path} text)
    string(REPLACE "#pragma once\n" "" text "${text}")
    get_filename_component(folder ${path} DIRECTORY)
    while(text MATCHES "#include \"([^\"]+)\"[^\n]*\n")
        set(line "${CMAKE_MATCH_0}")
        get_filename_component(included ${folder}/${CMAKE_MATCH_1} ABSOLUTE)
        string(FIND "${text}" "${line}" at)
        string(SUBSTRING "${text}" 0 ${at} before)
        string(LENGTH "${line}" length)
        math(EXPR at "${at} + ${length}")
        string(SUBSTRING "${text}" ${at} -1 text)
        file(APPEND ${HEADER} "${before}")
        append(${included})
    endwhile()
    file(APPEND ${HEADER} "${text}")
endfunction()

file(WRITE ${HEADER} "// trav/trav.hpp in one file, written by cmake/single_header.cmake. Do not edit it.
#pragma once

")
append(${include}/version.hpp)
append(${include}/trav.hpp)
