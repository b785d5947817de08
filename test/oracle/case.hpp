// A heap and its history as plain data: the output of generators, the input of definitions and calls, and the
// contents of printed tests.
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

/// An action of a program on its heap. Objects are known by their numbers; new ones get the next number.
enum class Do {
    make,     ///< a new object that a refers to, or a root if a is null. b: report it even if unnecessary
    link,     ///< a refers to b, too
    cut,      ///< removes the last reference of a, or the last root if a is null
    use,      ///< a is used
    die,      ///< (only for handles) a is reported dead
    move,     ///< a moves to a free place; (only for handles) to the place b
    collect,  ///< frees unreachable objects. b & 1: reports them dead; b & 2: moves survivors together
    census    ///< a sample. b & 1: and a look at the profile; (only for handles) a: the living, b: their rows
};
struct Step {
    Do what;
    int a = 0, b = 0;
    bool operator==(Step const&) const = default;
};

/// A heap. Lists about nodes may end early: the remaining nodes have the default in the comment.
struct Case {
    int nodes = 0;
    std::vector<std::pair<int, int>> edges{};  // from, to: fields in this order; to may be null
    Numbers roots{};
    Numbers bytes{};                           // of each node: 8
    Numbers types{};                           // 0
    Numbers retainers{};                       // its identity as a retainer; null: not a retainer
    std::vector<std::pair<int, int>> named{};  // named roots: name, node
    int cap = 8;
    bool whole_heap = false;  // censuses include unreachable objects
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
