// trav/graph/objects.hpp: Objects<...>, the graph of the objects of a program, of many types.
//
//     trav::Objects<Player, Monster> heap;                  // lists classes that a base class points to
//     trav::Objects<Player, Monster> alive(trav::EdgeKind::owns);               // owners alone
//     trav::traverse(heap, trav::roots(server), policy);
//     heap.edges(trav::object(server), [](trav::NamedEdge const& edge) { ... });
//
// A node is an Object: an address and a type. What the members of a described struct (described.hpp) refer to
// is found by their types:
//   - T*, T&, smart pointers (anything with *p, p-> and bool), weak_ptr, unique_ptr<T[]>, reference_wrapper;
//   - optional, variant, pair, tuple, array, atomic, span, and every container, keys and values;
//   - Boost.Intrusive's containers, whose elements are referred to, not owned;
//   - structs by value, which are part of their owner: their members are followed as if they were its own. A
//     pointer to such a part leads to an Object of its own;
// all nested arbitrarily. any, function, void*, unions, and what nobody has described and has a destructor or
// pointers (in an aggregate) are opaque: edges() reports them. Other structs that nobody has described are
// taken for plain bytes where they are part of an object, and for leaves that are not `known` where they are
// referred to.
//
// An object is what it was made as: a pointer to a base class leads to the whole object of its dynamic type,
// if that is listed in Objects<...>, else to the base class. That needs RTTI. A base class with a tag instead
// of a vtable says which class it is in its description (`whole`).
//
// Its size is sizeof of the whole object and owned_bytes() of it. What a shared_ptr and its copies share, the
// block with the counts, is an Object of its own. A unique_ptr<T[]> owns one as large as the array is, or, if
// T has no destructor, as the block that malloc gave. What is reached as a part of an object and by a pointer
// to that part counts twice.
//
// Costs an indirect call for each object, and one more for each arrival at a polymorphic one. Any strategy
// but PointerReversal walks it; depth first keeps all children of the open objects on one stack. The heap
// must not change meanwhile.
#pragma once

#include "../detail/compiler.hpp"
#include "detail/child_list.hpp"
#include "detail/derived_types.hpp"
#include "detail/edge_lister.hpp"
#include "detail/make_type.hpp"
#include "from.hpp"
#include "graph.hpp"
#include "named_edge.hpp"
#include "object.hpp"

#include <array>
#include <cstddef>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace trav {

/// `value` as an Object: what its tag says, if it has one. It must live as long as that.
template <class T>
constexpr Object object(T& value) {
    static_assert(!std::is_pointer_v<T>, "trav: object(p) would be the pointer itself: write object(*p)");
    using Plain = std::remove_cv_t<T>;
    if constexpr (!detail::HasWhole<Plain>) {
        return {detail::address_of(value), &type_of<Plain>};
    } else {
        Object found;
        detail::with_whole(const_cast<Plain const&>(value), [&]<class W>(W const& whole) {
            found = {detail::address_of(whole), &type_of<W>};
        });
        return found;
    }
}

/// Roots for a traversal: these variables.
template <class... T>
constexpr std::array<Object, sizeof...(T)> roots(T&... variables) {
    return {object(variables)...};
}

/// `object` as a T, or null if it is of another type.
template <class T>
constexpr T const* as(Object const& object) {
    return object.type == &type_of<T> ? static_cast<T const*>(object.address) : nullptr;
}

/// The objects of a program. `Derived` are the classes that base classes may point to.
template <class... Derived>
class Objects {
    static_assert((IsDescribed<Derived> && ...),
                  "trav: Objects<...> lists a class that is not described: write 'template <> struct "
                  "trav::Described<T> : trav::Members<&T::member> {};'");

  public:
    using node = Object;

    /// Follows edges of these kinds.
    explicit Objects(EdgeKinds kinds = EdgeKind::owns | EdgeKind::refers) : types_(&types()), kinds_(kinds) {}

    TRAV_INLINE bool null(Object const& o) const { return o.address == nullptr; }
    TRAV_INLINE void const* address(Object const& o) const { return o.address; }
    /// The whole object of which `o` is a part.
    TRAV_INLINE Object resolve(Object const& o) const
        requires(std::is_polymorphic_v<Derived> || ...)
    {
        if (o.type->whole == nullptr) return o;
        return whole(o);
    }
    TRAV_ALWAYS_INLINE void scan(Object const& o, auto&& sink) const {
        if (o.type->children == nullptr) return;
        detail::ChildList list(kinds_);
        o.type->children(o.address, list);
        for (Object const* at = list.begin(); at != list.end(); ++at) sink(*at);
    }
    /// The same, last child first.
    TRAV_ALWAYS_INLINE void scan_back(Object const& o, auto&& sink) const {
        if (o.type->children == nullptr) return;
        detail::ChildList list(kinds_);
        o.type->children(o.address, list);
        for (Object const* at = list.end(); at != list.begin();) sink(*--at);
    }

    /// A list of its own: scan() is faster.
    detail::Collected<Object> children(Object const& o) const {
        std::vector<Object> list;
        scan(o, [&](Object const& child) { list.push_back(child); });
        return detail::Collected<Object>(std::move(list));
    }
    /// Whether edges of this kind are followed.
    bool follows(EdgeKind kind) const { return kinds_.contains(kind); }
    /// Calls f(NamedEdge const&) for every edge of `o`, of any kind.
    void edges(Object const& o, auto&& f) const {
        auto const resolving = [&](NamedEdge const& edge) {
            NamedEdge resolved = edge;
            resolved.to = trav::resolve(*this, edge.to);
            f(static_cast<NamedEdge const&>(resolved));
        };
        detail::EdgeLister lister(o, resolving);
        if (o.type->edges) o.type->edges(o.address, lister);
    }

    /// Calls f(NamedEdge const&) for every described struct that is part of `o` by value, and is no object of
    /// this graph unless something points to it.
    void parts(Object const& o, auto&& f) const {
        detail::EdgeLister lister(o, f, detail::EdgeLister::Of::parts);
        if (o.type->edges) o.type->edges(o.address, lister);
    }

    /// Bytes of the object and of what it has elsewhere and shares with nobody.
    std::size_t size(Object const& o) const {
        return o.type->size + (o.type->owned ? o.type->owned(o.address, nullptr) : 0);
    }
    /// What the description of its type says of the object, or else the name of its type.
    std::string label(Object const& o) const {
        return o.type->label ? o.type->label(o.address) : o.type->name();
    }

  private:
    static detail::DerivedTypes const& types() {
        static detail::DerivedTypes const all{&type_of<Derived>...};
        return all;
    }
    Object whole(Object const& part) const {
        detail::Whole const whole = part.type->whole(part.address);
        if (whole.info == part.type->info) return part;
        Type const* const type = types_->find(*whole.info);
        return type ? Object{whole.address, type} : part;
    }

    detail::DerivedTypes const* types_;
    EdgeKinds kinds_;
};

}  // namespace trav
