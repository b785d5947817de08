# Shared by the examples, tests and benchmarks.

# ccache makes a second build of the same text almost free.
find_program(CCACHE ccache)
if(CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
    set(CMAKE_CXX_COMPILER_LAUNCHER ${CCACHE})
endif()

# Our own code is built with these options; users never see them.
add_library(trav_dev INTERFACE)
# -Wrestrict of g++ 12 warns of assignments of literals to a std::string (GCC bug 105651).
target_compile_options(trav_dev INTERFACE -Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow
                                          -Werror $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>)
foreach(part trav::trav trav::hana trav::views trav::dump trav::report)
    if(TARGET ${part})
        target_link_libraries(trav_dev INTERFACE ${part})
    endif()
endforeach()
set(CMAKE_CXX_EXTENSIONS OFF)

# Boost.PFR came with Boost 1.75. If the system's Boost is older, ./dev puts PFR's headers into build/pfr.
find_path(TRAV_PFR_INCLUDE boost/pfr.hpp HINTS ${Boost_INCLUDE_DIRS} ${PROJECT_SOURCE_DIR}/build/pfr)
mark_as_advanced(TRAV_PFR_INCLUDE)
if(TRAV_PFR_INCLUDE)
    target_include_directories(trav_dev SYSTEM INTERFACE ${TRAV_PFR_INCLUDE})
endif()

# The additional dependencies of the command-line profiler.
find_package(CLI11 QUIET)
if(CLI11_FOUND AND nlohmann_json_FOUND AND TARGET trav::report AND TARGET trav::dump)
    add_library(trav_tools INTERFACE)
    target_link_libraries(trav_tools INTERFACE CLI11::CLI11 trav::report trav::dump)
    add_library(trav::tools ALIAS trav_tools)
endif()

# LLVM's iterators take part in a comparison and in benchmarks if its headers are installed.
file(GLOB llvm_directories /usr/lib/llvm-*/include)
find_path(LLVM_HEADERS llvm/ADT/DepthFirstIterator.h HINTS ${llvm_directories})
mark_as_advanced(LLVM_HEADERS)

include(CheckCXXSourceCompiles)

# The dependency of the oracles in test/oracle. The library is built with libstdc++ without debug mode, so
# only programs that are built likewise can use it.
find_package(rapidcheck QUIET CONFIG)
if(TARGET rapidcheck)
    set(CMAKE_REQUIRED_LIBRARIES rapidcheck)
    set(CMAKE_REQUIRED_FLAGS -std=c++20)
    check_cxx_source_compiles("
        #include <rapidcheck.h>
        #ifdef _GLIBCXX_DEBUG
        #error debug mode
        #endif
        int main() { return rc::check([](std::vector<int> const&) {}) ? 0 : 1; }" TRAV_RAPIDCHECK)
    unset(CMAKE_REQUIRED_LIBRARIES)
    unset(CMAKE_REQUIRED_FLAGS)
endif()

# C++26 reflection, which describes structs without a line.
if("cxx_std_26" IN_LIST CMAKE_CXX_COMPILE_FEATURES)
    set(standard ${CMAKE_CXX_STANDARD})
    set(CMAKE_CXX_STANDARD 26)
    set(CMAKE_REQUIRED_FLAGS -freflection)
    check_cxx_source_compiles("
        #include <meta>
        int main() { return std::meta::is_class_type(^^int); }" TRAV_REFLECTION)
    unset(CMAKE_REQUIRED_FLAGS)
    set(CMAKE_CXX_STANDARD ${standard})
endif()

# Removes files that need a missing package from a list, according to their path and their includes.
# Files that need the headers of GHC's runtime system are compiled by ghc (test/live).
function(trav_keep_buildable list)
    list(FILTER ${list} EXCLUDE REGEX "ghc/live/runtime\\.hpp$|(example|test|bench)/live/")
    set(needs)
    if(NOT TARGET trav::hana)
        list(APPEND needs "boost/|reflect\\.hpp|bgl\\.hpp|trav/all\\.hpp")
    endif()
    if(NOT TRAV_PFR_INCLUDE)
        list(APPEND needs "graph/described_by_pfr\\.cpp")
    endif()
    if(NOT TARGET trav::views)
        list(APPEND needs "range/v3/|view/|trav/(view|all)\\.hpp")
    endif()
    if(NOT TARGET trav::tools)
        list(APPEND needs "zlib\\.h|CLI/|fmt/|nlohmann/|dump/|report/|ghc/profile/|heapprof/"
                          "trav/(dump|report|ghc|all)\\.hpp")
    endif()
    if(NOT LLVM_HEADERS)
        list(APPEND needs "llvm/ADT")
    endif()
    if(NOT TARGET trav::mpi)
        list(APPEND needs "mpi\\.h|distributed/mpi\\.")
    endif()
    if(NOT TARGET trav::pbgl)
        list(APPEND needs "distributed/pbgl\\.")
    endif()
    if(NOT Catch2_FOUND)
        list(APPEND needs "check/catch\\.hpp")
    endif()
    if(NOT TRAV_RAPIDCHECK)
        list(APPEND needs "rapidcheck|oracle/[^/]*\\.cpp")
    endif()
    list(JOIN needs "|" needs)
    set(kept ${${list}})
    set(left_out)
    if(needs)
        foreach(file IN LISTS ${list})
            file(STRINGS ${file} includes REGEX "^#include .*(${needs})")
            if(includes OR file MATCHES "/(${needs})")
                list(REMOVE_ITEM kept ${file})
                list(APPEND left_out ${file})
            endif()
        endforeach()
    endif()
    if(left_out)
        list(TRANSFORM left_out REPLACE "${PROJECT_SOURCE_DIR}/" "")
        list(JOIN left_out " " left_out)
        message(STATUS "trav: left out, because a package is missing: ${left_out}")
    endif()
    set(${list} ${kept} PARENT_SCOPE)
endfunction()
