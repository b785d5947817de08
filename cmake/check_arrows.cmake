# Checks that no header of include/trav includes a header of a higher floor (doc/architecture.md lists the
# floors), and that each header begins by including one of trav's: so detail/compiler.hpp, which refuses old
# standards, comes before everything else. A header in a detail/ is for the folder around that detail/ and its
# subfolders; trav/detail/ is for the whole library. Examples and benchmarks use neither headers in a detail/
# nor namespace trav::detail; tests may.
#
#     cmake -P cmake/check_arrows.cmake
#     cmake -DROOT=folder -P cmake/check_arrows.cmake      (for the test of this check)
cmake_minimum_required(VERSION 3.22)
if(NOT DEFINED ROOT)
    get_filename_component(ROOT ${CMAKE_CURRENT_LIST_DIR} DIRECTORY)
endif()
get_filename_component(include ${ROOT}/include/trav ABSOLUTE)

# From the ground up. Floors on the same line may not include each other.
set(floors
    "version"
    "detail"
    "text"
    "fwd"
    "allocations"
    "store"
    "graph"
    "policy"
    "strategy"
    "default_store"
    "traverse_heap"
    "flow view"
    "profile"
    "distributed"
    "report"
    "compiled"
    "path"
    "check"
    "dump"
    "ghc/layout"
    "ghc/heap"
    "ghc/machine"
    "ghc/profile"
    "ghc/live")
# Umbrella headers have only #include lines; trav.hpp and all.hpp alone include them.
set(umbrellas trav engine profile view distributed report path check dump ghc all)

# Sets `out` to the height of a header and `name` to its floor.
function(floor_of header out name)
    string(REGEX REPLACE "\\.hpp$" "" path ${header})
    if(path IN_LIST umbrellas)
        set(${out} 100 PARENT_SCOPE)
        set(${name} ${path}.hpp PARENT_SCOPE)
        return()
    endif()
    set(height 0)
    foreach(line IN LISTS floors)
        separate_arguments(rooms UNIX_COMMAND "${line}")
        foreach(room IN LISTS rooms)
            if(path STREQUAL room OR path MATCHES "^${room}/")
                set(${out} ${height} PARENT_SCOPE)
                set(${name} ${room} PARENT_SCOPE)
                return()
            endif()
        endforeach()
        math(EXPR height "${height} + 1")
    endforeach()
    message(FATAL_ERROR "trav/${header} lies on no floor: name its folder in cmake/check_arrows.cmake")
endfunction()

include(${CMAKE_CURRENT_LIST_DIR}/includes.cmake)
set(wrong 0)
file(GLOB_RECURSE headers RELATIVE ${include} ${include}/*.hpp)
foreach(header IN LISTS headers)
    floor_of(${header} from from_name)
    includes_of(${header} targets)
    set(first "")
    if(targets)
        list(GET targets 0 first)
    endif()
    if(first MATCHES "^<" AND NOT header STREQUAL "detail/compiler.hpp")
        message("trav/${header} begins with no header of trav: it needs at least detail/compiler.hpp")
        math(EXPR wrong "${wrong} + 1")
    endif()
    list(FILTER targets EXCLUDE REGEX "^<")
    foreach(target IN LISTS targets)
        if(target MATCHES "^(.+/)detail/")
            string(FIND ${header} ${CMAKE_MATCH_1} at)
            if(NOT at EQUAL 0)
                message("trav/${header} includes trav/${target}, which is for trav/${CMAKE_MATCH_1} only")
                math(EXPR wrong "${wrong} + 1")
            endif()
        endif()
        floor_of(${target} to to_name)
        if(header STREQUAL "all.hpp" OR (header STREQUAL "trav.hpp" AND NOT target STREQUAL "all.hpp"))
            continue()
        elseif(to GREATER from OR (to EQUAL from AND NOT to_name STREQUAL from_name))
            message("trav/${header} includes trav/${target}, which is above it: "
                    "${from_name} may not include ${to_name}")
            math(EXPR wrong "${wrong} + 1")
        endif()
    endforeach()
endforeach()

file(GLOB_RECURSE sources RELATIVE ${ROOT} ${ROOT}/example/*.[ch]pp ${ROOT}/bench/*.[ch]pp)
foreach(source IN LISTS sources)
    file(STRINGS ${ROOT}/${source} lines REGEX "^([^/]|/[^/])*(<trav/(.+/)?detail/|::detail::)") # no comments
    foreach(line IN LISTS lines)
        message("${source} uses a detail of trav: ${line}")
        math(EXPR wrong "${wrong} + 1")
    endforeach()
endforeach()
if(wrong)
    message(FATAL_ERROR "${wrong} includes or names are not allowed")
endif()
