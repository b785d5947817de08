# Compiles SOURCE, which must fail to compile. The comments at its top are:
#
#     // expect: the text of the compiler's first error, which may continue
#     //     on lines that are indented by five blanks
#     // or: the text of another compiler's first error
#     // lines: the longest output allowed, in lines; default: 10. `15, g++ 12: 10`: g++ 12 may print only 10
#     // standard: c++17; default: c++20; options may follow
#
# With -DTRAVERSE_HEAP=FILE, the call of trav::traverse in SOURCE is replaced by the equivalent TraverseHeap
# with a root. The result is written to FILE and compiled: the error must be the same, in up to 40 lines.
cmake_minimum_required(VERSION 3.22)
file(READ ${SOURCE} text)
if(NOT text MATCHES "^// expect: ([^\n]+(\n//     [^\n]+)*)\n")
    message(FATAL_ERROR "the first line of ${SOURCE} should be '// expect: <sentence>'")
endif()
string(REPLACE "\n//     " " " expect "${CMAKE_MATCH_1}")
set(other "${expect}")
if(text MATCHES "\n// or: ([^\n]+)\n")
    set(other "${CMAKE_MATCH_1}")
endif()
set(limit 10)
if(text MATCHES "\n// lines: ([0-9]+)(, g\\+\\+ 12: ([0-9]+))?\n")
    set(limit ${CMAKE_MATCH_1})
    set(shorter ${CMAKE_MATCH_3})
    execute_process(COMMAND ${COMPILER} -dumpversion OUTPUT_VARIABLE version OUTPUT_STRIP_TRAILING_WHITESPACE)
    if(shorter AND version MATCHES "^12(\\.|$)")
        set(limit ${shorter})
    endif()
elseif(text MATCHES "\n// lines:")
    message(FATAL_ERROR "${SOURCE}: '// lines: N' or '// lines: N, g++ 12: M'")
endif()

set(standard c++20)
if(text MATCHES "\n// standard: ([^\n]+)\n")
    string(REPLACE " " ";" standard "${CMAKE_MATCH_1}")
endif()

get_filename_component(folder ${SOURCE} DIRECTORY)
if(DEFINED TRAVERSE_HEAP)
    if(limit LESS 40)
        set(limit 40)
    endif()
    # trav::traverse<Strategy>(graph, std::vector{root}, policy, store)
    if(NOT text MATCHES "trav::traverse(<[^(]*>)?\\(([^,]*), std::vector{([^;]*)}, (policy[^;]*)\\);")
        message(FATAL_ERROR "${SOURCE} has no call of trav::traverse with a policy of that name")
    endif()
    set(traversal "trav::TraverseHeap traversal(${CMAKE_MATCH_2}, ${CMAKE_MATCH_4})")
    if(CMAKE_MATCH_1)
        set(traversal "auto traversal = trav::traversal${CMAKE_MATCH_1}(${CMAKE_MATCH_2}, ${CMAKE_MATCH_4})")
    endif()
    set(calls "${traversal};\n    traversal.push_root(${CMAKE_MATCH_3});\n    traversal.run();")
    string(REPLACE "${CMAKE_MATCH_0}" "${calls}" text "${text}")
    file(WRITE ${TRAVERSE_HEAP} "${text}")
    set(SOURCE ${TRAVERSE_HEAP})
endif()

execute_process(COMMAND ${COMPILER} -std=${standard} -fsyntax-only -I${INCLUDE} -I${folder} ${SOURCE}
                RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
if(status EQUAL 0)
    message(FATAL_ERROR "${SOURCE} compiles, but should be refused with: ${expect}")
endif()

string(REGEX MATCH "[^\n]*error:[^\n]*" first "${output}")
string(FIND "${first}" "${expect}" position)
string(FIND "${first}" "${other}" or_position)
if(position EQUAL -1 AND or_position EQUAL -1)
    message("${output}")
    message(FATAL_ERROR "The first error should say: ${expect}")
endif()

string(REGEX MATCHALL "\n" lines "${output}")
list(LENGTH lines lines)
if(lines GREATER limit)
    message("${output}")
    message(FATAL_ERROR "${lines} lines of output, ${limit} allowed")
endif()
