// NamedHolders: the references to some objects, by name of the holder: `app.sessions[]`, `a scope of
// shop.js`. Entries of a collection have one name.
#pragma once

#include "../breakdown/owner_names.hpp"
#include "../heap/retained_heap.hpp"
#include "short_names.hpp"

#include <cstddef>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace heapprof {

/// The heap, its machinery and the names must outlive it, and so must the function of places.
class NamedHolders {
  public:
    using Places = std::function<std::string(Node)>;
    /// Looks at the first `most` referrers only.
    NamedHolders(RetainedHeap const& heap, EdgeSet const& machinery, OwnerNames& names, Places const& places,
                 std::size_t most = 200)
        : heap_(heap), dump_(heap.dump), machinery_(machinery), names_(names), places_(places), most_(most) {}

    /// The ends of the references under one name.
    struct Held {
        std::set<Node> from, to;
        std::map<std::string, std::set<Node>> at;  ///< `to` by the place of the holder, as far as it is known
    };
    using ByName = std::map<std::string, Held>;

    /// The references to some objects; exact: with keys and indices in the names.
    ByName of(std::vector<Node> const& objects, bool exact = false);
    /// The objects with a reference of this name: plain or exact, whole or short. `most` does not count.
    std::vector<Node> held_as(std::string const& name, ShortNames const& shorter);

  private:
    std::vector<Node> holders(std::string const& name) const;
    bool tells(AnyDump::Link const& link) const;
    bool is_holder(AnyDump::Link const& link) const;
    // Calls f(name, object) for the wanted references from a holder.
    void each_reference(Node from, bool exact, auto const& wanted, auto const& f) const;
    std::string exact_step(AnyDump::Edge const& edge) const;
    bool is_of_engine(Node n) const;
    void drop_stores(ByName& held) const;

    RetainedHeap const& heap_;
    AnyDump const& dump_;
    EdgeSet const& machinery_;
    OwnerNames& names_;
    Places const& places_;
    std::size_t const most_;
    EdgeSet const strong_ = dump_.strong();
    std::vector<Node> const globals_ = dump_.globals();
};

}  // namespace heapprof
