// trav/graph/object.hpp: Object, an object of any type: the node of trav::Objects.
//
// An Object is an address and a type, 16 bytes. A struct and its first member lie at one address, and are two
// Objects. A Type is a constant of the program; two Objects have the same type if they refer to the same one.
//
//     trav::Object const o = trav::object(server);      // <trav/graph/objects.hpp>
//     o.type->name()                                    // "game::Server"
//     o.type == &trav::type_of<game::Server>
#pragma once

#include "detail/type_name.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <typeinfo>

namespace trav {

namespace detail {

class ChildList;
class EdgeLister;
class OwnedBlocks;

/// An object that a base class is part of.
struct Whole {
    void const* address;
    std::type_info const* info;
};

}  // namespace detail

/// What is known of a type. The functions are null where there is nothing to tell.
struct Type {
    std::string_view spelled;  ///< as its description says, or as the compiler spells it
    std::size_t size;          ///< of one object, without what it owns elsewhere; 0: unknown
    bool known;                ///< it is described, or needs no description
    void (*children)(void const* object, detail::ChildList&);
    void (*edges)(void const* object, detail::EdgeLister&);
    /// Bytes that the object has elsewhere, and alone; lists the blocks, too, if there is a list.
    std::size_t (*owned)(void const* object, detail::OwnedBlocks* list);
    std::type_info const* info;  ///< of a polymorphic type
    detail::Whole (*whole)(void const* object);
    std::string (*label)(void const* object);  ///< as its description says

    /// Spelled the same by all compilers.
    std::string name() const { return detail::plain_name(spelled); }
};

/// An object of any type.
struct Object {
    void const* address = nullptr;
    Type const* type = nullptr;

    friend bool operator==(Object const&, Object const&) = default;
};

template <class T>
constexpr Object object(T& value);  // objects.hpp

}  // namespace trav

template <>
struct std::hash<trav::Object> {
    /// Few objects share an address, so it is enough.
    std::size_t operator()(trav::Object const& o) const noexcept {
        return std::hash<void const*>{}(o.address);
    }
};
