// trav/graph/detail/edge_lister.hpp: EdgeLister, which receives the named edges of one object, or the structs
// that are part of it, and passes them on.
#pragma once

#include "../../detail/growing_array.hpp"
#include "../named_edge.hpp"
#include "bases.hpp"
#include "child_list.hpp"
#include "type_registry.hpp"

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <typeinfo>

namespace trav::detail {

/// The first object of a list, sorted by address, that is at an address and for which f(object) is true.
TRAV_NOINLINE inline Object const* find_at(std::span<Object const> sorted, void const* address,
                                           auto const& f) {
    auto const at = reinterpret_cast<std::uintptr_t>(address);
    std::size_t low = 0, high = sorted.size();
    while (low != high) {
        std::size_t const middle = (low + high) / 2;
        if (reinterpret_cast<std::uintptr_t>(sorted[middle].address) < at) low = middle + 1;
        else high = middle;
    }
    for (; low != sorted.size() && sorted[low].address == address; ++low)
        if (f(sorted[low])) return &sorted[low];
    return nullptr;
}
/// The object that is a value of this size.
inline Object const* find_apart(std::span<Object const> sorted, void const* value, std::size_t bytes) {
    return find_at(sorted, value, [&](Object const& o) { return o.type->size == bytes; });
}

class EdgeLister {
  public:
    static constexpr bool names = true;
    enum class Of : unsigned char { edges, parts, views };

    /// Calls f(NamedEdge const&) for each edge, each part, or the first element of each view. f must outlive
    /// this object. Values that are among `apart`, which is sorted by address, are passed on, not entered.
    template <class F>
    EdgeLister(Object const& from, F& f, Of of = Of::edges, std::span<Object const> apart = {})
        : edge_{from, {}, EdgeKind::opaque, {}},
          f_(const_cast<void*>(static_cast<void const*>(&f))),
          call_([](void* g, NamedEdge const& edge) { (*static_cast<F*>(g))(edge); }),
          of_(of),
          apart_(apart) {
        listed_.assign(apart.size(), false);
    }

    // Called by follow().
    TRAV_NOINLINE void add(EdgeKind kind, void const* address, Type const& type) {
        if (of_ == Of::edges) pass_on(kind, {address, &type});
    }
    TRAV_NOINLINE void view(void const* first, Type const& element) {
        if (of_ == Of::views) pass_on(EdgeKind::refers, {first, &element});
    }
    /// Whether a value by value is an object of its own.
    TRAV_NOINLINE bool is_apart(void const* value, std::size_t bytes) {
        Object const* const found = apart_.empty() ? nullptr : find_apart(apart_, value, bytes);
        if (found == nullptr) return false;
        listed_[static_cast<std::size_t>(found - apart_.data())] = true;
        pass_on(EdgeKind::owns, *found);
        return true;
    }
    /// Passes on the others that are apart, which have no name: nothing with references is there.
    void add_unnamed() {
        for (std::size_t i = 0; i != apart_.size(); ++i)
            if (!listed_[i]) pass_on(EdgeKind::owns, apart_[i]);
    }
    TRAV_NOINLINE bool enter(void const* part, Type const& type) {
        if (is_apart(part, type.size)) return false;
        if (depth_ == deepest_part) {
            add(EdgeKind::owns, part, type);
            return false;
        }
        ++depth_;
        if (of_ == Of::parts && !(Object{part, &type} == edge_.from)) pass_on(EdgeKind::owns, {part, &type});
        if (of_ == Of::edges && type.left_out && type.left_out(type, part))
            pass_on(EdgeKind::opaque, {part, &type});
        return true;
    }
    void leave() { --depth_; }
    TRAV_NOINLINE void step_in(std::string_view member) { steps_.push({EdgeStep::To::member, member, 0}); }
    void step_in(std::size_t element) { step_in_number(static_cast<long long>(element)); }
    /// Steps to an element by its key if that is text or a number, and by its index `element` otherwise.
    void step_in_key(auto const& key, std::size_t element) {
        using Key = std::remove_cvref_t<decltype(key)>;
        if constexpr (std::convertible_to<Key const&, std::string_view>)
            steps_.push({EdgeStep::To::key, key, 0});
        else if constexpr (std::integral<Key> || std::is_enum_v<Key>)
            step_in_number(static_cast<long long>(key));
        else step_in(element);
    }
    void step_out() { steps_.pop(); }
    /// Lists a member that is a pointer.
    TRAV_NOINLINE void pointer(std::string_view name, void const volatile* to, Type const& type) {
        step_in(name);
        if (to != nullptr) add(EdgeKind::refers, const_cast<void const*>(to), type);
        step_out();
    }
    /// Lists any other member.
    TRAV_NOINLINE void member(std::string_view name, void const* value, As as,
                              void (*list)(void const*, As, EdgeLister&)) {
        step_in(name);
        list(value, as, *this);
        step_out();
    }

  private:
    void pass_on(EdgeKind kind, Object const& to) {
        edge_.to = to;
        edge_.kind = kind;
        edge_.steps = {steps_.data(), steps_.size()};
        call_(f_, edge_);
    }
    TRAV_NOINLINE void step_in_number(long long number) { steps_.push({EdgeStep::To::element, {}, number}); }

    GrowingArray<EdgeStep> steps_;
    NamedEdge edge_;
    void* f_;
    void (*call_)(void*, NamedEdge const&);
    Of of_;
    std::span<Object const> apart_;
    GrowingArray<bool> listed_;  // for each of them
    unsigned depth_ = 0;
};

/// Whether the object has edges, or owns memory elsewhere.
inline bool leads_on(Object const& o) {
    bool found = o.type->owned != nullptr && o.type->owned(o.address, nullptr) != 0;
    auto const find = [&](NamedEdge const&) { found = true; };
    EdgeLister lister(o, find);
    if (o.type->edges) o.type->edges(o.address, lister);
    return found;
}
/// A base class of an object whose members a description leaves out; null if there is none. A base class
/// without a description counts if `unlisted`, the bytes that no listed member has, may hold a pointer.
/// std::enable_shared_from_this refers to the object itself, and hooks of Boost.Intrusive lead nowhere.
template <class = void>
std::type_info const* left_out_base(std::type_info const& info, void const* object,
                                    bool (*lists)(std::type_info const&), std::size_t unlisted) {
    std::type_info const* found = nullptr;
    each_base(info, object, [&](std::type_info const& base, void const* part) {
        std::string_view const name = base.name();
        if (found != nullptr) return;
        if (lists(base)) found = left_out_base(base, part, lists, unlisted);
        else if (Type const* const type = type_registry.find(base))
            found = leads_on({part, type}) ? &base : nullptr;
        else if (unlisted >= sizeof(void*) && name.find("enable_shared_from_this") == name.npos &&
                 name.find("_base_hook") == name.npos)
            found = &base;
    });
    return found;
}
template <class = void>
std::type_info const* left_out_of(Type const& type, void const* object) {
    return left_out_base(*type.info, object, type.lists, type.unlisted);
}
/// Of a description without members of base classes.
inline bool lists_none(std::type_info const&) { return false; }

}  // namespace trav::detail
