// trav/check/scope.hpp: in(...) and from(...): the scope of an assertion, which is everything that some
// variables reach.
//
//     trav::in(server)                                  // through trav::Objects<>
//     trav::in(heap, server, cache)                     // through a graph of yours
//     trav::in(heap, {{"worker", trav::object(worker)}})                     // roots with names
//
// from() does the same, and reads better in unreachable(). A pointer or smart pointer stands for its target.
// A root may also be a node of the graph, or a range of nodes. Derived classes behind base-class pointers
// must be listed, as in trav::Objects<Player, Monster>; otherwise their members are not seen. Objects behind
// opaque members are not seen, either (trav::unseen lists both).
#pragma once

#include "../detail/absent.hpp"
#include "../graph/objects.hpp"

#include <concepts>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace trav {

/// A graph and roots.
template <Graph G>
struct Scope {
    G heap;
    std::vector<node_t<G>> roots{};
    std::vector<std::string> names{};  ///< names of the roots, if they have any
};

namespace detail {

template <class T>
inline constexpr bool is_scope = false;
template <class G>
inline constexpr bool is_scope<Scope<G>> = true;
/// Not a scope, where one is needed.
template <class T>
concept NoScope = !is_scope<std::remove_cvref_t<T>>;

/// The argument is a node, or converts to one.
template <class T, class N>
concept IsNode =
    std::same_as<std::remove_cvref_t<T>, N> || (!std::same_as<N, Object> && std::convertible_to<T, N>);
template <class T, class N>
concept IsNodes = requires(T const& nodes) {
    { *nodes.begin() } -> IsNode<N>;
    nodes.end();
};

template <class G, class T>
consteval bool check_variable() {
    using V = std::remove_cvref_t<T>;
    static_assert(holds<std::same_as<node_t<G>, Object>>,
                  "trav: this is no node of the graph: only trav::Objects takes variables of any type");
    static_assert(!IsWeak<V>, "trav: a weak_ptr may point to nothing: say what it is that it points to");
    return std::same_as<node_t<G>, Object> && !IsWeak<V>;
}

/// The node for a node, a variable, or the target of a pointer; a null node for a null pointer.
template <class G, class T>
node_t<G> as_node(T& value) {
    if constexpr (IsNode<T&, node_t<G>>) return static_cast<node_t<G>>(value);
    else if constexpr (!check_variable<G, T>()) return {};
    else if constexpr (std::is_pointer_v<std::remove_cv_t<T>> || IsSmart<std::remove_cv_t<T>>)
        return value ? object(*value) : Object{};
    else if constexpr (IsArrayPointer<std::remove_cv_t<T>>)
        return {value.get(), &type_of<NewArray<std::remove_cv_t<typename T::element_type>>>};
    else return object(value);
}
/// Adds the nodes of a range, or a single node.
template <class G, class T>
void add_nodes(std::vector<node_t<G>>& nodes, T& value) {
    if constexpr (!IsNode<T&, node_t<G>> && IsNodes<T, node_t<G>>)
        for (auto const& node : value) nodes.push_back(static_cast<node_t<G>>(node));
    else nodes.push_back(as_node<G>(value));
}

template <class G>
Scope<G> scope_of(G heap, auto&&... roots) {
    Scope<G> scope{std::move(heap)};
    (add_nodes<G>(scope.roots, roots), ...);
    return scope;
}
/// Excludes in(breakdown, {"Session"}), which belongs to profiles.
template <class T>
concept IsRoot = !std::convertible_to<T, std::vector<std::string>>;

}  // namespace detail

/// The scope of these variables. The first argument may be the graph.
template <class First, detail::IsRoot... Rest>
auto in(First&& first, Rest&&... rest) {
    if constexpr (Graph<std::remove_cvref_t<First>>) {
        static_assert(sizeof...(Rest) != 0,
                      "trav: in(heap, ...) and from(heap, ...) need a variable to begin at");
        return detail::scope_of<std::remove_cvref_t<First>>(first, rest...);
    } else {
        return detail::scope_of(Objects<>(), first, rest...);
    }
}
/// The scope of these named nodes.
template <Graph G>
Scope<G> in(G heap, std::vector<std::pair<std::string, node_t<G>>> const& roots) {
    Scope<G> scope{std::move(heap)};
    for (auto const& [name, node] : roots) scope.roots.push_back(node), scope.names.push_back(name);
    return scope;
}
/// Does the same as in().
template <class First, detail::IsRoot... Rest>
auto from(First&& first, Rest&&... rest) {
    return in(first, rest...);
}
template <Graph G>
Scope<G> from(G heap, std::vector<std::pair<std::string, node_t<G>>> const& roots) {
    return in(std::move(heap), roots);
}

}  // namespace trav
