// Retainers and their names: the rule of --retainer.
//
// A rule is a list of terms. An object is a retainer if a term matches it:
//
//   closure, Session, ...             all objects of a group: see trav/dump/groups.hpp
//   closure:on*                       objects whose name matches; * and ? are wildcards
//   roots                             the roots of the dump
//   app.orders, class:Session, @123   the objects of a selector, named by its text
//   default                           the default retainers of the dump's format
//
// A root is known by its name as a root, other objects by their own name. An object without a name is known
// by the field or variable that refers to it, such as LazyReport.thunk, or, without such a reference, by its
// group.
#pragma once

#include "../file/any_dump.hpp"

#include <trav/dump/selector.hpp>
#include <trav/store/hashed.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace heapprof {

/// The retainers of one dump, each with the number of its name. Takes one bit per object, and about 20 bytes
/// per retainer.
struct RetainerNames {
    std::vector<bool> is_retainer;
    trav::Hashed<Node, std::uint32_t> numbers;
    std::vector<std::string> names;

    std::uint32_t number(Node n) const { return is_retainer[n] ? *numbers.find(n) : 0; }
};

/// Whether the text matches a pattern with * and ?.
bool matches(std::string_view pattern, std::string_view text);

/// The parts of a comma-separated list, including empty ones. Commas in braces, as in the shape {a, b}, do
/// not separate.
std::vector<std::string> split_list(std::string_view list);

/// The terms of a rule. Commas in brackets, as in app["a,b"], are part of a selector.
std::vector<std::string> split_rule(std::string_view rule);

/// The objects of a dump that this process examines: all of them or, in heapprof-mpi, the objects of one
/// rank.
class LookedAt {
  public:
    using Names = std::unordered_map<Node, std::string>;
    using Condition = std::function<bool(Node)>;

    virtual ~LookedAt() = default;
    virtual Node first() const = 0;
    virtual Node last() const = 0;
    bool owns(Node n) const { return n - first() < last() - first(); }
    /// The objects that a selector matches, here and in other processes.
    virtual std::vector<Node> find(trav::dump::Selector const& selector) const = 0;
    /// Whether a condition holds here or in another process.
    virtual bool any(bool here) const = 0;
    /// Extends a condition on the objects here to all objects that they refer to.
    virtual Condition ask(Condition of) const = 0;
    /// The names of the objects here. If several processes have named an object, the first one's name wins.
    virtual Names first_names(Names names) const = 0;
};

/// Throws dump::Error if a term matches nothing or is malformed.
RetainerNames apply_rule(std::vector<std::string> const& rule, AnyDump const& dump, LookedAt const& objects);
RetainerNames apply_rule(std::vector<std::string> const& rule, AnyDump const& dump);

}  // namespace heapprof
