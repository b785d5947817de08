// trav/graph/objects.hpp: Objects<...>, the graph of a program's objects, which may have many types.
//
//     trav::Objects<Player, Monster> heap;                  // registers targets of base-class pointers
//     trav::Objects<Player, Monster> alive(trav::EdgeKind::owns);               // only owning edges
//     trav::traverse(heap, trav::roots(server), policy);
//     heap.edges(trav::object(server), [](trav::NamedEdge const& edge) { ... });
//
// A node is an Object: an address and a type. The edges of a described struct (described.hpp) follow from the
// types of its members:
//   - T*, T&, smart pointers (anything with *p, p-> and bool), weak_ptr, unique_ptr<T[]>, reference_wrapper;
//   - optional, variant, pair, tuple, array, atomic, span, and every container, keys and values;
//   - Boost.Intrusive's containers, and ranges with a trivial destructor and no capacity(), unless their
//     elements are inside them: these elements are referred to, not owned;
//   - structs by value, which are parts of their owner: their members are followed like the owner's.
// These types may be nested arbitrarily. any, function, void*, char*, unions, shared_ptr<T[]>, and types
// without a description that have a destructor or contain pointers (in an aggregate) are opaque: edges()
// lists them, and a shared_ptr that owns another object than its target, as after the aliasing constructor.
// If the program tracks its allocations, a pointer to characters, numbers or pointers leads to an array
// instead if a block begins there.
// Other structs without a description are treated as plain bytes if they are part of an object, and as leaves
// that are not `known` if they are referred to.
//
// A base-class pointer leads to the complete object if its class is described and any source file registers
// it: lists it in Objects<...>, has a described pointer to it, or names it in Registered. Otherwise it leads
// to the base class. This needs RTTI. If a base class has a tag instead of a vtable, its description
// determines the derived class (`whole`).
//
// The size of an object is `sizeof` the complete object plus its owned_bytes(). The control block of a
// shared_ptr is a separate Object, and so is the array of a unique_ptr<T[]>: it has the size of the array,
// or, if T has no destructor, the size of the block from malloc. Where malloc may not have given the block,
// as under a replaced operator new, in an arena, or in a program linked with -static, that size is unknown,
// and unseen() tells it.
//
// A pointer may lead into another object: to a struct by value, an element of its vector, or the characters
// of its string. Profiles, dominators, flows and snapshots treat it as a pointer to that object, so each byte
// counts once, and the total is at most what malloc gave (with_owners.hpp). Such a part is an object of its
// own only if it is a root: it takes its bytes along, and its owner has an edge to it. Traversals, views and
// paths show all parts with pointers to them, unless given heap.with_owners(roots).
//
// Each object costs an indirect call, and each arrival at a polymorphic object one more. Any strategy except
// PointerReversal can walk the graph; DepthFirst keeps all children of the open objects on one stack. The
// heap must not change during a traversal.
#pragma once

#include "described.hpp"  // first: messages name few headers

#include "../detail/compiler.hpp"
#include "../detail/shared_ptr.hpp"
#include "c_file.hpp"
#include "detail/child_list.hpp"
#include "detail/edge_lister.hpp"
#include "detail/listed.hpp"
#include "detail/make_type.hpp"
#include "detail/object_rows.hpp"
#include "detail/parts.hpp"
#include "from.hpp"
#include "graph.hpp"
#include "named_edge.hpp"
#include "object.hpp"
#include "roots.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <type_traits>
#include <utility>

namespace trav {

/// Adds T to the types of the program, as this source file knows it:
///
///     template struct trav::Registered<Circle>;
template <class T>
struct Registered {
    static inline Type const* const type = &type_of<T>;
};

/// The objects of a program. Registers `Derived`, possible targets of base-class pointers.
template <class... Derived>
class Objects {
    static_assert((detail::is_defined<Derived> && ...),
                  "trav: Objects<...> lists a class that is only declared here: include its definition");
    static_assert((detail::is_described<Derived> && ...),
                  "trav: Objects<...> lists a class that is not described: write 'template <> struct "
                  "trav::Described<T> : trav::Members<&T::member> {};'");
    static_assert(
        (detail::may_be_found<Derived> && ...),
        "trav: Objects<...> lists a class without virtual functions, to which no base-class pointer "
        "leads: leave it out, or let the description of its base class call "
        "is(static_cast<Derived const&>(object)) in 'whole'");
#ifndef __cpp_rtti
    static_assert(
        sizeof...(Derived) == 0,
        "trav: Objects<...> finds derived classes by RTTI, which is switched off: list none, and let "
        "the description of the base class call is(static_cast<Derived const&>(object)) in 'whole'");
#endif

  public:
    using node = Object;

    /// Follows edges of these kinds.
    explicit Objects(EdgeKinds kinds = EdgeKind::owns | EdgeKind::refers) : kinds_(kinds) {
        (detail::Listed<Derived>::add(), ...);
    }
    /// The same objects: the classes that `other` lists are registered.
    template <class... D>
        requires(sizeof...(Derived) == 0 && sizeof...(D) != 0)
    Objects(Objects<D...> const& other) : kinds_(other.kinds_), parts_(other.parts_), rows_(other.rows_) {}

    TRAV_INLINE bool null(Object const& o) const { return o.address == nullptr; }
    TRAV_INLINE void const* address(Object const& o) const { return o.address; }
    /// The complete object that contains `o`, and of with_owners(), the owner of that.
    TRAV_ALWAYS_INLINE Object resolve(Object const& o) const {
        if ((bits(o.type->whole) | bits(parts_.get())) == 0) [[likely]]  // one branch: this is hot
            return o;
        return owner(o);
    }
    /// This graph as these lists of roots see it: a pointer to a part of an object leads to that object, and
    /// a root that is a part is an object of its own, with its bytes. Walks everything that the roots reach.
    /// The result is valid until the heap changes.
    Objects with_owners(auto const&... roots) const {
        Objects result(*this);
        detail::ObjectRows rows;
        (rows.walk(Walked{*this}, roots), ...);
        rows.end();
        if (!parts_) {
            result.parts_ = rows.find_parts(kinds_);
            if (result.parts_) rows.unite(result, *result.parts_);
        }
        result.rows_ = detail::SharedPtr<detail::ObjectRows>(std::in_place, std::move(rows));
        return result;
    }
    /// Of with_owners(): all objects that the roots reach, with their edges; null otherwise.
    detail::ObjectRows const* rows() const { return rows_ ? &*rows_ : nullptr; }

    TRAV_ALWAYS_INLINE void scan(Object const& o, auto&& sink) const {
        detail::ChildList list(kinds_);
        if (parts_) [[unlikely]]
            list_with_owners(o, list);
        else if (o.type->children) o.type->children(o.address, list);
        else return;
        for (Object const* at = list.begin(); at != list.end(); ++at) sink(*at);
    }
    /// The same, last child first.
    TRAV_ALWAYS_INLINE void scan_back(Object const& o, auto&& sink) const {
        detail::ChildList list(kinds_);
        if (parts_) [[unlikely]]
            list_with_owners(o, list);
        else if (o.type->children) o.type->children(o.address, list);
        else return;
        for (Object const* at = list.end(); at != list.begin();) sink(*--at);
    }

    /// Allocates a list; scan() is faster.
    detail::Collected<Object> children(Object const& o) const {
        detail::Stack<Object> list;
        scan(o, [&](Object const& child) { list.push(child); });
        return detail::Collected<Object>(std::move(list));
    }
    /// Whether edges of this kind are followed.
    bool follows(EdgeKind kind) const { return kinds_.contains(kind); }
    /// Calls f(NamedEdge const&) for every edge of `o`, of any kind. A base class of a target is opaque if it
    /// leads on and the target's description leaves it out.
    void edges(Object const& o, auto&& f) const {
        auto const resolving = [&](NamedEdge const& edge) {
            NamedEdge resolved = edge;
            Object const whole = edge.to.address ? complete(edge.to) : edge.to;
            resolved.to = parts_ && edge.kind != EdgeKind::opaque ? parts_->owner(whole) : whole;
            f(static_cast<NamedEdge const&>(resolved));
            if (detail::lists_bases || whole == edge.to || !whole.type->leaves_out_bases ||
                !detail::leads_on(edge.to))
                return;
            resolved = edge;
            resolved.kind = EdgeKind::opaque;
            f(static_cast<NamedEdge const&>(resolved));
        };
        detail::EdgeLister lister(o, resolving, detail::EdgeLister::Of::edges, apart(o));
        if (o.type->edges) o.type->edges(o.address, lister);
        for (Object const& part : left_out(o))
            if (part.type->edges) part.type->edges(part.address, lister);
        lister.add_unnamed();
    }

    /// Calls f(NamedEdge const&) for every described struct that is part of `o` by value.
    void parts(Object const& o, auto&& f) const {
        detail::EdgeLister lister(o, f, detail::EdgeLister::Of::parts);
        if (o.type->edges) o.type->edges(o.address, lister);
    }
    /// Calls f(NamedEdge const&) for the first element of every view in `o`: a string_view, or a span.
    void views(Object const& o, auto&& f) const {
        detail::EdgeLister lister(o, f, detail::EdgeLister::Of::views);
        if (o.type->edges) o.type->edges(o.address, lister);
        for (Object const& part : left_out(o))
            if (part.type->edges) part.type->edges(part.address, lister);
    }

    /// With owners: parts of `o` whose edges or memory its description leaves out. They are the owner's.
    std::span<Object const> left_out(Object const& o) const {
        auto const* const owner = parts_ ? parts_->find(o) : nullptr;
        return owner ? owner->left_out : std::span<Object const>();
    }
    /// The bytes of the object, including the memory that it owns exclusively elsewhere.
    std::size_t size(Object const& o) const {
        if (rows_) [[unlikely]]
            if (auto const place = rows_->find(o)) return rows_->sizes()[*place];
        return o.type->size + (o.type->owned ? o.type->owned(o.address, nullptr) : 0);
    }
    /// The label from the description of its type, or otherwise the name of its type.
    std::string label(Object const& o) const {
        return o.type->label ? o.type->label(o.address) : o.type->name();
    }

  private:
    template <class...>
    friend class Objects;

    /// The roots in an object, which are objects of their own.
    std::span<Object const> apart(Object const& o) const {
        auto const* const owner = parts_ ? parts_->find(o) : nullptr;
        return owner ? owner->roots : std::span<Object const>();
    }
    /// This graph, for the walk that writes down rows.
    struct Walked {
        Objects const& heap;
        EdgeKinds kinds() const { return heap.kinds_; }
        TRAV_ALWAYS_INLINE Object resolve(Object const& o) const { return trav::resolve(heap, o); }
        TRAV_ALWAYS_INLINE bool list(Object const& o, detail::ChildList& list) const {
            if (heap.parts_) [[unlikely]]
                heap.list_with_owners(o, list);
            else if (o.type->children) o.type->children(o.address, list);
            else return false;
            return true;
        }
        TRAV_ALWAYS_INLINE std::size_t measure(Object const& o, detail::ObjectRows& rows) const {
            return heap.parts_ ? heap.size(o) : rows.measure(o);
        }
    };
    TRAV_NOINLINE void list_with_owners(Object const& o, detail::ChildList& list) const {
        if (apart(o).empty()) {
            if (o.type->children) o.type->children(o.address, list);
            for (Object const& part : left_out(o))
                if (part.type->children) part.type->children(part.address, list);
        } else {
            edges(o, [&](NamedEdge const& edge) {
                if (edge.kind != EdgeKind::opaque && kinds_.contains(edge.kind)) list.push(edge.to);
            });
        }
    }
    /// The object that contains `o`, if that is a base class.
    static Object complete(Object o) {
        if (o.type->whole == nullptr) return o;
        detail::Whole const whole = o.type->whole(o.address);
        if (whole.type != nullptr) return {whole.address, whole.type};
        if (whole.info == o.type->info) return o;
        Type const* const type = detail::type_registry.find(*whole.info);
        return type ? Object{whole.address, type} : o;
    }
    TRAV_ALWAYS_INLINE static std::uintptr_t bits(auto* p) { return reinterpret_cast<std::uintptr_t>(p); }
    TRAV_NOINLINE Object owner(Object o) const {
        Object const found = complete(o);
        return parts_ ? parts_->owner(found) : found;
    }
    EdgeKinds kinds_;
    detail::SharedPtr<detail::Parts> parts_;
    detail::SharedPtr<detail::ObjectRows> rows_;
};

/// One type of graph for all lists, so that its users are compiled once.
template <class... Derived>
struct detail::same_graph<Objects<Derived...>> {
    using type = Objects<>;
};

}  // namespace trav

#ifdef __cpp_impl_reflection
#include "classes_of.hpp"
#endif
