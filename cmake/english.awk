# Prints how often prose uses the turns of phrase that stop a native reader, and its ten densest sentences:
# those with the most such turns. A mirror, no gate; the prose is what people read, so look at the sentence.
#
#     awk -f cmake/english.awk FILES...      comments of C++, CMake and shell, and the text of Markdown
#
# Counted per 1,000 words: `what`; relative clauses (`those which`, `of which`, `whose`); persons for things
# (`who`, `nobody`, `whoever`); `where` and passives with `is told`, `is left`, `is given` for conditions.

# The text of a line that is prose; "" otherwise.
function prose(line) {
    if (FILENAME ~ /\.md$/) {
        if (line ~ /^```/) fenced = !fenced
        return fenced || line ~ /^(\||```|#)/ ? "" : line
    }
    if (FILENAME ~ /\.[ch]pp$|\.def$/) return match(line, /(^|[ \t])\/\/+<? /) ? substr(line, RSTART + RLENGTH) : ""
    return match(line, /^[ \t]*# /) ? substr(line, RSTART + RLENGTH) : ""
}
# Counts a sentence; the words and turns in it.
function count(sentence,    text, n, found, i, rank) {
    gsub(/`[^`]*`/, "code", sentence)
    text = " " tolower(sentence) " "
    gsub(/[^a-z' ]+/, " ", text)
    n = split(text, unused, " ")
    if (n < 2) return
    words += n
    sentences++
    gsub(/ /, "  ", text)  # so that neighbours both match
    found = 0
    for (i = 1; i <= kinds; ++i) {
        this = gsub(pattern[i], "&", text)
        total[i] += this
        found += this
    }
    if (!found) return
    for (rank = ++dense; rank > 1 && score[rank - 1] < found / (n + 8); --rank) {
        score[rank] = score[rank - 1]
        shown[rank] = shown[rank - 1]
    }
    score[rank] = found / (n + 8)
    shown[rank] = place ": " sentence
    if (dense > 10) dense = 10
}
function flush_sentence() {
    sub(/^[ \t]+/, "", open)
    if (open != "") count(open)
    open = ""
}
BEGIN {
    turn[++kinds] = "what"; pattern[kinds] = "  what  "
    turn[++kinds] = "those who, of which"
    pattern[kinds] = "  (those|that)  (of|which|who|that)  |  (of|in|by|to|with|for|from)  which  |  whose  "
    turn[++kinds] = "who, nobody"; pattern[kinds] = "  (who|nobody|whoever|whatever|whom)  "
    turn[++kinds] = "where, is told"
    pattern[kinds] = "  where  |  (is|are)  (told|left|given|asked|said)  "
}
FNR == 1 { flush_sentence(); fenced = 0 }
{
    text = prose($0)
    if (text == "") { flush_sentence(); next }
    if (text ~ /^    /) next  # an example
    if (open == "") place = FILENAME ":" FNR
    while (match(text, /[.;:!?]( |$)/)) {
        open = open " " substr(text, 1, RSTART)
        flush_sentence()
        text = substr(text, RSTART + RLENGTH)
        place = FILENAME ":" FNR
    }
    open = open " " text
}
END {
    flush_sentence()
    if (!words) exit
    printf "english: %d words in %d sentences; per 1,000 words:", words, sentences
    for (i = 1; i <= kinds; ++i) printf " `%s` %.1f%s", turn[i], 1000 * total[i] / words, i < kinds ? "," : "\n"
    for (i = 1; i <= dense; ++i) print "  " shown[i]
}
