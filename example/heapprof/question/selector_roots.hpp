// SelectorRoots: the beginning of a selector of one object: the name of a root, or of a field of a global
// object or root, if it is unambiguous; `process` of Node; otherwise an id.
//
//     SelectorRoots const roots(dump);
//     roots.text(object)             // "app" or, if no root has that name, "@83"
//     roots.path(root, step)         // app.users, users or [@83].users
//
// Construction visits the edges of the global objects and roots, and stores a text for each name there.
#pragma once

#include "../file/any_dump.hpp"

#include <trav/dump/named_path.hpp>

#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <unordered_map>

namespace heapprof {

/// The targets of an object's named references, by those names for which `wanted(name)` is true.
std::unordered_map<std::string, Node> leads(AnyDump const& dump, Node from,
                                            std::function<bool(std::string const&)> const& wanted);

/// Drops the id at the beginning of a selector if the rest still selects only object `n`.
std::string without_id(AnyDump const& dump, std::string const& selector, Node n);

/// The dump must outlive it.
class SelectorRoots {
    using Step = trav::dump::NamedStep;

  public:
    explicit SelectorRoots(AnyDump const& dump);

    /// A selector of an object: the name of a root, or its id.
    std::string text(Node n) const;
    /// The first steps of a path that continues from an object with this step.
    trav::dump::NamedPath path(Node from, Step const& step) const;

  private:
    static constexpr Node none = std::numeric_limits<Node>::max();

    // The source and target of a first step; `none` if several objects share its name.
    struct First {
        Node from = none, to = none;
    };
    using Firsts = std::unordered_map<std::string, First>;

    static void add(Firsts& firsts, std::string const& name, First first);
    void add_leads(Firsts& firsts, Node from);
    // The name of a root, if a selector with that name selects only `n`.
    std::optional<Step> root_name(Node n) const;

    AnyDump const& dump_;
    Firsts first_;  // by the name of the step
    std::unordered_map<Node, std::string> root_names_;
    std::optional<Node> process_;  // Node's, if a path may begin with it
};

}  // namespace heapprof
