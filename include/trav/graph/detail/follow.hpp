// trav/graph/detail/follow.hpp: follow(value, as, sink), which passes all references in a value to a sink, at
// any depth of nesting. Shapes are known at compile time, so run-time checks are limited to the values, such
// as null pointers.
//
// Only elements of containers and structs by value are entered. The targets of references (targets.hpp) are
// not: they are separate objects.
#pragma once

#include "../../detail/compiler.hpp"
#include "../../detail/malloc_bytes.hpp"
#include "../named_edge.hpp"
#include "foreign_memory.hpp"
#include "shape.hpp"
#include "shared_block.hpp"
#include "targets.hpp"

#include <concepts>
#include <cstddef>
#include <string_view>
#include <type_traits>
#include <utility>

namespace trav::detail {

/// The shapes of interest to a sink: all references, and opaque values if it needs names.
template <class Sink>
inline constexpr Shapes asked_by =
    set_of(Shape::pointer, Shape::raw, Shape::smart_pointer, Shape::weak_pointer, Shape::reference,
           Shape::array_pointer, Shape::object) |
    (Sink::names ? set_of(Shape::foreign, Shape::view, Shape::text_view, Shape::opaque) : 0);
/// The same, and classes with a description in another source file.
template <class Sink>
inline constexpr Shapes concerns = asked_by<Sink> | (Sink::names ? undescribed : 0);

/// Null or not, as a pointer or a function. Comparing with nullptr could construct a V from it.
template <class V>
concept IsNullable = !std::is_array_v<V> && requires(V const& v) {
    { v == nullptr } -> std::convertible_to<bool>;
    { static_cast<bool>(v) } noexcept;
};
/// An expected has has_value(), too, but no reset(): without a value it has an error.
template <class V>
concept IsAny = requires(V& v) {
    { v.has_value() } -> std::convertible_to<bool>;
    v.reset();
};
/// Whether an opaque value says that nothing is in it: a null void*, an empty function, an empty any.
template <class V>
constexpr bool is_empty(V const& value) {
    if constexpr (IsNullable<V>) return !static_cast<bool>(value);
    else if constexpr (IsAny<V>) return !value.has_value();
    else return false;
}

/// Adds a value that is not looked into, if there is something in it.
template <class V, class Sink>
void tell([[maybe_unused]] V const& value, [[maybe_unused]] Sink& sink) {
    if constexpr (Sink::names)
        if (!is_empty(value)) sink.add(EdgeKind::opaque, detail::address_of(value), type_of<V>);
}

/// Passes all references in `value` to `sink`. A function for each shape, since another source file may
/// describe V.
template <class V, class Sink, Shape shape = shape_of<V>()>
void follow(V const& value, As as, Sink& sink);

// make_type.hpp
template <class T>
Type const& type_elsewhere();
template <class T>
Type const& type_by_size();

/// A class in a value that another source file describes, but not this one; null if there is none.
template <class... T>
Type const* described_elsewhere(Types<T...>) {
    Type const* found = nullptr;
    [[maybe_unused]] auto const look = [&]<class V>(std::type_identity<V>) {
        if constexpr (IsUndescribedClass<V>)
            if (type_elsewhere<V>().knowledge >= knows_description) found = &type_elsewhere<V>();
        if constexpr (has_undescribed_class<V>())
            if (found == nullptr) found = described_elsewhere(parts_in<V>());
    };
    (look(std::type_identity<std::remove_cv_t<T>>()), ...);
    return found;
}
template <class V, class Sink>
void tell_described_elsewhere(V const& value, Sink& sink) {
    if (Type const* const type = described_elsewhere(Types<V>()))
        sink.add(EdgeKind::opaque, detail::address_of(value), *type);
}

/// Follows a member of a struct. `HasKind`: its description gives a kind. Source files with and without
/// descriptions of the classes in it have different functions.
template <bool HasKind, class M, class Sink, Shape shape = shape_of<M>(),
          bool has_others = has_undescribed_class<M>()>
void list_member(void const* member, As as, Sink& sink) {
    M const& value = *static_cast<M const*>(member);
    if (as.kind != EdgeKind::opaque) follow(value, as, sink);
    else if constexpr (HasKind) tell(value, sink);
    if constexpr (has_others) tell_described_elsewhere(value, sink);
}
/// Receives the members of structs from their descriptions: a type for all structs.
template <class Sink>
struct FollowMember {
    Sink& sink;
    template <class Name, class M, class... Kind>
    TRAV_ALWAYS_INLINE void operator()([[maybe_unused]] Name const& name, M const& value,
                                       Kind... kind) const {
        constexpr bool has_kind = sizeof...(kind) != 0;
        if constexpr (check_member<Name, M, Kind...>() &&
                      (has_kind || (shapes_in<M>() & concerns<Sink>) != 0)) {
            As const as{has_kind, kind...};
            if constexpr (Sink::names && shape_of<M>() == Shape::pointer && !has_kind)
                sink.pointer(name, value, type_of<std::remove_cv_t<std::remove_pointer_t<M>>>);
            else if constexpr (Sink::names)
                sink.member(name, detail::address_of(value), as, list_member<has_kind, M, Sink>);
            else if (as.kind != EdgeKind::opaque) follow(value, as, sink);
        }
    }
};

/// An element of a map with its key. Entries of other maps may have functions in place of these members.
template <class T>
concept IsPair = IsTuple<T> && requires(T const& t) {
    t.first;
    t.second;
};

template <class V, class Sink>
void follow_elements(V const& range, As as, Sink& sink) {
    using Element = std::remove_cvref_t<elements_t<V>>;
    constexpr bool elsewhere = shape_of<V>() == Shape::view && shape_of<Element>() == Shape::structure;
    if constexpr (!elsewhere && (shapes_in<Element>() & asked_by<Sink>) == 0) return;
    [[maybe_unused]] bool inside = false;
    if constexpr (elsewhere && FreesNothing<V>) inside = has_elements_inside(range);
    [[maybe_unused]] std::size_t index = 0;
    auto const end = end_of(range);
    for (auto at = begin_of(range); at != end; ++at) {
        auto const& element = *at;
        if constexpr (elsewhere) {
            if constexpr (Sink::names) sink.step_in(index++);
            if (inside) follow(element, as, sink);
            else refer(as.or_else(EdgeKind::refers), detail::address_of(element), sink);
            if constexpr (Sink::names) sink.step_out();
        } else if constexpr (Map<V const> && IsPair<Element>) {
            if constexpr (Sink::names) sink.step_in_key(element.first, index++);
            follow(element.first, as, sink);
            follow(element.second, as, sink);
            if constexpr (Sink::names) sink.step_out();
        } else {
            if constexpr (Sink::names) sink.step_in(index++);
            follow(element, as, sink);
            if constexpr (Sink::names) sink.step_out();
        }
    }
}

inline constexpr std::string_view pair_names[] = {"first", "second"};
inline constexpr std::string_view tuple_names[] = {"0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "..."};

template <class V, class Sink>
void follow_tuple(V const& value, As as, Sink& sink) {
    [&]<std::size_t... I>(std::index_sequence<I...>) {
        auto const one = [&]<std::size_t J>(std::integral_constant<std::size_t, J>) {
            using std::get;
            if constexpr (Sink::names)
                sink.step_in(requires { value.first; } ? pair_names[J % 2] : tuple_names[J < 10 ? J : 10]);
            follow(get<J>(value), as, sink);
            if constexpr (Sink::names) sink.step_out();
        };
        (one(std::integral_constant<std::size_t, I>{}), ...);
    }(std::make_index_sequence<std::tuple_size_v<V>>{});
}

template <class Sink, class V, class... T>
void follow_variant(V const& value, As as, Sink& sink, Types<T...>) {
    [&]<std::size_t... I>(std::index_sequence<I...>) {
        using std::get;
        ((value.index() == I ? follow(get<I>(value), as, sink) : void()), ...);
    }(std::index_sequence_for<T...>{});
}

/// Adds the array at `first`, which `value` holds, if the program tracks it as a block. Otherwise `first` may
/// lie anywhere.
template <class T, class V, class Sink>
void follow_raw(T* first, V const& value, As as, Sink& sink) {
    using Plain = std::remove_cv_t<T>;
    if (first == nullptr) return;
    auto const* const array = const_cast<Plain const*>(first);
    if (is_tracked_block != nullptr && is_tracked_block(array))
        sink.add(as.or_else(EdgeKind::refers), array, type_of<NewArray<Plain>>);
    else if constexpr (Sink::names) sink.add(EdgeKind::opaque, detail::address_of(value), type_of<V>);
}

/// The first element of a view: of a std::span, std::string_view, or std::mdspan.
constexpr auto first_in(auto const& view) {
    if constexpr (requires { view.data_handle(); }) return view.data_handle();
    else if constexpr (requires { view.data(); }) return view.data();
}
template <class V, class Sink>
void list_view([[maybe_unused]] V const& view, [[maybe_unused]] Sink& sink) {
    using First = decltype(first_in(view));
    if constexpr (std::is_pointer_v<First> && requires { view.size(); }) {
        using T = std::remove_cv_t<std::remove_pointer_t<First>>;
        if (view.size() != 0) sink.view(const_cast<T const*>(first_in(view)), type_by_size<T>());
    }
}

template <class V, class Sink>
void follow_deleter([[maybe_unused]] V const& value, [[maybe_unused]] Sink& sink) {
    if constexpr (HasDeleter<V>) {
        if constexpr (Sink::names) sink.step_in("deleter");
        follow(value.get_deleter(), {}, sink);
        if constexpr (Sink::names) sink.step_out();
    }
}

/// Passes all references in the members of a struct.
template <class V, class Sink>
TRAV_ALWAYS_INLINE inline void follow_members(V const& value, Sink& sink) {
    if constexpr (HasMembers<V>) Described<V>::members(value, MemberCall(FollowMember<Sink>{sink}));
}

template <class V, class Sink, Shape shape>
void follow(V const& value, As as, Sink& sink) {
    if constexpr ((shapes_in<V>() & asked_by<Sink>) == 0) return;
    if constexpr (Sink::names && shape != Shape::pointer && shape != Shape::atomic &&
                  shape != Shape::structure)  // enter() asks, too
        if (sink.is_apart(detail::address_of(value), sizeof(V))) return;
    if constexpr (shape == Shape::structure) {
        if constexpr (check_description<V>()) {
            if (!sink.enter(detail::address_of(value), type_of<V>)) return;
            follow_members(value, sink);
            sink.leave();
        }
    } else if constexpr (shape == Shape::pointer) {
        refer(as.or_else(EdgeKind::refers), value, sink);
    } else if constexpr (shape == Shape::raw) {
        if constexpr (std::is_pointer_v<V>) follow_raw(value, value, as, sink);
        else follow_raw(value.get(), value, as, sink);
        follow_deleter(value, sink);
    } else if constexpr (shape == Shape::object) {
        if (value.address) sink.add(as.or_else(EdgeKind::refers), value.address, *value.type);
    } else if constexpr (shape == Shape::smart_pointer) {
        if (value) refer(as.or_else(EdgeKind::owns), pointer_in(value), sink);
        follow_deleter(value, sink);
        if constexpr (IsStdShared<V>) {
            refer_to_block(value, sink);
            if constexpr (Sink::names)
                if (!is_own(value)) sink.add(EdgeKind::opaque, detail::address_of(value), type_by_size<V>());
        }
    } else if constexpr (shape == Shape::weak_pointer) {
        if (auto const locked = value.lock()) refer(EdgeKind::weak, pointer_in(locked), sink);
        if constexpr (IsStdWeak<V>) refer_to_block(value, sink);
    } else if constexpr (shape == Shape::reference) {
        if constexpr (IsReferenceWrapper<V>)
            refer(as.or_else(EdgeKind::refers), detail::address_of(value.get()), sink);
        else if (value.has_value()) refer(as.or_else(EdgeKind::refers), detail::address_of(*value), sink);
    } else if constexpr (shape == Shape::array_pointer) {
        using T = typename V::element_type;
        if (value) sink.add(as.or_else(EdgeKind::owns), value.get(), type_of<NewArray<std::remove_cv_t<T>>>);
    } else if constexpr (shape == Shape::optional) {
        with_part(value, [&](auto const& part) { follow(part, as, sink); });
    } else if constexpr (shape == Shape::variant) {
        follow_variant(value, as, sink, typename alternatives_of<V>::type{});
    } else if constexpr (shape == Shape::tuple) {
        follow_tuple(value, as, sink);
    } else if constexpr (shape == Shape::atomic) {
        follow(value.load(), as, sink);
    } else if constexpr (shape == Shape::container || shape == Shape::view || shape == Shape::foreign) {
        follow_elements(value, as, sink);
        if constexpr (Sink::names && shape == Shape::foreign) {
            if (!foreign_bytes(value, nullptr).known)
                sink.add(EdgeKind::opaque, detail::address_of(value), type_of<V>);
        } else if constexpr (Sink::names && MayOwnArray<V>) {
            if (begin_of(value) != end_of(value) && !has_elements_inside(value))
                sink.add(EdgeKind::opaque, detail::address_of(value), type_of<V>);
        } else if constexpr (Sink::names && shape == Shape::view) {
            list_view(value, sink);
        }
    } else if constexpr (shape == Shape::text_view) {
        if constexpr (Sink::names) list_view(value, sink);
    } else if constexpr (shape == Shape::adaptor) {
        follow(container_in(value), as, sink);
    } else if constexpr (shape == Shape::opaque) {
        tell(value, sink);
    }
}

}  // namespace trav::detail
