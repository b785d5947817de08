// trav/graph/detail/make_type.hpp: make_type<T>(), which makes the Type of T from what this source file knows
// of T, and registered_type<T>(), the Type of T in the program.
#pragma once

#include "../../detail/compiler.hpp"
#include "../../detail/malloc_bytes.hpp"
#include "../owned_bytes.hpp"
#include "child_list.hpp"
#include "edge_lister.hpp"
#include "follow.hpp"
#include "shared_block.hpp"
#include "type_registry.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <type_traits>
#include <typeinfo>

namespace trav::detail {

template <class T>
inline constexpr bool is_new_array = false;
template <class T>
inline constexpr bool is_new_array<NewArray<T>> = true;
template <class T>
struct array_element {
    using type = T;
};
template <class T>
struct array_element<NewArray<T>> {
    using type = T;
};

/// How much this source file knows of T. Uses no concept for completeness, since compilers assume that a
/// concept does not change while a file is compiled.
template <class T>
consteval unsigned char knowledge() {
    using E = typename array_element<T>::type;
    constexpr bool is_described = IsDescribed<E>;  // asked first, so that a later description is refused
#ifdef __cpp_rtti
    constexpr unsigned char has_rtti = 1;
#else
    constexpr unsigned char has_rtti = 0;
#endif
    if constexpr (requires { sizeof(E); })
        return (is_described ? knows_description : knows_definition) + has_rtti;
    else return 0;
}

/// A class that ends with an array of unknown length. Such a description lists no element.
template <class T>
concept HasTail = requires { typename Described<T>::tail; };
/// The bytes of a block behind the object at its beginning; 0 if they are unknown.
template <class T>
std::size_t tail_bytes(void const* object) {
    if (is_tracked_block == nullptr || !is_tracked_block(object)) return 0;
    std::size_t const block = malloc_bytes(object);
    return block > sizeof(T) ? block - sizeof(T) : 0;
}

/// The functions of a Type. Source files with different knowledge have different names for them.
template <class T, unsigned char Knowledge = knowledge<T>()>
struct Calls {
    template <class Sink>
    static constexpr bool follows = (shapes_in<T>() & concerns<Sink>) != 0;
    template <class Sink>
    static void follow(void const* object, Sink& sink) {
        auto const& value = *static_cast<T const*>(object);
        if constexpr (shape_of<T>() == Shape::structure && !Sink::names) {
            sink.enter_object();
            follow_members(value, sink);
            sink.leave();
        } else {
            detail::follow(value, {}, sink);
        }
        if constexpr (HasTail<T> && Sink::names) {
            constexpr bool looked_into = (shapes_in<typename Described<T>::tail>() & asked_by<Sink>) == 0;
            if (!looked_into || tail_bytes<T>(object) == 0) sink.add(EdgeKind::opaque, object, type_of<T>);
        }
        if constexpr (Sink::names && has_undescribed_class<T>())
            tell_described_elsewhere(*static_cast<T const*>(object), sink);
    }
    static std::size_t owned(void const* object, OwnedBlocks* list) {
        std::size_t bytes = detail::owned(*static_cast<T const*>(object), 0, list);
        if constexpr (HasTail<T>)
            if (std::size_t const tail = tail_bytes<T>(object))
                bytes += listed(list, static_cast<char const*>(object) + sizeof(T), tail);
        return bytes;
    }
    static std::string label(void const* object) {
        return std::string(Described<T>::label(*static_cast<T const*>(object)));
    }
    /// Without a tag and RTTI, nothing but the address of the part.
    static Whole whole(void const* object) {
        auto const* const part = static_cast<T const*>(object);
        Whole found{object, nullptr, nullptr};
        if constexpr (HasWhole<T>)
            with_whole(*part, [&]<class W>(W const& whole) {
                found = {detail::address_of(whole), nullptr, &type_of<W>};
            });
#ifdef __cpp_rtti
        else if constexpr (std::is_polymorphic_v<T>)
            found = {dynamic_cast<void const*>(part), &typeid(*part), nullptr};
#endif
        return found;
    }
};

/// The elements of an array from new T[n], if their number is known: it is stored before elements that need
/// destruction (Itanium C++ ABI).
template <class T>
struct ArrayElements {
    T const* first;
    T const* begin() const { return first; }
    T const* end() const {
        std::size_t length = 0;
        if constexpr (!std::is_trivially_destructible_v<T>) length = word_before(first);
        return first + length;
    }
    /// A range without it is a view, the elements of which are objects elsewhere.
    std::size_t capacity() const { return static_cast<std::size_t>(end() - first); }
};
/// Arrays of T are from an operator new[] of T's own, which may take them from anywhere.
template <class T>
concept HasOwnNew = requires { T::operator new[](1); } || requires(void* p) { T::operator delete[](p); } ||
                    requires(void* p) { T::operator delete[](p, std::size_t{1}); };
template <class T, unsigned char Knowledge>
struct Calls<NewArray<T>, Knowledge> {
    static constexpr bool counted = !std::is_trivially_destructible_v<T>;
    /// The usable size of an array without a stored length; 0 if it is unknown.
    static std::size_t usable(void const* array) {
        if constexpr (HasOwnNew<T>) return 0;
        else return malloc_bytes(array);
    }
    /// The whole block, including the part before the elements, and the memory owned by the elements.
    static std::size_t owned(void const* object, OwnedBlocks* list) {
        if constexpr (!counted) {
            std::size_t const bytes = usable(object);
            return bytes != 0 ? listed(list, object, bytes, !std::is_arithmetic_v<T>) : 0;
        } else {
            ArrayElements<T> const elements{static_cast<T const*>(object)};
            constexpr std::size_t before =
                alignof(T) > sizeof(std::size_t) ? alignof(T) : sizeof(std::size_t);
            auto const length = static_cast<std::size_t>(elements.end() - elements.begin());
            std::size_t bytes =
                listed(list, static_cast<char const*>(object) - before, before + length * sizeof(T));
            for (T const& element : elements) bytes += detail::owned(element, 0, list);
            return bytes;
        }
    }
    template <class Sink>
    static constexpr bool follows = counted ? (shapes_in<T>() & asked_by<Sink>) != 0 : Sink::names;
    template <class Sink>
    static void follow(void const* object, Sink& sink) {
        if constexpr (counted) detail::follow(ArrayElements<T>{static_cast<T const*>(object)}, {}, sink);
        else if ((shapes_in<T>() & asked_by<Sink>) != 0 || usable(object) == 0)
            sink.add(EdgeKind::opaque, object, type_of<NewArray<T>>);
    }
};

template <unsigned char Knowledge>
struct Calls<SharedBlock, Knowledge> {
    static std::size_t owned(void const* block, OwnedBlocks* list) {
        return listed(list, block, shared_block_size(block).bytes);
    }
    template <class Sink>
    static constexpr bool follows = Sink::names;
    template <class Sink>
    static void follow(void const* block, Sink& sink) {
        using Block =
            std::conditional_t<Sink::names, SharedBlock, Sink>;  // dependent: its type is known later
        if (!shared_block_size(block).known) sink.add(EdgeKind::opaque, block, type_of<Block>);
    }
};

/// The name of T, without its description.
template <class T>
inline constexpr std::string_view spelled = spelled_type<T>();
template <class T>
inline constexpr std::string_view spelled<NewArray<T>> = spelled_type<T[]>();
template <>
inline constexpr std::string_view spelled<SharedBlock> = SharedBlock::name;

template <class T>
constexpr std::string_view described_name() {
    if constexpr (requires { std::string_view(Described<T>::name); }) return Described<T>::name;
    else return spelled<T>;
}

/// Whether T is fully known, except for members that its description leaves out.
template <class T>
consteval bool is_known() {
    if constexpr (IsDescribed<T>) return HasMembers<T>;  // otherwise its tag determined no class
    constexpr Shape shape = shape_of<T>();
    return shape != Shape::opaque && shape != Shape::raw &&
           (shape != Shape::plain || !(std::is_class_v<T> || std::is_union_v<T>) || std::is_empty_v<T> ||
            HasText<T> || IsHook<T>);
}

template <class T>
constexpr void add_calls(Type& type) {
    if constexpr (Calls<T>::template follows<ChildList>) type.children = Calls<T>::template follow<ChildList>;
    if constexpr (Calls<T>::template follows<EdgeLister>) type.edges = Calls<T>::template follow<EdgeLister>;
}

template <class T>
consteval Type make_type() {
    Type type{.spelled = described_name<T>(), .knowledge = knowledge<T>()};
    if constexpr (is_new_array<T> || std::same_as<T, SharedBlock>) {
        type.known = true;
        type.owned = Calls<T>::owned;
        add_calls<T>(type);
    } else if constexpr (check_description<T>()) {  // otherwise a message was printed
        type.size = sizeof(T);
        type.known = is_known<T>();
        type.views = std::is_pointer_v<T> || MayOwnArray<T>;
        if constexpr (requires { Described<T>::template leaves_out_bases<T>; })
            type.leaves_out_bases = Described<T>::template leaves_out_bases<T>;
        type.gives_way = requires { Described<T>::gives_way; };
        if constexpr ((shapes_in<T>() & owning) != 0) type.owned = Calls<T>::owned;
        if constexpr (HasLabel<T>) type.label = Calls<T>::label;
        add_calls<T>(type);
        if constexpr (HasWhole<T> || (std::is_polymorphic_v<T> && !std::is_final_v<T>))
            type.whole = Calls<T>::whole;
#ifdef __cpp_rtti
        type.info = &typeid(T);
        if constexpr (lists_bases && requires(std::type_info const& base) { Described<T>::lists(base); }) {
            constexpr std::size_t listed =
                Described<T>::listed_bytes() + (std::is_polymorphic_v<T> ? sizeof(void*) : 0);
            type.unlisted = sizeof(T) > listed ? sizeof(T) - listed : 0;
            type.left_out = left_out_of;
            if constexpr (requires { requires Described<T>::template leaves_out_bases<T>; })
                type.lists = lists_none;
            else type.lists = Described<T>::lists;
        }
#endif
    }
    return type;
}

/// The Type of T before any file has added what it knows.
template <class T>
inline constinit Type type_in_program{.spelled = spelled<T>};

template <class T>
Type const& type_elsewhere() {
    return type_in_program<T>;
}

/// Adds a source file's knowledge of T before main().
template <class T, unsigned char Knowledge>
struct Registration {
    static constexpr Type type = make_type<T>();
    static inline bool const done = type_registry.add(type_in_program<T>, type);
};
template <class T>
struct Registration<T, knows_size> {
    static constexpr Type type{
        .spelled = spelled<T>, .size = sizeof(T), .known = true, .knowledge = knows_size};
    static inline bool const done = type_registry.add(type_in_program<T>, type);
};

/// The Type of the target of an opaque edge: its size, and no functions unless another use of T needs them.
template <class T>
Type const& type_by_size() {
    static_cast<void>(&Registration<T, knows_size>::done);
    return type_in_program<T>;
}

template <class T>
constexpr Type const& registered_type() {
    if constexpr (constexpr unsigned char known = knowledge<T>(); known != 0)
        static_cast<void>(&Registration<T, known>::done);
    return type_in_program<T>;
}

}  // namespace trav::detail
