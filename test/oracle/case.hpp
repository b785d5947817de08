// A heap as plain data, and what happens to it: what generators make, what definitions and calls take, and
// what printed tests say.
#pragma once

#include "support/random_graph.hpp"

#include <algorithm>
#include <cstddef>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace oracle {

using Numbers = std::vector<int>;
using Sets = std::vector<std::set<std::string>>;
constexpr int null = -1;

/// What a program does to its heap. Objects are known by their numbers; new ones get the next number.
enum class Do {
    make,     ///< an object to which a refers; if a is null, a root. b: it is told even if it need not be
    link,     ///< a refers to b as well
    cut,      ///< a refers no more to what it referred to last; if a is null, the last root is none
    use,      ///< a is used
    die,      ///< (handles alone) a is said to be dead
    move,     ///< a moves to a free place; (handles alone) to the place b
    collect,  ///< what is not reached is freed. b & 1: and said to be dead; b & 2: survivors move together
    census  ///< a sample. b & 1: and a look at the profile; (handles alone) a: who is alive, b: in which row
};
struct Step {
    Do what;
    int a = 0, b = 0;
    bool operator==(Step const&) const = default;
};

/// A heap. Lists that say something of each node may end early: the rest is as the comment says.
struct Case {
    int nodes = 0;
    std::vector<std::pair<int, int>> edges{};  // from, to: fields in this order; to may be null
    Numbers roots{};
    Numbers bytes{};                           // of each node: 8
    Numbers types{};                           // 0
    Numbers retainers{};                       // its identity as a retainer; null: it is none
    std::vector<std::pair<int, int>> named{};  // named roots: name, node
    int cap = 8;
    bool whole_heap = false;  // censuses count what is not reached, too
    std::vector<Step> steps{};

    int bytes_of(int n) const { return listed(bytes, n, 8); }
    int type_of(int n) const { return listed(types, n, 0); }
    int retainer(int n) const { return listed(retainers, n, null); }
    bool operator==(Case const&) const = default;

  private:
    static int listed(Numbers const& list, int n, int otherwise) {
        auto const at = static_cast<std::size_t>(n);
        return at < list.size() ? list[at] : otherwise;
    }
};

constexpr std::size_t at(int n) { return static_cast<std::size_t>(n); }

inline std::string type_name(int type) { return "T" + std::to_string(type); }
inline std::string name_of(int number) { return std::string(1, static_cast<char>('a' + number)); }

inline test::Shape shape_of(Case const& c) {
    test::Shape shape{"", std::vector<std::vector<int>>(at(c.nodes)), c.roots};
    for (auto const& [from, to] : c.edges) shape.children[at(from)].push_back(to);
    return shape;
}

}  // namespace oracle
