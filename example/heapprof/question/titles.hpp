// Titles: the objects that a printed title names, so that a title can be pasted where a selector is expected:
//
//     app.sessions: Map (shop/shop.js)     an owner, of `dump --by owner` or `export`
//     thread-*.log[]: Row (cache)          the owners of a finding of `leaks`
//     Session in app.byId[] and recent[]   the objects of a type that these hold
//     shared: code of webpack              the objects of a group that no other one in it dominates
//     UNREACHED                            the objects that no root reaches
//
// Costs about as much as `dump --by owner`, once for all titles.
#pragma once

#include "../breakdown/by_owner.hpp"
#include "named_holders.hpp"
#include "short_names.hpp"

#include <map>
#include <string>
#include <vector>

namespace heapprof {

/// The dump must outlive it.
class Titles {
  public:
    explicit Titles(AnyDump const& dump) : dump_(dump) {}

    /// The objects with a title, in ascending order; empty if nothing has it.
    std::vector<Node> find(std::string const& title);

  private:
    // The owners of one share of the heap, and the chosen name of each.
    struct Level {
        NamedOwners owners;
        std::vector<std::string> chosen;
    };
    Level const& level(double share);

    // The objects of owners with the title; if there are none, of those whose names differ in numbers only.
    std::vector<Node> of_owners(std::string const& title, double share);
    bool is_title_of(std::string const& title, std::string const& name, Node n) const;
    bool is_pattern_of(std::string const& title, std::string const& name) const;
    // Those of "Session in app.byId[] and recent[]".
    std::vector<Node> held(std::string const& title);
    // Those of the path in the title, if they have its type; with its place, if any of them have that.
    std::vector<Node> of_path(std::string const& title);
    std::vector<Node> where(auto const& holds) const;

    AnyDump const& dump_;
    EdgeSet const machinery_ = dump_.machinery();
    RetainedHeap const heap_{dump_};
    OwnerNames names_{heap_, machinery_};
    NamedHolders::Places const places_ = dump_.places();
    ShortNames const shorter_{dump_};
    std::map<double, Level> levels_;
};

}  // namespace heapprof
