# Removes indentation, alignment, trailing blanks, and empty lines at both ends; puts a line break at both
# ends.
function(normalise text out)
    string(REGEX REPLACE "[ \t]*\n[ \t]*" "\n" text "${text}")
    string(REGEX REPLACE "[ \t]+" " " text "${text}")
    string(STRIP "${text}" text)
    set(${out} "\n${text}\n" PARENT_SCOPE)
endfunction()
