# Compiles the first program of README.md with README.md's command, and compares its output with the block
# after the command. COMPILER replaces g++.
#
#     cmake -DCOMPILER=clang++-19 -DBUILD=folder -P test/readme.cmake
#
# -DROOT=folder is for the test of this test. Prints "skipped: " and the reason if the compiler is missing.
cmake_minimum_required(VERSION 3.22)
if(NOT DEFINED ROOT)
    get_filename_component(ROOT ${CMAKE_CURRENT_LIST_DIR} DIRECTORY)
endif()
get_filename_component(ROOT ${ROOT} ABSOLUTE)
find_program(path ${COMPILER})
if(NOT path)
    message("skipped: ${COMPILER} is missing")
    return()
endif()

# Sets `out` to the next block of `page` in a language, and removes the page up to the end of this block.
macro(next_block out language)
    string(FIND "${page}" "\n```${language}\n" at)
    if(at EQUAL -1)
        message(FATAL_ERROR "README.md has too few blocks: no ```${language}")
    endif()
    string(LENGTH "\n```${language}\n" length)
    math(EXPR at "${at} + ${length}")
    string(SUBSTRING "${page}" ${at} -1 page)
    string(FIND "${page}" "```\n" end)
    string(SUBSTRING "${page}" 0 ${end} ${out})
    math(EXPR end "${end} + 4")
    string(SUBSTRING "${page}" ${end} -1 page)
endmacro()

file(READ ${ROOT}/README.md page)
next_block(program cpp)
next_block(command sh)
next_block(wanted "")

if(NOT command MATCHES "^g[+][+] [^\n]* ([^ ]+[.]cpp) [^\n]*\n$")
    message(FATAL_ERROR "README.md does not compile its program with g++ in one line:\n${command}")
endif()
set(source ${CMAKE_MATCH_1})
string(REGEX MATCHALL "\n" lines "${program}")
list(LENGTH lines lines)
if(lines GREATER 35)
    message(FATAL_ERROR "the program of README.md has ${lines} lines, 35 are allowed")
endif()
file(READ ${ROOT}/${source} kept)
if(NOT kept STREQUAL program)
    # CMake does not wrap a message that begins with a space.
    message(FATAL_ERROR " ${source} is not the program of README.md")
endif()

file(REMOVE_RECURSE ${BUILD})
get_filename_component(folder ${BUILD}/${source} DIRECTORY)
file(MAKE_DIRECTORY ${folder})
file(WRITE ${BUILD}/${source} "${program}")
if(EXISTS ${ROOT}/include)
    file(CREATE_LINK ${ROOT}/include ${BUILD}/include SYMBOLIC)
endif()
string(REGEX REPLACE "^g[+][+]" "${COMPILER}" command "${command}")
execute_process(COMMAND sh -c "${command}" WORKING_DIRECTORY ${BUILD} RESULT_VARIABLE status
                OUTPUT_VARIABLE printed ERROR_VARIABLE said)
if(NOT status EQUAL 0 OR said)
    message(FATAL_ERROR "${said}\nends with ${status}: ${command}")
endif()
if(NOT printed STREQUAL wanted)
    message(FATAL_ERROR "README.md shows\n${wanted}\nbut the program prints\n${printed}")
endif()
