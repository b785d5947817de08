// trav/graph/detail/shape.hpp: Shape, which determines how to look into a value. Library types are recognised
// by their members, not by their names, so no library is included, and similar types of other libraries work,
// too.
#pragma once

#include "../described.hpp"
#include "containers.hpp"
#include "may_refer.hpp"
#include "optional.hpp"
#include "refer.hpp"

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <utility>

namespace trav::detail {

enum class Shape {
    plain,          // nothing to look into: numbers, structs without pointers that own nothing
    text_view,      // a view of text elsewhere, or std::mdspan
    text,           // owns a buffer that contains no references
    structure,      // described
    pointer,        // T*
    raw,            // int*, T**, unique_ptr<T[], Deleter>: an array if the program tracks it as a block
    smart_pointer,  // *p, if p
    weak_pointer,   // p.lock()
    reference,      // reference_wrapper, optional<T&>
    array_pointer,  // unique_ptr<T[]>
    object,         // trav::Object
    optional,       // holds a value or none, or an error
    variant,        // holds one of several values
    tuple,          // holds several values
    atomic,         // a value that must be loaded
    container,      // a range with elements that are parts of it
    foreign,        // a container whose memory is unknown, except that of its elements
    view,           // a range with elements elsewhere
    adaptor,        // std::stack: a container in a protected member
    opaque,         // may own something, and cannot be looked into
};

template <class V>
using elements_t = decltype(*begin_of(std::declval<V const&>()));

template <class V>
concept HasText = requires(V const& v) {
    typename V::traits_type;
    v.data();
    v.size();
};
/// std::mdspan
template <class V>
concept HasDataHandle = requires(V const& v) {
    typename V::extents_type;
    v.data_handle();
    v.size();
};
template <class V>
concept HasPath = requires(V const& v) {
    typename V::string_type;
    requires HasText<std::remove_cvref_t<decltype(v.native())>>;
};
/// One of these may be the first of an array: of a text, of numbers, or of pointers, which may have no value
/// yet.
template <class T>
concept IsElement = std::is_arithmetic_v<T> || std::same_as<T, std::byte> || std::is_pointer_v<T>;
template <class V>
concept IsReferenceWrapper = requires(V const& v) {
    typename V::type;
    { v.get() } -> std::same_as<typename V::type&>;
    { v } -> std::convertible_to<typename V::type&>;
};
template <class V>
concept IsWeak = requires(V const& v) {
    *v.lock();
    { v.expired() } -> std::convertible_to<bool>;
};
template <class V>
concept IsSmart = requires(V const& v) {
    static_cast<bool>(v);
    v.operator->();
    requires std::is_lvalue_reference_v<dereferenced_t<V>>;
};
/// The deleter is the library's own.
template <class D>
consteval bool is_default_delete() {
    constexpr std::string_view name = spelled_type<D>(), last = "default_delete";
    return name.starts_with("std::") && name.substr(0, name.find('<')).ends_with(last);
}
template <class V>
concept IsUniqueArray = requires(V const& v) {
    typename V::element_type;
    typename V::deleter_type;
    { v.get() } -> std::convertible_to<void const volatile*>;
    v[0];
};
/// unique_ptr<T[]>, if its deleter says that the array is from new T[n].
template <class V>
concept IsArrayPointer = IsUniqueArray<V> && is_default_delete<typename V::deleter_type>();
/// The same with a deleter of the program. Elements without destruction have no length before them.
template <class V>
concept IsRawArrayPointer = IsUniqueArray<V> && std::is_trivially_destructible_v<typename V::element_type>;
/// A unique_ptr whose deleter has members, which may lead to more.
template <class V>
concept HasDeleter = requires(V const& v) {
    v.get_deleter();
    requires std::is_class_v<typename V::deleter_type> && !std::is_empty_v<typename V::deleter_type>;
};
template <class V>
concept IsVariant = requires(V const& v) {
    { v.valueless_by_exception() } -> std::convertible_to<bool>;
    v.index();
};
template <class V>
concept IsTuple = requires { std::tuple_size<V>::value; };
template <class V>
concept IsAtomic = requires(V const& v) {
    { V::is_always_lock_free } -> std::convertible_to<bool>;
    v.load();
};
template <class V>
concept IsAdaptor = !Range<V const> && requires { typename V::container_type; };
/// Boost.Intrusive's containers, which do not own their elements.
template <class V>
concept IsIntrusive = requires {
    typename V::value_traits;
    typename V::node_traits;
};
/// std::is_trivially_destructible_v, except of arrays. That one takes longer to compile.
template <class V>
concept HasTrivialDestructor = TRAV_HAS_TRIVIAL_DESTRUCTOR(V) && requires(V& v) { v.~V(); };
/// A class that frees nothing and has no capacity() does not own elements elsewhere.
template <class V>
concept FreesNothing =
    std::is_class_v<V> && HasTrivialDestructor<V> && !IsTuple<V> && !requires(V const& v) { v.capacity(); };
template <class V>
concept IsView = std::ranges::enable_borrowed_range<V> || IsIntrusive<V> || FreesNothing<V>;
/// Whether `p` points into the object itself, as in a short string or a small vector.
template <class V>
bool is_inside(V const& object, void const* p) {
    auto const first = reinterpret_cast<std::uintptr_t>(detail::address_of(object));
    return reinterpret_cast<std::uintptr_t>(p) - first < sizeof(V);
}
/// Whether the elements of a range are in the range itself, as in a small array.
template <class V>
bool has_elements_inside(V const& range) {
    auto const first = begin_of(range);
    return first != end_of(range) && is_inside(range, detail::address_of(*first));
}
/// The elements are lvalues, and not ranges of the same type again.
template <class V>
concept IsRange = Range<V const> && std::is_lvalue_reference_v<elements_t<V>> &&
                  !std::same_as<std::remove_cvref_t<elements_t<V>>, V>;
/// vector<bool>
template <class V>
concept IsBits = requires(V& v) {
    v.flip();
    { v.capacity() } -> std::convertible_to<std::size_t>;
};
/// Hooks of Boost.Intrusive do not tell which objects they are linked to.
template <class V>
concept IsHook = requires { typename V::hooktags; };

/// Whether a container owns memory for its elements that is unknown. Without a destructor it owns none.
template <class V>
consteval bool owns_elements_elsewhere() {
    return !IsKnownContainer<V> && !HasTrivialDestructor<V>;
}

/// A handle of a coroutine does not tell what is in the coroutine's frame.
template <class V>
concept IsCoroutineHandle = requires(V const& v) {
    V::from_address(v.address());
    v.resume();
    { v.done() } -> std::convertible_to<bool>;
};

template <class V>
consteval Shape shape_without_description() {
    if constexpr (std::is_pointer_v<V>)
        return std::is_void_v<std::remove_pointer_t<V>>                ? Shape::opaque
               : IsElement<std::remove_cv_t<std::remove_pointer_t<V>>> ? Shape::raw
               : std::is_function_v<std::remove_pointer_t<V>>          ? Shape::plain
                                                                       : Shape::pointer;
    else if constexpr (!std::is_class_v<V> && !std::is_union_v<V> && !std::is_array_v<V>) return Shape::plain;
    else if constexpr (std::same_as<V, Object>) return Shape::object;
    else if constexpr (HasPath<V>) return Shape::text;
    else if constexpr (HasText<V>) return IsView<V> ? Shape::text_view : Shape::text;
    else if constexpr (HasDataHandle<V> && HasTrivialDestructor<V>) return Shape::text_view;
    else if constexpr (IsAtomic<V>) return Shape::atomic;
    else if constexpr (IsReferenceWrapper<V>) return Shape::reference;
    else if constexpr (IsWeak<V>) return Shape::weak_pointer;
    else if constexpr (IsOptional<V>) return is_of_reference<V> ? Shape::reference : Shape::optional;
    else if constexpr (IsSmart<V>) return Shape::smart_pointer;
    else if constexpr (IsArrayPointer<V>) return Shape::array_pointer;
    else if constexpr (IsRawArrayPointer<V>) return Shape::raw;
    else if constexpr (IsVariant<V>) return Shape::variant;
    else if constexpr (IsRange<V>)
        return IsView<V> ? Shape::view : owns_elements_elsewhere<V>() ? Shape::foreign : Shape::container;
    else if constexpr (IsTuple<V>) return Shape::tuple;
    else if constexpr (IsAdaptor<V>) return Shape::adaptor;
    else if constexpr (IsHook<V>) return Shape::plain;
    else if constexpr (IsBits<V>) return Shape::text;
    else if constexpr (!HasTrivialDestructor<V> || IsCoroutineHandle<V>) return Shape::opaque;
    else return may_refer<V>() ? Shape::opaque : Shape::plain;
}
/// A range that is taken for a view since it frees nothing, which may own an array all the same.
template <class V>
concept MayOwnArray =
    IsRange<V> && FreesNothing<V> && !std::ranges::enable_borrowed_range<V> && !IsIntrusive<V>;

template <class V>
consteval Shape shape_of() {
    if constexpr (IsDescribed<V>) return Shape::structure;
    else return shape_without_description<V>();
}
/// Whether V looks like a kind of value that needs no description.
template <class V>
consteval bool is_recognised() {
    Shape const shape = shape_without_description<V>();
    return shape != Shape::opaque && shape != Shape::plain && shape != Shape::text_view;
}

/// The types of the possible parts of a variant.
template <class V>
struct alternatives_of;
template <template <class...> class Variant, class... T>
struct alternatives_of<Variant<T...>> {
    using type = Types<T...>;
};

/// The container in an adaptor such as std::stack.
template <class V>
constexpr auto const& container_in(V const& adaptor) {
    struct Open : V {
        static constexpr auto const& in(V const& v) { return v.*&Open::c; }
    };
    return Open::in(adaptor);
}

/// The types of the possible parts of a value without a description.
template <class V>
consteval auto parts_in() {
    constexpr Shape shape = shape_of<V>();
    if constexpr (shape == Shape::optional) return parts_of_optional<V>();
    else if constexpr (shape == Shape::container || shape == Shape::foreign || shape == Shape::view)
        return Types<std::remove_cvref_t<elements_t<V>>>{};
    else if constexpr (shape == Shape::adaptor) return Types<typename V::container_type>{};
    else if constexpr (shape == Shape::atomic)
        return Types<std::remove_cvref_t<decltype(std::declval<V const&>().load())>>{};
    else if constexpr (shape == Shape::variant) return typename alternatives_of<V>::type{};
    else if constexpr (shape == Shape::tuple)
        return []<std::size_t... I>(std::index_sequence<I...>) {
            return Types<std::remove_cvref_t<std::tuple_element_t<I, V>>...>{};
        }(std::make_index_sequence<std::tuple_size_v<V>>{});
    else if constexpr (HasDeleter<V>) return Types<typename V::deleter_type>{};
    else return Types<>{};
}

/// A class of the program's own that this source file does not describe. Another file may describe it.
template <class V>
concept IsUndescribedClass = std::is_class_v<V> && !std::is_empty_v<V> && shape_of<V>() != Shape::structure &&
                             shape_of<V>() != Shape::opaque && !spelled_type<V>().starts_with("std::");

/// A set of shapes; `undescribed` is in it if there is such a class.
using Shapes = unsigned;
constexpr Shapes set_of(auto... shapes) { return ((1u << static_cast<unsigned>(shapes)) | ...); }
inline constexpr Shapes undescribed = 1u << 31, every_shape = ~undescribed;

template <class V>
consteval Shapes shapes_in();
template <class... T>
consteval Shapes shapes_in_all(Types<T...>) {
    return (shapes_in<std::remove_cv_t<T>>() | ... | 0);
}
/// The shapes of V and of its possible parts. Described structs are assumed to have all shapes.
template <class V>
consteval Shapes shapes_in() {
    constexpr Shape shape = shape_of<V>();
    if constexpr (shape == Shape::structure) return every_shape;
    else return set_of(shape) | (IsUndescribedClass<V> ? undescribed : 0) | shapes_in_all(parts_in<V>());
}
template <class V>
consteval bool has_undescribed_class() {
    return (shapes_in<V>() & undescribed) != 0;
}

}  // namespace trav::detail
