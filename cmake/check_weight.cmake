# Checks that headers do not bring in, directly or through others of trav, what takes a compiler long and what
# they can do without: a program waits for it in each of its files.
#
#     cmake -P cmake/check_weight.cmake
#     cmake -DROOT=folder -P cmake/check_weight.cmake      (for the test of this check)
cmake_minimum_required(VERSION 3.22)
if(NOT DEFINED ROOT)
    get_filename_component(ROOT ${CMAKE_CURRENT_LIST_DIR} DIRECTORY)
endif()
get_filename_component(include ${ROOT}/include/trav ABSOLUTE)
include(${CMAKE_CURRENT_LIST_DIR}/includes.cmake)
set(wrong 0)

# keep_out(HEADER NAME...): none of these may come with the header.
function(keep_out header)
    headers_with(${header} all)
    foreach(next IN LISTS all)
        includes_of(${next} targets)
        foreach(name IN LISTS ARGN)
            if("<${name}>" IN_LIST targets)
                message("trav/${header} brings in <${name}>, from trav/${next}")
                math(EXPR wrong "${wrong} + 1")
            endif()
        endforeach()
    endforeach()
    set(wrong ${wrong} PARENT_SCOPE)
endfunction()

# In libstdc++ 12 <memory> would double the lines that trav.hpp is after preprocessing, <functional> add half.
keep_out(trav.hpp algorithm chrono functional iostream map memory ranges regex string unordered_map)
if(EXISTS ${include}/graph/objects.hpp)
    keep_out(graph/objects.hpp algorithm chrono functional iostream map memory ranges regex unordered_map)
endif()
if(EXISTS ${include}/profile.hpp)
    keep_out(profile.hpp chrono filesystem iomanip iostream regex sstream)
endif()
if(wrong)
    message(FATAL_ERROR "${wrong} headers are too many")
endif()
