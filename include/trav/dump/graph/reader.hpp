// trav/dump/graph/reader.hpp: reads a heap that is written down as a list of edges, plain or gzipped;
// doc/formats.md has the format.
//
//     NODE 1 Game 64 game          # an object: its id, its type, its bytes, and its name if it has one
//     NODE 2 Level 128
//     ROOT 1                       # is alive by itself
//     1 2 level                    # 1 refers to 2, by a field called level
//     WEAK 2 1 owner               # a reference that does not keep its target alive
//
// Reads line by line. While it does, it takes about 100 bytes for each object and 13 for each edge.
#pragma once

#include "detail/words.hpp"
#include "edge_list.hpp"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <system_error>
#include <unordered_map>
#include <utility>
#include <vector>

namespace trav::dump {

namespace detail {

/// Reads one file.
class EdgeListReader {
  public:
    explicit EdgeListReader(Input& input) : words_(input) {
        list_.file = input.name();
        string("");
    }

    EdgeList read() {
        while (words_.next()) line();
        if (list_.node_count() == 0) throw Error(list_.file, "there is no node in it");
        sort_edges();
        if (!has_roots_) find_roots();
        for (EdgeList::Root& root : list_.roots) {
            if (root.name.empty()) root.name = list_.name(root.node);
            if (root.name.empty()) root.name = list_.id(root.node);
        }
        return std::move(list_);
    }

  private:
    using Numbers = std::unordered_map<std::string, std::uint32_t>;

    void line() {
        bool const plain = !words_.line()[0].quoted;
        if (plain && words_[0] == "NODE") declare();
        else if (plain && words_[0] == "ROOT") root();
        else if (plain && words_[0] == "WEAK") edge(1, true, "WEAK FROM TO [NAME]");
        else edge(0, false, "FROM TO [NAME]");
    }

    void declare() {
        check(4, "NODE ID TYPE BYTES [NAME]");
        Node const n = node(1);
        if (declared_[n] != 0)
            words_.fail("node " + words_[1] + " is declared in line " + std::to_string(declared_[n]));
        declared_[n] = words_.number();
        list_.node_type[n] = type(words_[2]);
        list_.bytes[n] = bytes(words_[3]);
        list_.node_name[n] = string(words_.size() > 4 ? words_[4] : "");
    }

    void root() {
        check(2, "ROOT ID [NAME]");
        has_roots_ = true;
        list_.roots.push_back({node(1), words_.size() > 2 ? words_[2] : ""});
    }

    void edge(std::size_t first, bool weak, char const* form) {
        check(first + 2, form);
        if (edges_.size() == most) words_.fail("more than 2^32 - 2 edges");
        Node const from = node(first), to = node(first + 1);
        edges_.push_back({from, to, string(words_.size() > first + 2 ? words_[first + 2] : ""), weak});
    }

    // A line has the words that it must have, and a name or not.
    void check(std::size_t words, char const* form) const {
        if (words_.size() < words) words_.fail(std::string("words are missing: ") + form + " is due");
        if (words_.size() > words + 1)
            words_.fail(std::string("too many words: ") + form + " is due; quote a name with blanks");
    }

    // The node whose id is this word, a new one if the id is.
    Node node(std::size_t word) {
        std::string const& id = words_[word];
        if (id.empty()) words_.fail("an id is empty");
        auto const [at, fresh] = nodes_.try_emplace(id, list_.node_count());
        if (fresh) {
            if (list_.node_count() == most) words_.fail("more than 2^32 - 2 nodes");
            list_.ids.add([&](std::string& text) { text += id; });
            list_.node_type.push_back(type("(undeclared)"));
            list_.bytes.push_back(0);
            list_.node_name.push_back(0);
            declared_.push_back(0);
        }
        return at->second;
    }

    std::uint32_t type(std::string const& name) {
        if (name.empty()) words_.fail("a type is empty");
        auto const [at, fresh] = types_.try_emplace(name, static_cast<std::uint32_t>(types_.size()));
        if (fresh) list_.type_names.push_back(name);
        return at->second;
    }

    std::uint32_t string(std::string const& text) {
        auto const [at, fresh] = strings_.try_emplace(text, static_cast<std::uint32_t>(strings_.size()));
        if (fresh) list_.strings.add([&](std::string& to) { to += text; });
        return at->second;
    }

    std::uint64_t bytes(std::string const& text) {
        std::uint64_t value = 0;
        auto const* const last = text.data() + text.size();
        auto const [end, bad] = std::from_chars(text.data(), last, value);
        if (bad == std::errc::result_out_of_range) words_.fail("more than 2^64 - 1 bytes: " + text);
        if (bad != std::errc{} || end != last) words_.fail("'" + text + "' is no number of bytes");
        if (value > std::numeric_limits<std::uint64_t>::max() - total_)
            words_.fail("all sizes together are more than 2^64 - 1 bytes");
        total_ += value;
        return value;
    }

    // By their sources, those of one source in the order of the file.
    void sort_edges() {
        std::vector<std::uint32_t>& first = list_.first_edge;
        first.resize(list_.node_count() + std::size_t{1});
        for (EdgeList::Edge const& edge : edges_) ++first[edge.from + std::size_t{1}];
        for (std::size_t i = 1; i < first.size(); ++i) first[i] += first[i - 1];
        std::vector<std::uint32_t> next = first;
        list_.edge_to.resize(edges_.size());
        list_.edge_name.resize(edges_.size());
        list_.edge_weak.resize(edges_.size());
        for (EdgeList::Edge const& edge : edges_) {
            std::uint32_t const e = next[edge.from]++;
            list_.edge_to[e] = edge.to;
            list_.edge_name[e] = edge.name;
            list_.edge_weak[e] = edge.weak;
        }
    }

    // Without ROOT lines: what no other node refers to.
    void find_roots() {
        std::vector<bool> referred(list_.node_count());
        for (EdgeList::Edge const& edge : edges_) {
            if (edge.from != edge.to) referred[edge.to] = true;
        }
        for (Node n = 0; n < list_.node_count(); ++n) {
            if (!referred[n]) list_.roots.push_back({n, ""});
        }
        if (list_.roots.empty())
            throw Error(list_.file, "there is no ROOT line, and no node that no other refers to");
    }

    static constexpr std::uint32_t most = std::numeric_limits<std::uint32_t>::max() - 1;

    Words words_;
    EdgeList list_;
    Numbers nodes_, types_, strings_;
    std::vector<std::uint64_t> declared_;  // per node: the line; 0: none
    std::vector<EdgeList::Edge> edges_;    // in the order of the file
    std::uint64_t total_ = 0;
    bool has_roots_ = false;
};

}  // namespace detail

/// Reads a list of edges to the end of the input. What is wrong is an Error with the line.
inline EdgeList read_edge_list(Input& input) { return detail::EdgeListReader(input).read(); }

/// Reads a file, plain or gzipped.
inline EdgeList read_edge_list(std::string const& path, Progress progress = {}) {
    Input input(path, std::move(progress));
    return read_edge_list(input);
}

/// Whether a text that begins so may be a list of edges: with a comment, or with a NODE, ROOT or WEAK line.
inline bool looks_like_edge_list(std::string_view text) {
    text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
    for (std::string_view const begin : {"#", "NODE ", "NODE\t", "ROOT ", "ROOT\t", "WEAK ", "WEAK\t"}) {
        if (text.starts_with(begin)) return true;
    }
    return false;
}

}  // namespace trav::dump
