// trav/graph/detail/members.hpp: the members of a struct as edges, found by their types. Via and Reflect are
// based on it.
//
// A member may be a pointer, a smart pointer, or a range of pointers, of smart pointers or of objects by
// value; the elements of a map are its mapped values. A Member names one of them: `of(node)` is the member
// itself.
#pragma once

#include "../../detail/absent.hpp"
#include "../../detail/compiler.hpp"
#include "../../detail/position.hpp"
#include "refer.hpp"

#include <cstddef>
#include <span>
#include <type_traits>
#include <utility>

namespace trav::detail {

template <class Member, class N>
using member_t = decltype(Member::of(std::declval<N>()));
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

/// The children that the members of one node refer to: the node, the number of a member, and a position in
/// it.
template <class N, class... Member>
class MemberCursor {
  public:
    MemberCursor() = default;
    constexpr explicit MemberCursor(N node) : node_(node), member_(0) { open(); }

    constexpr N operator*() const {
        N child{};
        with_member([&]<std::size_t I, class M>(number<I>, M*) {
            if constexpr (OneEdge<M, N>) child = referred<N>(M::of(node_));
            else child = target<range_t<M, N>, N>(position<I>(position_));
        });
        return child;
    }
    constexpr MemberCursor& operator++() {
        bool more = false;
        with_member([&]<std::size_t I, class M>(number<I>, M*) {
            if constexpr (ManyEdges<M, N>) more = ++position<I>(position_) != end_of(M::of(node_));
        });
        if (!more) {
            ++member_;
            open();
        }
        return *this;
    }
    constexpr bool operator==(MembersEnd) const { return member_ == sizeof...(Member); }

    /// The name of the member that holds this edge.
    constexpr char const* label() const
        requires requires { (Member::label(), ...); }
    {
        char const* name = "";
        with_member([&]<class M>(auto, M*) { name = M::label(); });
        return name;
    }

  private:
    /// Advances to the next member that holds an edge, from this one on.
    constexpr void open() {
        bool found = false;
        for (; !found && member_ != sizeof...(Member); member_ += !found) {
            with_member([&]<std::size_t I, class M>(number<I>, M*) {
                if constexpr (OneEdge<M, N>) {
                    found = true;
                } else {
                    position_.template set<I>(begin_of(M::of(node_)));
                    found = position<I>(position_) != end_of(M::of(node_));
                }
            });
        }
    }
    TRAV_INLINE void with_member(auto f) const {
        [&]<std::size_t... I>(std::index_sequence<I...>) {
            static_cast<void>(
                ((member_ == I && (f(number<I>{}, static_cast<Member*>(nullptr)), true)) || ...));
        }(std::index_sequence_for<Member...>{});
    }

    N node_{};
    unsigned member_ = sizeof...(Member);
    Position<typename position_of<Member, N>::type...> position_;
};

template <class N, class... Member>
struct MemberRange {
    N node;
    constexpr auto begin() const { return MemberCursor<N, Member...>(node); }
    constexpr MembersEnd end() const { return {}; }
};

/// A single container of pointers can be returned by children() as it is.
template <class N, class... Member>
inline constexpr bool is_container = false;
template <class N, ManyEdges<N> M>
inline constexpr bool is_container<N, M> = !Map<range_t<M, N>> && requires(range_t<M, N> const& range) {
    requires IsPointer<decltype(*range.begin()), N>;
    range.end();
};

/// The graph whose edges are these members of T.
template <class T, class N, class... Member>
class MemberGraph {
  public:
    using node = N;

    constexpr decltype(auto) children(node n) const {
        if constexpr (sizeof...(Member) == 0) return std::span<N const>{};  // rejected already
        else if constexpr (is_container<N, Member...>) return std::as_const((Member::of(n), ...));
        else return MemberRange<N, Member...>{n};
    }
    template <class Sink>
    constexpr void scan(node n, Sink&& sink) const {
        (scan_member<Member>(n, sink), ...);
    }
    /// Bytes of one object, without what it owns elsewhere; use sized() for that.
    constexpr std::size_t size(node) const { return sizeof(T); }

  private:
    template <class M>
    static constexpr void scan_member(node n, auto& sink) {
        if constexpr (OneEdge<M, N>) {
            sink(referred<N>(M::of(n)));
        } else {
            auto& range = M::of(n);
            auto const end = end_of(range);
            for (auto at = begin_of(range); at != end; ++at) sink(target<range_t<M, N>, N>(at));
        }
    }
};

}  // namespace trav::detail
