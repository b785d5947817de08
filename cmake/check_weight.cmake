# Checks that headers do not include, directly or through others of trav, headers that take long to compile
# and that they do not need: a program would pay for them in each of its files. Checks, too, that heapprof
# includes nothing of libraries that `./dev profile` does not install.
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

# keep_out(HEADER NAME...): fails if the header exists and includes any of these.
function(keep_out header)
    if(NOT EXISTS ${include}/${header})
        return()
    endif()
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

# In libstdc++ 12 <vector> would be a quarter of what engine.hpp takes to compile, <string> and <functional>
# more than half.
keep_out(engine.hpp algorithm chrono functional iostream map memory optional ranges regex string string_view
         unordered_map vector)
# <functional> and <ostream> would be a tenth each of what trav.hpp takes to compile: a program that prints
# includes <iostream>, and functions that write to a stream are templates.
keep_out(trav.hpp algorithm chrono filesystem fstream functional iomanip iostream iterator memory numeric
         ostream ranges regex sstream thread unordered_map)
keep_out(graph/objects.hpp algorithm chrono functional iostream map memory ranges regex unordered_map)
keep_out(profile.hpp algorithm chrono filesystem iomanip iostream memory numeric regex sstream)
keep_out(report/table.hpp algorithm iomanip iostream memory ranges regex sstream)
# Profiles need <vector>, <string> and <functional>. To these, <memory> would add two fifths more lines, and
# <algorithm> an eighth.
keep_out(profile/profiler.hpp algorithm chrono cmath iostream memory numeric ranges sstream unordered_map)
keep_out(profile/root_set.hpp algorithm iostream map memory optional ranges set unordered_map)
keep_out(profile/retainer.hpp algorithm iostream map memory ranges)
keep_out(profile/biography.hpp algorithm iostream map memory ranges set unordered_map)
keep_out(report/json.hpp algorithm iostream nlohmann/json.hpp)
# <algorithm>, <functional> and <unordered_map> would add a sixth.
keep_out(ghc/machine/machine.hpp algorithm functional iostream iterator memory ranges sstream tuple
         unordered_map)

file(GLOB_RECURSE sources ${ROOT}/example/heapprof/*.[ch]pp)
list(FILTER sources EXCLUDE REGEX "/heapprof/mpi/")
set(used "")
foreach(source IN LISTS sources)
    file(STRINGS ${source} lines REGEX "^#include <trav/")
    string(REGEX MATCHALL "<trav/[^>]+" names "${lines}")
    list(APPEND used ${names})
endforeach()
list(REMOVE_DUPLICATES used)
list(TRANSFORM used REPLACE "^<trav/" "")
headers_with("${used}" all)
foreach(next IN LISTS all)
    includes_of(${next} targets)
    foreach(target IN LISTS targets)
        if(target MATCHES "^<(range/|boost/|catch2/)")
            message("heapprof brings in ${target}, from trav/${next}")
            math(EXPR wrong "${wrong} + 1")
        endif()
    endforeach()
endforeach()
if(wrong)
    message(FATAL_ERROR "${wrong} headers are too many")
endif()
