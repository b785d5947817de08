// trav/distributed/ghosts.hpp: asks other ranks about their objects that this part refers to.
//
//     trav::distributed::Ghosts const ghosts(comm, part);                          // called by all ranks
//     auto const named = ghosts.ask([&](Node own) { return is_named(own); });      // called by all ranks
//     for (Node const child : part.children(own)) if (named(child)) ...
//
// The constructor reads the part once. Takes two bits per object of the whole graph, and 4 or 8 bytes per
// object that another rank refers to. Each result of ask() takes one value per object of another rank that
// this part refers to.
#pragma once

#include "border.hpp"

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

namespace trav::distributed {

/// The objects of other ranks that a part refers to. The communicator and the part must outlive it.
template <Communicator Comm, Part P>
class Ghosts {
    using N = typename P::node;

  public:
    Ghosts(Comm& comm, P const& part) : comm_(comm), part_(part), border_(comm, part) {}

    /// Returns a function of this part's objects and of the objects that they refer to. Its result is
    /// `of(own)`, a number or a bool, as computed by the owner of the object. Must be called by all ranks.
    /// The function refers to this object, and holds a copy of `of`.
    template <std::invocable<N> Of>
    auto ask(Of of) const {
        using Value = std::decay_t<std::invoke_result_t<Of&, N>>;
        static_assert(detail::Plain<Value>);
        Messages messages(comm_.size());
        for (std::size_t rank = 0; rank != messages.size(); ++rank)
            for (N const at : border_.wanted_by(rank))
                detail::put(messages[rank], static_cast<Value>(of(static_cast<N>(part_.first() + at))));
        std::vector<Value> values;
        for (Message const& message : comm_.exchange(std::move(messages)))
            for (detail::Reader reader(message); reader.more();) values.push_back(reader.take<Value>());
        if (values.size() != border_.ghosts())
            throw BadMessage("trav: other ranks answer for more or fewer objects than were asked for");
        return [this, of = std::move(of), values = std::move(values)](N n) -> Value {
            if (owns(part_, n)) return of(n);
            return values[static_cast<std::size_t>(border_.ghost(n))];
        };
    }

  private:
    Comm& comm_;
    P const& part_;
    Border<P> border_;
};

}  // namespace trav::distributed
