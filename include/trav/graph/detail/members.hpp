// trav/graph/detail/members.hpp: the members of a struct as edges, recognised by their types: the graph of
// a struct along its fields (fields.hpp). The base of Via and Reflect.
//
// A member may be a pointer, a smart pointer, or a range of pointers, of smart pointers or of objects by
// value. The elements of a map are its mapped values.
#pragma once

#include "../../detail/absent.hpp"
#include "../../detail/compiler.hpp"
#include "../../detail/untagged_variant.hpp"
#include "fields.hpp"
#include "refer.hpp"

#include <cstddef>
#include <span>
#include <type_traits>
#include <utility>

namespace trav::detail {

template <class Member, class N>
using member_t = decltype(Member::of(*std::declval<N>()));
template <class Member, class N>
using range_t = std::remove_reference_t<member_t<Member, N>>;

template <class Member, class N>
concept OneEdge = RefersTo<member_t<Member, N>, N>;
template <class Member, class N>
concept ManyEdges = !OneEdge<Member, N> && std::is_lvalue_reference_v<member_t<Member, N>> &&
                    RefersToMany<range_t<Member, N>, N>;
template <class Member, class N>
concept Edge = OneEdge<Member, N> || ManyEdges<Member, N>;

template <class Member, class N>
struct position_of {
    using type = Absent<0>;
};
template <class Member, class N>
    requires ManyEdges<Member, N>
struct position_of<Member, N> {
    using type = decltype(begin_of(std::declval<range_t<Member, N>&>()));
};

struct MembersEnd {};

/// A cursor over the children of one node: the node, the number of a member, and a position in it.
template <class N, class... Member>
class MemberCursor {
  public:
    MemberCursor() = default;
    constexpr explicit MemberCursor(N node) : node_(node), member_(0) { open(); }

    constexpr N operator*() const {
        N child{};
        with_member([&]<std::size_t I, class M>(index_constant<I>, M*) {
            if constexpr (OneEdge<M, N>) child = referred<N>(M::of(*node_));
            else child = target<range_t<M, N>, N>(alternative<I>(position_));
        });
        return child;
    }
    constexpr MemberCursor& operator++() {
        bool more = false;
        with_member([&]<std::size_t I, class M>(index_constant<I>, M*) {
            if constexpr (ManyEdges<M, N>) more = ++alternative<I>(position_) != end_of(M::of(*node_));
        });
        if (!more) {
            ++member_;
            open();
        }
        return *this;
    }
    constexpr bool operator==(MembersEnd) const { return member_ == sizeof...(Member); }

    /// The name of the member that holds this edge.
    constexpr auto label() const
        requires requires { (Member::name(), ...); }
    {
        std::common_type_t<decltype(Member::name())...> name{};
        with_member([&]<class M>(auto, M*) { name = M::name(); });
        return name;
    }

  private:
    /// Advances to the next member that holds an edge, starting with the current one.
    constexpr void open() {
        bool found = false;
        for (; !found && member_ != sizeof...(Member); member_ += !found) {
            with_member([&]<std::size_t I, class M>(index_constant<I>, M*) {
                if constexpr (OneEdge<M, N>) {
                    found = true;
                } else {
                    position_.template set<I>(begin_of(M::of(*node_)));
                    found = alternative<I>(position_) != end_of(M::of(*node_));
                }
            });
        }
    }
    TRAV_INLINE void with_member(auto f) const {
        [&]<std::size_t... I>(std::index_sequence<I...>) {
            static_cast<void>(
                ((member_ == I && (f(index_constant<I>{}, static_cast<Member*>(nullptr)), true)) || ...));
        }(std::index_sequence_for<Member...>{});
    }

    N node_{};
    unsigned member_ = sizeof...(Member);
    UntaggedVariant<typename position_of<Member, N>::type...> position_;
};

template <class N, class... Member>
struct MemberRange {
    N node;
    constexpr auto begin() const { return MemberCursor<N, Member...>(node); }
    constexpr MembersEnd end() const { return {}; }
};

/// Whether the only member is a container of pointers, which children() can return as it is.
template <class N, class... Member>
inline constexpr bool is_container = false;
template <class N, ManyEdges<N> M>
inline constexpr bool is_container<N, M> = !Map<range_t<M, N>> && requires(range_t<M, N> const& range) {
    requires IsPointer<decltype(*range.begin()), N>;
    range.end();
};

/// The graph with these members of T as edges.
template <class T, class N, class... Member>
class MemberGraph {
  public:
    using node = N;

    constexpr decltype(auto) children(node n) const {
        if constexpr (sizeof...(Member) == 0) return std::span<N const>{};  // already rejected
        else if constexpr (is_container<N, Member...>) return std::as_const((Member::of(*n), ...));
        else return MemberRange<N, Member...>{n};
    }
    template <class Sink>
    constexpr void scan(node n, Sink&& sink) const {
        (scan_member<Member>(n, sink), ...);
    }
    /// The bytes of one object, without memory that it owns elsewhere; use sized() for that.
    constexpr std::size_t size(node) const { return sizeof(T); }

  private:
    template <class M>
    static constexpr void scan_member(node n, auto& sink) {
        if constexpr (OneEdge<M, N>) {
            sink(referred<N>(M::of(*n)));
        } else {
            auto& range = M::of(*n);
            auto const end = end_of(range);
            for (auto at = begin_of(range); at != end; ++at) sink(target<range_t<M, N>, N>(at));
        }
    }
};

/// The fields that are edges.
template <class N, class... F>
using edges_t = decltype((Fields<>{} + ... + std::conditional_t<Edge<F, N>, Fields<F>, Fields<>>{}));

template <class T, class N, class... F>
MemberGraph<T, N, F...> along_edges(Fields<F...>);

/// The graph of T along those of the fields that are edges. Nodes are pointers to mutable objects, unless
/// that would leave out an edge.
template <class T, class... F>
auto along(Fields<F...>) {
    constexpr bool to_mutable = ((!Edge<F, T const*> || Edge<F, T*>) && ...);
    using N = std::conditional_t<to_mutable, T*, T const*>;
    return std::type_identity<decltype(along_edges<T, N>(edges_t<N, F...>{}))>{};
}

}  // namespace trav::detail
