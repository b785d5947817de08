// trav/graph/detail/targets.hpp: the targets of references: which objects pointers lead to.
#pragma once

#include "../../detail/compiler.hpp"
#include "../described.hpp"
#include "../named_edge.hpp"
#include "../object.hpp"
#include "shared_block.hpp"

#include <type_traits>

namespace trav {

namespace detail {
// make_type.hpp
template <class T>
constexpr Type const& registered_type();
}  // namespace detail
/// The Type of T, identified by its address.
template <class T>
inline constexpr Type const& type_of = detail::registered_type<T>();

namespace detail {

/// The array that a unique_ptr<T[]> owns.
template <class T>
struct NewArray;

/// Calls f(object) with the object that the tag of `part` determines, or else with `part` itself.
template <class T>
constexpr void with_whole(T const& part, auto const& f) {
    if constexpr (!HasWhole<T>) {
        f(part);
    } else {
        bool said = false;
        Described<T>::whole(part, [&]<class W>(W const& whole) {
            static_assert(
                std::is_base_of_v<T, W>,
                "trav: Described<T>::whole(object, is) calls is(static_cast<Derived const&>(object)) "
                "with a class derived from T");
            said = true;
            if constexpr (std::is_same_v<T, W>) f(part);
            else with_whole(whole, f);
        });
        if (!said) f(part);
    }
}

template <class T>
TRAV_INLINE void refer(EdgeKind kind, T const volatile* to, auto& sink) {
    using Plain = std::remove_cv_t<T>;
    if (to == nullptr) return;
    auto const* const object = const_cast<Plain const*>(to);
    if constexpr (!HasWhole<Plain> ||
                  std::remove_reference_t<decltype(sink)>::names) {  // Objects::edges() asks the tag
        sink.add(kind, object, type_of<Plain>);
    } else {
        with_whole(*object,
                   [&]<class W>(W const& whole) { sink.add(kind, detail::address_of(whole), type_of<W>); });
    }
}

/// Adds the control block, which a shared_ptr and a weak_ptr keep alive.
template <class V>
TRAV_INLINE void refer_to_block(V const& value, auto& sink) {
    using Block = std::conditional_t<sizeof(V) != 0, SharedBlock, V>;  // dependent: its type is known later
    if (void const* const block = shared_block(value)) sink.add(EdgeKind::owns, block, type_of<Block>);
}

/// The pointer in `value`. Avoids *value if that might count as a use of the object.
template <class V>
constexpr auto pointer_in(V const& value) {
    if constexpr (requires { *value.get(); }) return value.get();
    else return detail::address_of(*value);
}

/// Whether a shared_ptr with this control block owns its target, if it owns anything. Otherwise what it owns,
/// such as the object that the target is a part of, cannot be followed.
template <class = void>
TRAV_NOINLINE bool is_own(void const* block, void const* target, Type const& declared) {
    if (block == nullptr || declared.info == nullptr) return true;
    if (target == nullptr) return !SharedBlockClass(block).has_object();
    Whole whole{target, declared.info, nullptr};
    if (declared.whole != nullptr) whole = declared.whole(target);
    if (whole.type != nullptr) whole.info = whole.type->info;
    return whole.info == nullptr || block_owns(block, whole.address, *whole.info, *declared.info);
}
template <class V>
bool is_own(V const& pointer) {
    void const volatile* const target = pointer.get();
    return is_own(shared_block(pointer), const_cast<void const*>(target),
                  type_of<std::remove_cv_t<typename V::element_type>>);
}

}  // namespace detail
}  // namespace trav
