# Puts the page of `heapprof page` together, as a C++ source file that defines what page_parts.hpp declares.
#
#     cmake -DFOLDER=example/heapprof/page -DD3=d3.min.js -DOUTPUT=page_parts.cpp -P cmake/page_parts.cmake
#
# page.html names its parts: @STYLE@, @LICENCE@, @D3@, @SCRIPT@, and @DATA@, which is put in by the profiler.
# Where D3 is empty, the page is.
cmake_minimum_required(VERSION 3.22)

file(READ ${FOLDER}/page.html page)
file(READ ${FOLDER}/page.css style)
file(READ ${FOLDER}/page.js script)
file(READ ${FOLDER}/d3.licence.txt licence)
if(D3)
    file(READ ${D3} d3)
else()
    set(page "@DATA@")
endif()
foreach(part style licence d3 script)
    string(TOUPPER @${part}@ place)
    string(REPLACE "${place}" "${${part}}" page "${page}")
endforeach()

string(FIND "${page}" "@DATA@" begin)
math(EXPR end "${begin} + 6")
string(SUBSTRING "${page}" 0 ${begin} before)
string(SUBSTRING "${page}" ${end} -1 after)
file(WRITE ${OUTPUT} "#include \"page/page_parts.hpp\"

#pragma GCC diagnostic ignored \"-Woverlength-strings\"

namespace heapprof {

std::string_view const page_before_data = R\"trav(${before})trav\";
std::string_view const page_after_data = R\"trav(${after})trav\";

}  // namespace heapprof
")
