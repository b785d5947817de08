// trav/graph/detail/make_type.hpp: make_type<T>(), which makes the Type of T.
#pragma once

#include "../../detail/compiler.hpp"
#include "../../detail/malloc_bytes.hpp"
#include "../owned_bytes.hpp"
#include "child_list.hpp"
#include "edge_lister.hpp"
#include "follow.hpp"
#include "shared_block.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <type_traits>
#include <typeinfo>

namespace trav::detail {

template <class T>
concept Complete = requires { sizeof(T); };

/// The functions of a Type.
template <class T>
struct Calls {
    template <class Sink>
    static constexpr bool follows = asked_by<Sink>::template in<T>();
    template <class Sink>
    static void follow(void const* object, Sink& sink) {
        detail::follow(*static_cast<T const*>(object), {}, sink);
    }
    static std::size_t owned(void const* object, OwnedBlocks* list) {
        return detail::owned(*static_cast<T const*>(object), 0, list);
    }
    static std::string label(void const* object) {
        return std::string(Described<T>::label(*static_cast<T const*>(object)));
    }
    static Whole whole([[maybe_unused]] void const* object) {
#ifdef __cpp_rtti
        if constexpr (std::is_polymorphic_v<T>) {
            auto const* const part = static_cast<T const*>(object);
            return {dynamic_cast<void const*>(part), &typeid(*part)};
        }
#endif
        return {};
    }
};

/// The word before an array. AddressSanitizer allows only `delete[]` to read it.
TRAV_NOINLINE TRAV_NO_SANITIZE_ADDRESS inline std::size_t length_before(void const* first) {
    return static_cast<std::size_t const*>(first)[-1];
}

/// The elements of an array from new T[n], if their number is known: it is stored before elements that need
/// destruction (Itanium C++ ABI).
template <class T>
struct ArrayElements {
    T const* first;
    T const* begin() const { return first; }
    T const* end() const {
        std::size_t length = 0;
        if constexpr (!std::is_trivially_destructible_v<T>) length = length_before(first);
        return first + length;
    }
};
/// Arrays of T are from an operator new[] of T's own, which may take them from anywhere.
template <class T>
concept HasOwnNew = requires { T::operator new[](1); } || requires(void* p) { T::operator delete[](p); } ||
                    requires(void* p) { T::operator delete[](p, std::size_t{1}); };
template <class T>
struct Calls<NewArray<T>> {
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
    static constexpr bool follows = counted ? asked_by<Sink>::template in<T>() : Sink::names;
    template <class Sink>
    static void follow(void const* object, Sink& sink) {
        if constexpr (counted) detail::follow(ArrayElements<T>{static_cast<T const*>(object)}, {}, sink);
        else if (asked_by<Sink>::template in<T>() || usable(object) == 0)
            sink.add(EdgeKind::opaque, object, type_of<NewArray<T>>);
    }
};

template <>
struct Calls<SharedBlock> {
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

template <class T>
struct Spelled {
    static constexpr std::string_view name() {
        if constexpr (requires { std::string_view(Described<T>::name); }) return Described<T>::name;
        else return spelled_type<T>();
    }
};
template <class T>
struct Spelled<NewArray<T>> {
    static constexpr std::string_view name() { return spelled_type<T[]>(); }
};
template <>
struct Spelled<SharedBlock> {
    static constexpr std::string_view name() { return SharedBlock::name; }
};

/// Whether T is fully known, except for members that its description leaves out.
template <class T>
consteval bool is_known() {
    if constexpr (IsDescribed<T>) return HasMembers<T>;  // otherwise its tag determined no class
    constexpr Shape shape = shape_of<T>();
    return shape != Shape::opaque && (shape != Shape::plain || !(std::is_class_v<T> || std::is_union_v<T>) ||
                                      std::is_empty_v<T> || HasText<T> || IsHook<T>);
}

template <class T>
inline constexpr bool is_new_array = false;
template <class T>
inline constexpr bool is_new_array<NewArray<T>> = true;

template <class T>
consteval bool is_sound() {
    if constexpr (IsDescribed<T>) return check_description<T>();
    else return true;
}
template <class T>
constexpr void add_calls(Type& type) {
    if constexpr (Calls<T>::template follows<ChildList>) type.children = Calls<T>::template follow<ChildList>;
    if constexpr (Calls<T>::template follows<EdgeLister>) type.edges = Calls<T>::template follow<EdgeLister>;
}

template <class T>
constexpr Type make_type() {
    Type type{Spelled<T>::name(), 0, false, false, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr};
    if constexpr (is_new_array<T>) {
        type.known = true;
        type.owned = Calls<T>::owned;
        add_calls<T>(type);
    } else if constexpr (std::same_as<T, SharedBlock>) {
        type.known = true;
        type.owned = Calls<T>::owned;
        add_calls<T>(type);
    } else if constexpr (!is_sound<T>()) {  // a message was printed
    } else if constexpr (Complete<T>) {
        type.size = sizeof(T);
        type.known = is_known<T>();
        if constexpr (requires { Described<T>::template leaves_out_bases<T>; })
            type.leaves_out_bases = Described<T>::template leaves_out_bases<T>;
        if constexpr (Owning::in<T>()) type.owned = Calls<T>::owned;
        if constexpr (HasLabel<T>) type.label = Calls<T>::label;
        add_calls<T>(type);
#ifdef __cpp_rtti
        if constexpr (std::is_polymorphic_v<T>) type.info = &typeid(T);
        if constexpr (std::is_polymorphic_v<T> && !std::is_final_v<T>) type.whole = Calls<T>::whole;
#endif
    }
    return type;
}

}  // namespace trav::detail
