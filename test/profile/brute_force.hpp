// Heaps for tests of profilers, and what profilers should find in them, told by applying definitions until nothing changes.
#pragma once

#include "support/heap.hpp"
#include "support/random_graph.hpp"

#include <trav/profile/profile.hpp>
#include <trav/strategy/breadth_first.hpp>
#include <trav/strategy/depth_first.hpp>
#include <trav/strategy/mark_stack.hpp>
#include <trav/strategy/prefetch.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace test {

using Node = Obj<>*;

/// Sizes by number, so that a test can add them up.
inline std::size_t bytes_of(int id) { return static_cast<std::size_t>(8 * (id % 7 + 1)); }

/// The graph over a Heap, with sizes and all objects, but without numbers.
struct SizedObjects {
    using node = Node;
    Heap<>* heap;

    auto const& children(node n) const { return n->fields; }
    std::size_t size(node n) const { return bytes_of(n->id); }
    std::vector<node> objects() const {
        std::vector<node> all;
        for (auto& object : heap->objects) all.push_back(&object);
        return all;
    }
};

/// What is reached from `roots`, where paths end at what `ends` names (which is reached itself).
inline std::vector<bool> reached_from(Shape s, std::vector<int> const& roots, std::set<int> const& ends = {}) {
    for (int const end : ends) s.children[static_cast<std::size_t>(end)].clear();
    s.roots = roots;
    return closure(s);
}

/// The equations of Park and Peyton Jones, solved by applying them until nothing changes; the set of what is not reached is empty.
inline std::vector<std::set<std::string>> retainer_sets(Shape const& s, std::function<bool(int)> const& is_retainer,
                                                        std::function<std::string(int)> const& identity,
                                                        std::string const& system = "SYSTEM") {
    std::vector<std::set<std::string>> sets(s.children.size());
    for (int const root : s.roots)
        if (root >= 0) sets[static_cast<std::size_t>(root)].insert(is_retainer(root) ? identity(root) : system);
    for (bool changed = true; changed;) {
        changed = false;
        for (int a = 0; a < s.size(); ++a) {
            auto const own = sets[static_cast<std::size_t>(a)];
            if (own.empty()) continue;
            std::set<std::string> const from = is_retainer(a) ? std::set{identity(a)} : own;
            for (int const c : s.children[static_cast<std::size_t>(a)])
                if (c >= 0)
                    for (auto const& r : from) changed |= sets[static_cast<std::size_t>(c)].insert(r).second;
        }
    }
    return sets;
}

/// "a,b,c"
template <class Strings> std::string joined(Strings const& strings) {
    std::string all;
    for (auto const& one : strings) all += (all.empty() ? "" : ",") + one;
    return all;
}

/// What a table should say: by labels, an amount for each sample.
using Expected = std::map<std::vector<std::string>, std::vector<trav::Amount>>;
inline Expected lines_of(trav::Table const& table) {
    Expected lines;
    for (auto const& line : table.lines) lines[line.labels] = line.amounts;
    return lines;
}
inline void add(Expected& lines, std::vector<std::string> labels, std::size_t sample, std::size_t samples, std::size_t bytes) {
    auto& amounts = lines[std::move(labels)];
    amounts.resize(samples);
    amounts[sample] += trav::Amount{bytes, 1};
}

/// A whole profile as text.
inline std::string text(trav::Profile const& profile) {
    std::ostringstream out;
    for (auto const& column : profile.columns) {
        out << column.name << ":\n";
        for (auto const& band : column.bands)
            out << "  " << band.label << " {" << joined(band.members) << "} {" << joined(band.details) << "}\n";
    }
    for (auto const& sample : profile.samples) {
        out << "at " << sample.time << '\n';
        for (auto const& row : sample.rows) {
            for (auto const band : row.bands) out << ' ' << band;
            out << ": " << row.amount.bytes << ' ' << row.amount.objects << '\n';
        }
    }
    return out.str();
}

/// Calls f(strategy) with each strategy.
template <class F> void for_each_strategy(F f) {
    f(trav::DepthFirst{});
    f(trav::MarkStack{});
    f(trav::BreadthFirst{});
    f(trav::Prefetch<8>{});
}

}  // namespace test

namespace trav {
inline std::ostream& operator<<(std::ostream& out, Amount const& amount) {
    return out << amount.bytes << " bytes in " << amount.objects << " objects";
}
}  // namespace trav
