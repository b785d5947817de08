# A user's program that imports the module trav, from where trav was installed:
#
#     cmake -DCLANG=clang++-19 -DPREFIX=folder -DBUILD=folder -P test/consumer/module.cmake
cmake_minimum_required(VERSION 3.22)
find_program(COMPILER NAMES ${CLANG})
if(NOT COMPILER)
    message("skipped: ${CLANG} is missing")
    return()
endif()
function(run)
    execute_process(COMMAND ${ARGN} WORKING_DIRECTORY ${BUILD} RESULT_VARIABLE status)
    if(NOT status EQUAL 0)
        list(JOIN ARGN " " command)
        message(FATAL_ERROR "failed: ${command}")
    endif()
endfunction()
file(MAKE_DIRECTORY ${BUILD})
run(${COMPILER} -std=c++20 --precompile ${PREFIX}/include/trav/trav.cppm -o trav.pcm)
run(${COMPILER} -std=c++20 -fmodule-file=trav=trav.pcm ${CMAKE_CURRENT_LIST_DIR}/module.cpp trav.pcm
    -o consumer)
run(${BUILD}/consumer)
