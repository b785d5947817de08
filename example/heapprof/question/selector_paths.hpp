// SelectorPaths: paths to objects of a dump, as selectors for --root. They form a tree: each path extends the
// path to another object by one step.
//
//     SelectorPaths const paths(dump, roots, holds, before, objects, more);
//     paths.to(object)         // "app.sessions.table[3]"
//     paths.all()              // one for each of `objects`, in their order
//
// selector_roots.hpp describes how a path begins. A step without a name is written as the id of its target. A
// path of more than `longest` steps begins at the id of an object on it. Construction visits the edges of the
// objects on the paths, and stores three numbers for each of these objects.
#pragma once

#include "../file/any_dump.hpp"
#include "selector_roots.hpp"

#include <trav/dump/named_path.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace heapprof {

/// The last step of a path, and the path before it.
struct SelectorPath {
    std::uint32_t before = 0;  ///< 0: the path begins with this step
    std::uint32_t step = 0;    ///< 2 * index + 1, or 2 * the number of a text, or 0: the object's id
};

/// Whether the text is a selector, not too long, that selects this object only.
bool selects_only(AnyDump const& dump, std::string const& text, Node n);

/// The dump must outlive it.
class SelectorPaths {
    using Step = trav::dump::NamedStep;

  public:
    static constexpr Node none = std::numeric_limits<Node>::max();
    static constexpr std::size_t longest = 1000;  ///< the most steps in the text of a path

    /// The previous object on the path to an object; nullopt for the first.
    using Before = std::function<std::optional<Node>(Node)>;

    /// Finds the paths to `objects`. The first object must be `none`, and others may be: `none` has no path.
    /// The paths to `more` and to objects on the way follow. Steps are edges of `holds`.
    SelectorPaths(AnyDump const& dump, SelectorRoots const& roots, EdgeSet const& holds, Before const& before,
                  std::vector<Node> objects, std::vector<Node> const& more = {});

    std::vector<SelectorPath> const& all() const { return paths_; }
    /// Texts of steps; the first is empty.
    std::vector<std::string> const& texts() const { return texts_; }

    /// The number of steps that to() omits from a path of `steps` steps.
    static constexpr std::size_t left_out(std::size_t steps) {
        return steps > longest ? steps + 1 - longest : 0;
    }
    /// The path to one of these objects as a selector. A long path begins at an object on the way.
    std::string to(Node n) const;

  private:
    static constexpr std::size_t longest_name = 200;
    static constexpr std::uint32_t largest_index = 999'999'999;

    void add(Node n);
    std::uint32_t number(Node n) const;
    std::string id(std::uint32_t path) const { return trav::dump::id_text(dump_, nodes_[path]); }
    std::string step_text(std::uint32_t path) const;

    void name_all(SelectorRoots const& roots, EdgeSet const& holds, Before const& before);

    // The next objects on the paths through an object, each with the first name that leads to it.
    std::unordered_map<Node, std::string> step_names(Node from, EdgeSet const& holds,
                                                     Before const& before) const;

    std::uint32_t numbered(std::string text);
    std::uint32_t numbered(Step const& step, bool knows_id);

    AnyDump const& dump_;
    std::vector<Node> nodes_;  // the last object of each path
    std::size_t given_;        // number of `objects`, which come first
    std::unordered_map<Node, std::uint32_t> number_;
    std::vector<SelectorPath> paths_;
    std::vector<std::string> texts_{""};
    std::unordered_map<std::string, std::uint32_t> numbers_;
};

}  // namespace heapprof
