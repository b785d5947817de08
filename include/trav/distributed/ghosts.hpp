// trav/distributed/ghosts.hpp: what other ranks know of their objects, for those that objects of this part
// refer to.
//
//     trav::distributed::Ghosts const ghosts(comm, part);                          // called by all ranks
//     auto const named = ghosts.ask([&](Node own) { return is_named(own); });      // called by all ranks
//     for (Node const child : part.children(own)) if (named(child)) ...
//
// Making it reads the part once, and takes two bits for each object of the whole graph, and 4 or 8 bytes for
// each object that another rank refers to. An answer takes a value for each object of others that this part
// refers to.
#pragma once

#include "detail/border.hpp"

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

namespace trav::distributed {

/// The objects of others that a part refers to. Refers to the ranks and the part.
template <Communicator Comm, Part P>
class Ghosts {
    using N = typename P::node;

  public:
    Ghosts(Comm& comm, P const& part) : comm_(comm), part_(part), border_(comm, part) {}

    /// Answers a function of objects, own ones and those that own ones refer to: what `of(own)`, a number or
    /// a bool, is in the rank that has them. Called by all ranks. The function refers to this, and has a copy
    /// of `of`.
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
    detail::Border<P> border_;
};

}  // namespace trav::distributed
