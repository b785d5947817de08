// trav/dump/graph/reader.hpp: reads a heap from a list of edges, plain or gzipped; doc/formats.md describes
// the format.
//
//     NODE 1 Game 64 game          # an object: its id, type, bytes, and perhaps a name
//     NODE 2 Level 128
//     ROOT 1                       # 1 is alive by itself
//     1 2 level                    # 1 refers to 2, by a field called level
//     WEAK 2 1 owner               # a reference that does not keep its target alive
//     END 5                        # optional: the end of a whole file of five lines
//
// Reads line by line. While reading, it takes about 100 bytes per object and 13 per edge.
#pragma once

#include "builder.hpp"
#include "detail/words.hpp"
#include "edge_list.hpp"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

namespace trav::dump {

namespace detail {

/// Reads one file.
class EdgeListReader {
  public:
    explicit EdgeListReader(Input& input) : words_(input), list_(words_.lines(), "END LINES") {}

    EdgeList read() {
        while (words_.next()) line();
        return list_.finish();
    }

  private:
    void line() {
        std::string_view const keyword = words_.line()[0].quoted ? std::string_view() : words_[0];
        if (keyword == "END") return end();
        list_.line();
        if (keyword == "NODE") declare();
        else if (keyword == "ROOT") root();
        else if (keyword == "WEAK") edge(1, true, "WEAK FROM TO [NAME]");
        else edge(0, false, "FROM TO [NAME]");
    }

    void end() {
        if (words_.size() != 2) words_.fail("END LINES is due");
        list_.end(number(words_[1], "lines"));
    }

    void declare() {
        check(4, "NODE ID TYPE BYTES [NAME]");
        list_.declare(list_.node(words_[1]), words_[2], number(words_[3], "bytes"), word(4));
    }

    void root() {
        check(2, "ROOT ID [NAME]");
        list_.root(list_.node(words_[1]), word(2));
    }

    void edge(std::size_t first, bool weak, char const* form) {
        check(first + 2, form);
        Node const from = list_.node(words_[first]);
        list_.edge({from, list_.node(words_[first + 1]), 0, weak}, word(first + 2));
    }

    // The i-th word, or an empty text if the line is shorter.
    std::string word(std::size_t i) const { return i < words_.size() ? words_[i] : ""; }

    // Fails unless the line has the required words and at most one more, a name.
    void check(std::size_t words, char const* form) const {
        if (words_.size() < words) words_.fail(std::string("words are missing: ") + form + " is due");
        if (words_.size() > words + 1)
            words_.fail(std::string("too many words: ") + form + " is due; quote a name with blanks");
    }

    std::uint64_t number(std::string const& text, std::string const& what) const {
        std::uint64_t value = 0;
        auto const* const last = text.data() + text.size();
        auto const [end, bad] = std::from_chars(text.data(), last, value);
        if (bad == std::errc::result_out_of_range) words_.fail("more than 2^64 - 1 " + what + ": " + text);
        if (bad != std::errc{} || end != last) words_.fail("'" + text + "' is no number of " + what);
        return value;
    }

    Words words_;
    EdgeListBuilder list_;
};

}  // namespace detail

/// Reads a list of edges to the end of the input. Throws an Error that names the line.
inline EdgeList read_edge_list(Input& input) { return detail::EdgeListReader(input).read(); }

/// Reads a file, plain or gzipped.
inline EdgeList read_edge_list(std::string const& path, Progress progress = {}) {
    Input input(path, std::move(progress));
    return read_edge_list(input);
}

/// Whether a text that begins like this may be a list of edges: it must begin with a comment or with a NODE,
/// ROOT or WEAK line.
inline bool looks_like_edge_list(std::string_view text) {
    text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
    for (std::string_view const begin : {"#", "NODE ", "NODE\t", "ROOT ", "ROOT\t", "WEAK ", "WEAK\t"}) {
        if (text.starts_with(begin)) return true;
    }
    return false;
}

}  // namespace trav::dump
