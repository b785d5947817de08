// Titles: the objects with a printed title. A title can be pasted in place of a selector:
//
//     app.sessions: Map (shop/shop.js)     an owner, of `dump --by owner` or `export`
//     thread-*.log[]: Row (cache)          the owners of a finding of `leaks`
//     Session in app.byId[] and recent[]   the objects of a type in two holders
//     app.sessions[].user                  the objects in a reference of `held by`
//     shared: code of webpack              the topmost objects of a group
//     UNREACHED                            the objects out of reach of all roots
//
// Costs about as much as `dump --by owner`, once for all titles.
#pragma once

#include "../breakdown/by_owner.hpp"
#include "named_holders.hpp"
#include "short_names.hpp"

#include <cstddef>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace heapprof {

/// The dump must outlive it.
class Titles {
  public:
    explicit Titles(AnyDump const& dump) : dump_(dump) {}

    /// The objects with a title, in ascending order; empty if nothing has it.
    std::vector<Node> find(std::string const& title);

  private:
    // Title: of owners with the title; path: of owners as they are named where they hold others; pattern: of
    // owners with other numbers in their names.
    enum class Match : unsigned char { title, path, pattern };

    // Finds the owners, and the chosen name of each.
    void find_owners();

    std::vector<Node> of_owners(std::string const& title, Match match) const;
    bool is_title_of(std::string const& title, std::string const& name, Node n) const;
    bool is_sharer(std::string const& title, std::string const& name) const;
    bool is_pattern_of(std::string const& title, std::string const& name) const;
    // For a title with holders: "Session in app.byId[] and recent[]".
    std::vector<Node> held(std::string const& title);
    static std::vector<Node> in_all(std::string_view list,
                                    std::map<std::string, std::set<Node>> const& by_name);
    // For a title with a path: the objects at the path with the title's type and, if possible, its place.
    std::vector<Node> of_path(std::string const& title);
    std::vector<Node> where(auto const& holds) const;

    AnyDump const& dump_;
    EdgeSet const machinery_ = dump_.machinery();
    RetainedHeap const heap_{dump_};
    OwnerNames names_{heap_, machinery_};
    NamedHolders::Places const places_ = dump_.places();
    ShortNames const shorter_{dump_};
    NamedHolders holders_{heap_, machinery_, names_, places_, std::numeric_limits<std::size_t>::max()};
    std::optional<NamedOwners> owners_;
    std::vector<std::string> chosen_;
};

}  // namespace heapprof
