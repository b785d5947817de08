# Writes the manual page of HEAPPROF to PAGE, from the output of heapprof and its commands with --help.
#
#     cmake -DHEAPPROF=build/dev/example/heapprof -DPAGE=heapprof.1 -DVERSION=0.1.0 -P cmake/man_page.cmake
#
# Help consists of paragraphs and sections. A section has a title that ends in a colon, and lines that are
# indented by two blanks and begin with their subject. A line with more indentation continues the previous
# one.
cmake_minimum_required(VERSION 3.22)

# Characters with a meaning in CMake lists are replaced until the page is written.
string(ASCII 1 semicolon)
string(ASCII 2 left)
string(ASCII 3 right)

# Escapes text for roff, so that nothing in it is a command.
function(escape text out)
    string(REPLACE "\\" "\\e" text "${text}")
    string(REPLACE "-" "\\-" text "${text}")
    string(REGEX REPLACE "^([.'])" "\\\\&\\1" text "${text}")
    set(${out} "${text}" PARENT_SCOPE)
endfunction()

# Sets `lines` to the output of `heapprof ARGUMENTS --help`.
function(help lines)
    execute_process(COMMAND ${HEAPPROF} ${ARGN} --help OUTPUT_VARIABLE text COMMAND_ERROR_IS_FATAL ANY)
    string(REPLACE ";" "${semicolon}" text "${text}")
    string(REPLACE "[" "${left}" text "${text}")
    string(REPLACE "]" "${right}" text "${text}")
    string(REPLACE "\n" ";" text "${text}")
    set(${lines} "${text}" PARENT_SCOPE)
endfunction()

# Appends lines of help to `page`.
function(append_help)
    foreach(line IN LISTS ARGN)
        set(paragraph ".PP\n")
        if(page MATCHES "\n\\.SH [^\n]*\n$")
            set(paragraph "")
        endif()
        if(line MATCHES "^([A-Z][^:]*):$")
            escape("${CMAKE_MATCH_1}" title)
            string(APPEND page ".SS ${title}\n")
        elseif(line MATCHES "^  ([^ ].*)$")
            # The subject, at least two blanks, and the description.
            set(what "${CMAKE_MATCH_1}")
            set(text "")
            if(what MATCHES "^(.*[^ ])   *([^ ].*)$")
                string(FIND "${what}" "  " end)
                string(SUBSTRING "${what}" ${end} -1 text)
                string(SUBSTRING "${what}" 0 ${end} what)
                string(STRIP "${text}" text)
            endif()
            escape("${what}" what)
            escape("${text}" text)
            string(APPEND page ".TP\n.B ${what}\n")
            if(text)
                string(APPEND page "${text}\n")
            endif()
        elseif(line MATCHES "^ +([^ ].*)$")
            escape("${CMAKE_MATCH_1}" text)
            string(APPEND page "${text}\n")
        elseif(line MATCHES "^Usage: (.*)$")
            escape("${CMAKE_MATCH_1}" text)
            string(APPEND page "${paragraph}.B ${text}\n")
        elseif(line)
            escape("${line}" text)
            string(APPEND page "${paragraph}${text}\n")
        endif()
    endforeach()
    set(page "${page}" PARENT_SCOPE)
endfunction()

help(overview)
list(POP_FRONT overview purpose)
string(REGEX REPLACE "\\.$" "" purpose "${purpose}")
escape("${purpose}" purpose)
string(TIMESTAMP today "%Y-%m-%d" UTC)
set(page ".TH HEAPPROF 1 \"${today}\" \"trav ${VERSION}\"\n.SH NAME\nheapprof \\- ${purpose}\n.SH SYNOPSIS\n")
append_help(${overview})

# The commands: the text below "Subcommands:".
string(REGEX REPLACE "^.*Subcommands:;(.*)$" "\\1" commands "${overview}")
foreach(line IN LISTS commands)
    if(NOT line MATCHES "^  ([a-z]+) ")
        continue()
    endif()
    set(command ${CMAKE_MATCH_1})
    help(lines ${command})
    string(TOUPPER "${command}" title)
    string(APPEND page ".SH HEAPPROF ${title}\n")
    append_help(${lines})
endforeach()

string(REPLACE "${semicolon}" ";" page "${page}")
string(REPLACE "${left}" "[" page "${page}")
string(REPLACE "${right}" "]" page "${page}")
file(WRITE ${PAGE} "${page}")
