# Draws doc/drawings/*.dot with Graphviz: an .svg next to each source, legible on light and dark backgrounds.
# Only changed drawings are redrawn: a drawing contains a hash of its source, which check_doc.cmake compares.
#
#     cmake -P cmake/draw.cmake
#     cmake -DALL=ON -P cmake/draw.cmake                    (after a change of this file)
cmake_minimum_required(VERSION 3.22)
get_filename_component(root ${CMAKE_CURRENT_LIST_DIR} DIRECTORY)

set(ink "#1f2328")
set(line "#59636e")
set(style "text{fill:${ink}}@media(prefers-color-scheme:dark){text{fill:#e6edf3}")
string(APPEND style "[stroke='${line}']{stroke:#9198a1}[fill='${line}']{fill:#9198a1}}")
set(font -Gfontname=Helvetica -Nfontname=Helvetica -Efontname=Helvetica)
set(defaults ${font} -Gfontsize=12 -Nfontsize=12 -Gbgcolor=transparent -Gpencolor=${line}
    -Nshape=box -Nstyle=rounded,filled -Nfillcolor=transparent -Ncolor=${line} -Nheight=0.3 -Nmargin=0.1,0.04
    -Ecolor=${line} -Earrowsize=0.7)

file(GLOB sources ${root}/doc/drawings/*.dot)
foreach(source IN LISTS sources)
    string(REGEX REPLACE "dot$" "svg" drawing ${source})
    file(MD5 ${source} text)
    set(old "")
    if(EXISTS ${drawing})
        file(READ ${drawing} old)
    endif()
    if(old MATCHES "${text}" AND NOT ALL)
        continue()
    endif()
    execute_process(COMMAND dot -Tsvg ${defaults} ${source} RESULT_VARIABLE status OUTPUT_VARIABLE svg)
    if(NOT status EQUAL 0)
        message(FATAL_ERROR "dot cannot draw ${source}")
    endif()
    string(REGEX REPLACE "^.*(<svg )" "\\1" svg "${svg}")
    string(REGEX REPLACE "<!--[^>]*-->\n|<title>[^<]*</title>\n" "" svg "${svg}")
    get_filename_component(name ${source} NAME)
    set(head "<!-- drawn by cmake/draw.cmake: ${name}, ${text} -->\n<style>${style}</style>\n")
    string(REGEX REPLACE "(<svg [^>]*>\n)" "\\1${head}" svg "${svg}")
    file(WRITE ${drawing} "${svg}")
    message("${drawing}")
endforeach()
