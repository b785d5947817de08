// trav/profile/named_root.hpp: NamedRoot, a root of RootSets.
#pragma once

#include "../detail/function.hpp"

#include <string>
#include <type_traits>
#include <utility>

namespace trav {
namespace detail {

/// The named root of a RootSets without a type of nodes.
struct RootOfAnything {
    RootOfAnything(std::string const&, auto const&) {}
};

}  // namespace detail

/// A name, and a node or a callable that returns one at each sample.
template <class N>
struct NamedRoot {
    std::string name;
    detail::Function<N()> node;

    NamedRoot(std::string called, N n) : name(std::move(called)), node([n] { return n; }) {}
    template <class F>
        requires std::is_invocable_r_v<N, F&>
    NamedRoot(std::string called, F weak) : name(std::move(called)), node(std::move(weak)) {}
    template <class T>
        requires(!std::is_convertible_v<T const&, N> && !std::is_invocable_r_v<N, T&>)
    NamedRoot(std::string const&, T const&) {
        static_assert(std::is_same_v<N, detail::RootOfAnything> || !sizeof(T),
                      "trav: a root is a name and a node, or a callable that returns one; a node of "
                      "trav::Objects is trav::object(cache)");
    }
};

}  // namespace trav
