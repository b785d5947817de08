// trav/check/detail/as_node.hpp: the node that an argument of an assertion stands for.
#pragma once

#include "../../graph/objects.hpp"

#include <concepts>
#include <type_traits>
#include <vector>

namespace trav::detail {

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
    static_assert(std::same_as<node_t<G>, Object>,
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

}  // namespace trav::detail
