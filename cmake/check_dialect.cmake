# Checks that compiler-specific words occur only in detail/compiler.hpp, together with the equivalents for
# other compilers. The only exception is the header of GHC's runtime system, which only GHC's compilers
# compile.
#
#     cmake -P cmake/check_dialect.cmake
#     cmake -DROOT=folder -P cmake/check_dialect.cmake      (for the test of this check)
cmake_minimum_required(VERSION 3.22)
if(NOT DEFINED ROOT)
    get_filename_component(ROOT ${CMAKE_CURRENT_LIST_DIR} DIRECTORY)
endif()
get_filename_component(include ${ROOT}/include/trav ABSOLUTE)
set(words "__builtin_[a-z_]+|__atomic_[a-z_]+|__sync_[a-z_]+|__attribute__|__asm|__PRETTY_FUNCTION__")
string(APPEND words "|gnu::[a-z_]+|clang::[a-z_]+|msvc::[a-z_]+|__declspec|__forceinline")
string(APPEND words "|#pragma (GCC|clang)|_Pragma")
set(wrong 0)
file(GLOB_RECURSE headers RELATIVE ${include} ${include}/*.hpp)
list(REMOVE_ITEM headers detail/compiler.hpp ghc/live/runtime.hpp)
foreach(header IN LISTS headers)
    file(STRINGS ${include}/${header} lines REGEX "${words}")
    foreach(line IN LISTS lines)
        string(REGEX MATCH "${words}" word "${line}")
        message("trav/${header}: ${word} is for detail/compiler.hpp")
        math(EXPR wrong "${wrong} + 1")
    endforeach()
endforeach()
if(wrong)
    message(FATAL_ERROR "${wrong} words of a compiler's own")
endif()
