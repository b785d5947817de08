# What the examples, tests and benchmarks share.

# ccache makes a second build of the same text free.
find_program(CCACHE ccache)
if(CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
    set(CMAKE_CXX_COMPILER_LAUNCHER ${CCACHE})
endif()

# Our own code is built with these; users never see them.
add_library(trav_dev INTERFACE)
target_compile_options(trav_dev INTERFACE -Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow
                                          -Werror)
foreach(part trav::trav trav::hana trav::views trav::dump trav::report)
    if(TARGET ${part})
        target_link_libraries(trav_dev INTERFACE ${part})
    endif()
endforeach()
set(CMAKE_CXX_EXTENSIONS OFF)

# Boost.PFR came with Boost 1.75; ./dev puts its headers into build/pfr where the system's Boost is older.
find_path(TRAV_PFR_INCLUDE boost/pfr.hpp HINTS ${Boost_INCLUDE_DIRS} ${PROJECT_SOURCE_DIR}/build/pfr)
mark_as_advanced(TRAV_PFR_INCLUDE)
if(TRAV_PFR_INCLUDE)
    target_include_directories(trav_dev SYSTEM INTERFACE ${TRAV_PFR_INCLUDE})
endif()

# What the command-line profiler needs besides the library.
find_package(CLI11 QUIET)
if(CLI11_FOUND AND nlohmann_json_FOUND AND TARGET trav::report AND TARGET trav::dump)
    add_library(trav_tools INTERFACE)
    target_link_libraries(trav_tools INTERFACE CLI11::CLI11 trav::report trav::dump)
    add_library(trav::tools ALIAS trav_tools)
endif()

# LLVM's iterators take part in a comparison and in benchmarks where its headers are.
file(GLOB llvm_directories /usr/lib/llvm-*/include)
find_path(LLVM_HEADERS llvm/ADT/DepthFirstIterator.h HINTS ${llvm_directories})
mark_as_advanced(LLVM_HEADERS)

# What the oracles of test/oracle need. Its library is built with libstdc++ without debug mode, so it is of
# use to what is built like that.
find_package(rapidcheck QUIET CONFIG)
if(TARGET rapidcheck)
    include(CheckCXXSourceCompiles)
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

# Takes out of a list of files those that need a missing package, by their path and by what they include.
# Those that need the headers of GHC's runtime system are compiled by ghc (test/live).
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
