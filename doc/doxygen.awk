# Sources as Doxygen wants them; doc/Doxyfile calls this. The comment on top of a header becomes the page of
# the file, and < and @ in comments are taken for what they are. In pages, links to headings and to files that
# are no pages of the site become plain text.
FILENAME ~ /\.md$/ {
    if (/^```/) in_code = !in_code
    while (!in_code && /\[[^\]]*$/ && (getline more) > 0) $0 = $0 " " more  # Doxygen wants a link on one line
    if (!in_code && /^#/) gsub(/`/, "")  # nor does it know code in headings
    gsub(/\]\([^()]*\.cppm\)/, "]")
    gsub(/\]\((\.\.\/)*include\//, "](@ref ")
    gsub(/\]\((\.\.\/)*(example|test|bench|packaging)[^()]*\)/, "]")
    gsub(/\]\([^():@]*(#[^()]*|README\.md)\)/, "]")
    gsub(/\]\(@ref [^()]*\/detail\/[^()]*\)/, "]")  # no pages of the site
    gsub(/\]\(@ref [^().]*\)/, "]")  # folders
    if (/^!\[.*\)$/) {  # Doxygen would leave out the text of a picture
        sub(/^!\[/, "<img alt=\"")
        sub(/\]\((doc\/|\.\.\/)?/, "\" src=\"")
        sub(/\)$/, "\"/>")
    }
    print
    next
}
/^inline constexpr bool std::/ { $0 = "class Unnamed;" }  # what specialises the standard library is not ours
FNR == 1 && match($0, /^\/\/ [^:]*: /) { $0 = "/// @file\n/// " substr($0, RLENGTH + 1); on_top = 1 }
/^#pragma once/ { on_top = 0 }
on_top && /^\/\/( |$)/ { $0 = "/" $0 }
match($0, /\/\/\/<? /) && !/\/\/\/     / && !/@file/ {
    comment = substr($0, RSTART + RLENGTH)
    $0 = substr($0, 1, RSTART + RLENGTH - 1)
    count = split(comment, parts, "`")  # every second part is code
    for (i = 1; i <= count; ++i) {
        if (i % 2) gsub(/[@<]/, "\\\\&", parts[i])
        $0 = $0 (i > 1 ? "`" : "") parts[i]
    }
}
{ print }
