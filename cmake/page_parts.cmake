# Assembles the page of `heapprof page` as a C++ source file that defines the declarations of page_parts.hpp.
#
#     cmake -DFOLDER=example/heapprof/page -DD3=d3.min.js -DOUTPUT=page_parts.cpp -P cmake/page_parts.cmake
#
# page.html names its parts: @STYLE@, @LICENCE@, @D3@, @SCRIPT@ (all scripts, in the order below), and @DATA@
# and @TREE@, which the profiler inserts. If D3 is empty, the page consists of @DATA@ and @TREE@ alone.
cmake_minimum_required(VERSION 3.22)

file(READ ${FOLDER}/page.html page)
file(READ ${FOLDER}/page.css style)
set(script "'use strict';\n")
foreach(name words state tree boxes picture search object tables times shared page)
    file(READ ${FOLDER}/${name}.js text)
    string(APPEND script "${text}")
endforeach()
file(READ ${FOLDER}/d3.licence.txt licence)
if(D3)
    file(READ ${D3} d3)
else()
    set(page "@DATA@@TREE@")
endif()
foreach(part style licence d3 script)
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
