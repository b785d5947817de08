// trav/dump/edge_set.hpp: EdgeSet, a set of edges of a dump: one bit per edge.
//
//     EdgeSet const program = without(dump.strong(), dump.machinery());
//     program.contains(edge.number);
//
// Copies share the bits.
#pragma once

#include "../detail/compiler.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace trav::dump {

/// Edges by their numbers.
class EdgeSet {
  public:
    using Word = std::uint64_t;
    static constexpr std::size_t bits = 64;

    /// The empty set.
    EdgeSet() = default;
    /// Edge 64 * i + j is in the set if bit j of word i is set; missing words are 0.
    explicit EdgeSet(std::vector<Word> words)
        : words_(std::make_shared<std::vector<Word> const>(std::move(words))) {}

    TRAV_ALWAYS_INLINE bool contains(std::uint64_t number) const {
        if (words_ == nullptr || number / bits >= words_->size()) return false;
        return ((*words_)[static_cast<std::size_t>(number / bits)] >> number % bits & 1) != 0;
    }
    /// The set as a predicate on numbered edges.
    TRAV_ALWAYS_INLINE bool operator()(auto const& edge) const { return contains(edge.number); }

    /// The same set, with words for all edges below a number.
    EdgeSet padded(std::uint64_t edges) const {
        auto const count = static_cast<std::size_t>((edges + bits - 1) / bits);
        if (words().size() >= count) return *this;
        std::vector<Word> all = words();
        all.resize(count);
        return EdgeSet(std::move(all));
    }
    /// The words; they live as long as a copy of the set.
    std::vector<Word> const& words() const {
        static std::vector<Word> const none;
        return words_ == nullptr ? none : *words_;
    }

  private:
    std::shared_ptr<std::vector<Word> const> words_;
};

/// Builds a set, edge by edge.
class EdgeSetBuilder {
  public:
    /// Reserves space for that many edges.
    explicit EdgeSetBuilder(std::uint64_t edges) {
        words_.reserve(static_cast<std::size_t>(edges / EdgeSet::bits) + 1);
    }
    TRAV_ALWAYS_INLINE void add(std::uint64_t number, bool is_in) {
        auto const word = static_cast<std::size_t>(number / EdgeSet::bits);
        if (word >= words_.size()) [[unlikely]]
            words_.resize(word + 1);
        words_[word] |= EdgeSet::Word{is_in} << number % EdgeSet::bits;
    }
    EdgeSet set() && { return EdgeSet(std::move(words_)); }

  private:
    std::vector<EdgeSet::Word> words_;
};

/// The edges of the first set that are not in the second.
inline EdgeSet without(EdgeSet const& set, EdgeSet const& others) {
    if (others.words().empty()) return set;
    std::vector<EdgeSet::Word> words = set.words();
    for (std::size_t i = 0; i < words.size() && i < others.words().size(); ++i)
        words[i] &= ~others.words()[i];
    return EdgeSet(std::move(words));
}

/// The edges of an AnyDump for which `rule(edge)` is true.
template <class D>
EdgeSet edges_where(D const& dump, auto const& rule) {
    EdgeSetBuilder set(dump.edge_count());
    dump.for_each_edge(0, dump.node_count(),
                       [&](auto const& edge) { set.add(edge.number, static_cast<bool>(rule(edge))); });
    return std::move(set).set();
}

}  // namespace trav::dump
