// trav/detail/members.hpp: the members of a struct as edges, found by type. Via and Reflect are made of it.
//
// A member may be a pointer, a smart pointer, or a range of pointers, of smart pointers or of objects by
// value; for a map, what is said of an element holds for its mapped value. A Member names one of them:
// `of(node)` is the member itself.
#pragma once

#include "absent.hpp"

#include <concepts>
#include <cstddef>
#include <span>
#include <type_traits>
#include <utility>

namespace trav::detail {

// --- What one value says about a node ---

template <class E, class N>
concept IsPointer = std::convertible_to<E, N> && !std::is_array_v<std::remove_reference_t<E>> &&
                    !std::same_as<std::remove_cvref_t<E>, std::nullptr_t>;
// that it can be dereferenced tells a pointer to one object from unique_ptr<T[]>
template <class E, class N>
concept IsSmartPointer = requires(E value) {
    { value.get() } -> std::convertible_to<N>;
    *value;
};
template <class E, class N>
concept IsObject = std::is_lvalue_reference_v<E> && !std::is_array_v<std::remove_reference_t<E>> &&
                   std::convertible_to<std::remove_reference_t<E>*, N>;
template <class E, class N>
concept RefersTo = IsPointer<E, N> || IsSmartPointer<E, N> || IsObject<E, N>;

/// The node that `value` is, or points to.
template <class N, RefersTo<N> E>
constexpr N referred(E&& value) {
    if constexpr (IsPointer<E, N>) return value;
    else if constexpr (IsSmartPointer<E, N>) return value.get();
    else return __builtin_addressof(value);
}

// --- Ranges of such values ---

template <class R>
constexpr auto begin_of(R& range)
    requires(std::is_array_v<R> || requires { range.begin(); })
{
    if constexpr (std::is_array_v<R>) return range + 0;
    else return range.begin();
}
template <class R>
constexpr auto end_of(R& range)
    requires(std::is_array_v<R> || requires { range.end(); })
{
    if constexpr (std::is_array_v<R>) return range + std::extent_v<R>;
    else return range.end();
}

template <class R>
concept Range = requires(R& range) { *begin_of(range); };
template <class R>
concept Map = Range<R> && requires { typename R::mapped_type; };

/// The type of what an element of R has to say.
template <class R>
struct element_of {};
template <Range R>
struct element_of<R> {
    using type = decltype(*begin_of(std::declval<R&>()));
};
template <Map R>
struct element_of<R> {
    using type = decltype((begin_of(std::declval<R&>())->second));
};

template <class R, class N>
concept RefersToMany =
    requires { typename element_of<R>::type; } && RefersTo<typename element_of<R>::type, N>;

template <class R, class N>
constexpr N target(auto const& at) {
    if constexpr (Map<R>) return referred<N>(at->second);
    else return referred<N>(*at);
}

// --- Members ---

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

template <std::size_t I>
using number = std::integral_constant<std::size_t, I>;

/// Room for one of several positions, all of them trivially copyable. Whoever uses it knows which one it
/// holds.
template <class... P>
union OneOf {
    constexpr OneOf() : none{} {}
    char none;
};
template <class P, class... Rest>
union OneOf<P, Rest...> {
    P first;
    OneOf<Rest...> rest;

    constexpr OneOf() : rest() {}
    constexpr OneOf(number<0>, P at) : first(at) {}
    template <std::size_t I>
    constexpr OneOf(number<I>, auto at) : rest(number<I - 1>{}, at) {}

    template <std::size_t I>
    constexpr void set(auto at) {
        *this = OneOf(number<I>{}, at);
    }
    template <std::size_t I>
    constexpr auto& get() {
        if constexpr (I == 0) return first;
        else return rest.template get<I - 1>();
    }
    template <std::size_t I>
    constexpr auto const& get() const {
        if constexpr (I == 0) return first;
        else return rest.template get<I - 1>();
    }
};

/// The same for positions that are not, the iterators of a checked standard library for instance: room for
/// all of them.
template <class... P>
struct EachOf {};
template <class P, class... Rest>
struct EachOf<P, Rest...> {
    P first{};
    EachOf<Rest...> rest{};

    template <std::size_t I>
    constexpr void set(auto at) {
        get<I>() = std::move(at);
    }
    template <std::size_t I>
    constexpr auto& get() {
        if constexpr (I == 0) return first;
        else return rest.template get<I - 1>();
    }
    template <std::size_t I>
    constexpr auto const& get() const {
        if constexpr (I == 0) return first;
        else return rest.template get<I - 1>();
    }
};

template <class... P>
using Position = std::conditional_t<(std::is_trivially_copyable_v<P> && ...), OneOf<P...>, EachOf<P...>>;

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
            else child = target<range_t<M, N>, N>(position_.template get<I>());
        });
        return child;
    }
    constexpr MemberCursor& operator++() {
        bool more = false;
        with_member([&]<std::size_t I, class M>(number<I>, M*) {
            if constexpr (ManyEdges<M, N>) more = ++position_.template get<I>() != end_of(M::of(node_));
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
    /// Goes to the first member from here on that holds an edge.
    constexpr void open() {
        bool found = false;
        for (; !found && member_ != sizeof...(Member); member_ += !found) {
            with_member([&]<std::size_t I, class M>(number<I>, M*) {
                if constexpr (OneEdge<M, N>) {
                    found = true;
                } else {
                    position_.template set<I>(begin_of(M::of(node_)));
                    found = position_.template get<I>() != end_of(M::of(node_));
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

/// One container of pointers is what children() wants to answer already.
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
        if constexpr (sizeof...(Member) == 0) return std::span<N const>{};  // refused already
        else if constexpr (is_container<N, Member...>) return std::as_const((Member::of(n), ...));
        else return MemberRange<N, Member...>{n};
    }
    template <class Sink>
    constexpr void scan(node n, Sink&& sink) const {
        (scan_member<Member>(n, sink), ...);
    }
    /// Bytes of one object, without what it owns elsewhere; sized() says otherwise.
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
