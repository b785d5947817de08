# Compiles SOURCE, which must fail. Its top says how:
#
#     // expect: what the first error of the compiler's output says
#     // lines: the longest output allowed, in lines (30 if not given)
file(STRINGS ${SOURCE} expect REGEX "^// expect: ")
file(STRINGS ${SOURCE} limit REGEX "^// lines: ")
list(LENGTH expect sentences)
if(NOT sentences EQUAL 1)
    message(FATAL_ERROR "${SOURCE} needs one line '// expect: <sentence>'")
endif()
string(REPLACE "// expect: " "" expect "${expect}")
string(REPLACE "// lines: " "" limit "${limit}")
if(NOT limit)
    set(limit 30)
endif()

execute_process(COMMAND ${COMPILER} -std=c++20 -fsyntax-only -I${INCLUDE} ${SOURCE}
                RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
if(status EQUAL 0)
    message(FATAL_ERROR "${SOURCE} compiles, but should be refused with: ${expect}")
endif()

string(REGEX MATCH "[^\n]*error:[^\n]*" first "${output}")
string(FIND "${first}" "${expect}" position)
if(position EQUAL -1)
    message(FATAL_ERROR "The first error should say: ${expect}\nThe compiler said:\n${output}")
endif()

string(REGEX MATCHALL "\n" lines "${output}")
list(LENGTH lines lines)
if(lines GREATER limit)
    message(FATAL_ERROR "${lines} lines of output, ${limit} allowed:\n${output}")
endif()
