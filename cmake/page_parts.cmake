# Assembles the page of `heapprof page` as a C++ source file that defines the declarations of page_parts.hpp.
#
#     cmake -DFOLDER=example/heapprof/page -DD3=d3.min.js -DOUTPUT=page_parts.cpp -P cmake/page_parts.cmake
#
# page.html names its parts: @STYLE@, @LICENCE@, @D3@, @SCRIPT@ (all scripts, in the order below), and @DATA@
# and @TREE@, which the profiler inserts. @D3_HASH@, @SCRIPT_HASH@ and @STYLE_HASH@ are for the page's policy:
# the browser runs no other script. If D3 is empty, the page consists of @DATA@ and @TREE@ alone.
cmake_minimum_required(VERSION 3.22)

# A text's hash as in a Content-Security-Policy: 'sha256-', and the 32 bytes in base 64.
function(hash text result)
    set(digits ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/)
    string(SHA256 hash "${text}")
    foreach(at RANGE 0 60 3)
        string(SUBSTRING ${hash} ${at} 3 three)
        math(EXPR high "0x${three} >> 6")
        math(EXPR low "0x${three} & 63")
        string(SUBSTRING ${digits} ${high} 1 high)
        string(SUBSTRING ${digits} ${low} 1 low)
        string(APPEND base64 ${high}${low})
    endforeach()
    string(SUBSTRING ${hash} 63 1 last)
    math(EXPR last "0x${last} << 2")
    string(SUBSTRING ${digits} ${last} 1 last)
    set(${result} "'sha256-${base64}${last}='" PARENT_SCOPE)
endfunction()

file(READ ${FOLDER}/page.html page)
file(READ ${FOLDER}/page.css style)
set(script "'use strict';\n")
foreach(name words state tree boxes picture search object findings tables times shared page)
    file(READ ${FOLDER}/${name}.js text)
    string(APPEND script "${text}")
endforeach()
file(READ ${FOLDER}/d3.licence.txt licence)
if(D3)
    file(READ ${D3} d3)
else()
    set(page "@DATA@@TREE@")
endif()
foreach(part style d3 script)
    hash("\n${${part}}\n" ${part}_hash)
endforeach()
foreach(part style licence d3 script style_hash d3_hash script_hash)
    string(TOUPPER @${part}@ place)
    string(REPLACE "${place}" "${${part}}" page "${page}")
endforeach()

string(FIND "${page}" "@DATA@" data)
string(FIND "${page}" "@TREE@" tree)
math(EXPR after_data "${data} + 6")
math(EXPR between "${tree} - ${after_data}")
math(EXPR after_tree "${tree} + 6")
string(SUBSTRING "${page}" 0 ${data} before_data)
string(SUBSTRING "${page}" ${after_data} ${between} before_tree)
string(SUBSTRING "${page}" ${after_tree} -1 after_tree)
file(WRITE ${OUTPUT} "#include \"page/page_parts.hpp\"

#pragma GCC diagnostic ignored \"-Woverlength-strings\"

namespace heapprof {

std::string_view const page_before_data = R\"trav(${before_data})trav\";
std::string_view const page_before_tree = R\"trav(${before_tree})trav\";
std::string_view const page_after_tree = R\"trav(${after_tree})trav\";

}  // namespace heapprof
")
