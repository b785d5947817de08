// What profilers should find, told by applying definitions until nothing changes.
#pragma once

#include "support/random_graph.hpp"

#include <trav/profile/profile.hpp>

#include <cstddef>
#include <functional>
#include <map>
#include <ostream>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace test {

/// What is reached from `roots`, where paths end at what `ends` names (which is reached itself).
inline std::vector<bool> reached_from(Shape s, std::vector<int> const& roots,
                                      std::set<int> const& ends = {}) {
    for (int const end : ends) s.children[static_cast<std::size_t>(end)].clear();
    s.roots = roots;
    return closure(s);
}

/// The equations of Park and Peyton Jones, solved by applying them until nothing changes; the set of what is
/// not reached is empty.
inline std::vector<std::set<std::string>> retainer_sets(Shape const& s,
                                                        std::function<bool(int)> const& is_retainer,
                                                        std::function<std::string(int)> const& identity,
                                                        std::string const& system = "SYSTEM") {
    std::vector<std::set<std::string>> sets(s.children.size());
    for (int const root : s.roots)
        if (root >= 0)
            sets[static_cast<std::size_t>(root)].insert(is_retainer(root) ? identity(root) : system);
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
template <class Strings>
std::string joined(Strings const& strings) {
    std::string all;
    for (auto const& one : strings) all += (all.empty() ? "" : ",") + one;
    return all;
}

/// What a table should say: by labels, an amount for each sample.
using Expected = std::map<std::vector<std::string>, std::vector<trav::Amount>>;
inline Expected lines_of(trav::Table const& table) {
    Expected lines;
    for (auto const& line : table.lines) lines[line.texts] = line.amounts;
    return lines;
}
inline void add(Expected& lines, std::vector<std::string> labels, std::size_t sample, std::size_t samples,
                std::size_t bytes) {
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
            out << "  " << band.text << " {" << joined(band.members) << "} {" << joined(band.details)
                << "}\n";
    }
    for (auto const& sample : profile.samples) {
        out << "at " << sample.time << '\n';
        for (auto const& entry : sample.entries) {
            for (auto const band : entry.bands) out << ' ' << band;
            out << ": " << entry.amount.bytes << ' ' << entry.amount.objects << '\n';
        }
    }
    return out.str();
}

}  // namespace test

namespace trav {
inline std::ostream& operator<<(std::ostream& out, Amount const& amount) {
    return out << amount.bytes << " bytes in " << amount.objects << " objects";
}
}  // namespace trav
