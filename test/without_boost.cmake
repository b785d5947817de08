# Fails if SOURCE includes a header of Boost, directly or indirectly, according to the compiler's
# dependencies.
cmake_minimum_required(VERSION 3.22)
execute_process(COMMAND ${COMPILER} -std=c++20 -M -I${INCLUDE} -x c++ ${SOURCE}
                RESULT_VARIABLE status OUTPUT_VARIABLE read ERROR_VARIABLE errors)
if(NOT status EQUAL 0)
    message(FATAL_ERROR "${errors}")
endif()
string(REGEX MATCH "[^ \n]*/boost/[^ \n]*" found "${read}")
if(found)
    message(FATAL_ERROR "${SOURCE} includes Boost: ${found}")
endif()
