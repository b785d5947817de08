// OwnedHeap: one open dump with its owners, for `leaks`: its profile, and the details of findings.
#pragma once

#include "../breakdown/by_owner.hpp"
#include "../heap/retained_heap.hpp"
#include "../heap/starts.hpp"
#include "leak_candidates.hpp"
#include "leaks.hpp"
#include "named_holders.hpp"
#include "rules.hpp"
#include "short_names.hpp"

#include <trav/profile/profile.hpp>

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace heapprof {

/// By the number of an owner: the id of the object, if it is the same in the next dump; or an empty text.
using OwnerIds = std::vector<std::string>;

/// The dump must outlive it.
class OwnedHeap {
  public:
    explicit OwnedHeap(AnyDump const& dump);

    /// The heap by owner and type.
    trav::Profile profile(double time) const;

    OwnerIds ids() const;
    /// The groups named only by a type.
    std::set<std::string> const& nameless() const { return owners_.nameless; }

    /// Of each owner that a rule calls a cache; empty if ids are not the same in the next dump.
    CacheEntries entries_of_caches(Rules const& rules) const;

    /// Makes one candidate of the parts of one object: merged_candidates.hpp.
    void merge_siblings(std::vector<Candidates::Candidate>& found, std::vector<std::string> const& chosen,
                        Rules const& rules);

    /// The owners of a finding, by their names in the table, the type that grows most in them, and the object
    /// that they are parts of.
    struct Subject {
        std::set<std::string> owners;
        std::string type;
        std::optional<Node> object{};
    };
    /// Adds details to findings. `chosen`: the chosen name of each owner.
    void explain(std::vector<LeaksAnswer::Finding>& findings, std::vector<Subject> const& subjects,
                 std::vector<std::string> const& chosen, Rules const& rules);

  private:
    using Finding = LeaksAnswer::Finding;
    using Holder = LeaksAnswer::Holder;
    using IsWanted = std::function<bool(Node)>;

    IsWanted has_owner(std::set<std::string> const& names, std::vector<std::string> const& chosen) const;
    std::vector<Node> topmost(IsWanted const& is_wanted) const;
    std::vector<Node> of_type(IsWanted const& is_wanted, std::string const& type) const;

    std::string class_with_field(Node n, Rules const& rules);
    // `in_one`: the finding is a group, and one holder has nearly all of it. `in`: the holders of the title.
    std::string title(Finding const& finding, bool in_one, std::string const& in, ShortNames const& names,
                      Rules const& rules);
    std::string storages();
    void name_by_holders(Finding& finding, std::size_t sharers, std::vector<Node>& removed,
                         NamedHolders::ByName const& held) const;
    std::vector<Holder> sharers_of(std::vector<Node> const& objects, std::string const& group,
                                   std::vector<std::string> const& chosen) const;
    void tell_sharers(Finding& finding, std::vector<Node> const& objects,
                      std::vector<std::string> const& chosen, ShortNames const& names) const;

    AnyDump const& dump_;
    EdgeSet const machinery_;
    RetainedHeap const heap_;
    OwnerNames names_;
    NamedOwners const owners_;
    std::vector<Node> const globals_ = global_scopes(dump_);
    std::function<std::string(Node)> const places_ = dump_.places();
    NamedHolders holders_{heap_, machinery_, names_, places_};
};

}  // namespace heapprof
