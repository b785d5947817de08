# Compiles SOURCE, which must fail. Its top says how:
#
#     // expect: what the first error of the compiler's output says
#     // lines: the longest output allowed, in lines (30 if not given)
cmake_minimum_required(VERSION 3.22)
file(READ ${SOURCE} text)
if(NOT text MATCHES "^// expect: ([^\n]+)\n")
    message(FATAL_ERROR "the first line of ${SOURCE} should be '// expect: <sentence>'")
endif()
set(expect "${CMAKE_MATCH_1}")
set(limit 30)
if(text MATCHES "\n// lines: ([0-9]+)\n")
    set(limit ${CMAKE_MATCH_1})
endif()

execute_process(COMMAND ${COMPILER} -std=c++20 -fsyntax-only -I${INCLUDE} ${SOURCE}
                RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
if(status EQUAL 0)
    message(FATAL_ERROR "${SOURCE} compiles, but should be refused with: ${expect}")
endif()

string(REGEX MATCH "[^\n]*error:[^\n]*" first "${output}")
string(FIND "${first}" "${expect}" position)
if(position EQUAL -1)
    message("${output}")
    message(FATAL_ERROR "The first error should say: ${expect}")
endif()

string(REGEX MATCHALL "\n" lines "${output}")
list(LENGTH lines lines)
if(lines GREATER limit)
    message("${output}")
    message(FATAL_ERROR "${lines} lines of output, ${limit} allowed")
endif()
