// trav/graph/object.hpp: Object, an object of any type: the node of trav::Objects.
//
// An Object consists of an address and a type, 16 bytes. A struct and its first member share an address but
// are two Objects. A program has one Type per type; two Objects have the same type if they refer to the same
// Type. Before main(), each source file adds what it knows of the types that it uses (type_registry.hpp).
//
//     trav::Object const o = trav::object(server);      // <trav/graph/objects.hpp>
//     o.type->name()                                    // "game::Server"
//     o.type == &trav::type_of<game::Server>
#pragma once

#include "type_name.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <typeinfo>

namespace trav {

struct Type;

namespace detail {

class ChildList;
class EdgeLister;
class OwnedBlocks;

/// Knowledge of a type in a source file: 0 of an incomplete type, its size alone, its definition, or its
/// description. The last two are one more with RTTI.
inline constexpr unsigned char knows_size = 1, knows_definition = 2, knows_description = 4;

/// The complete object that contains a base class. A vtable determines its `info`, a tag its `type`.
struct Whole {
    void const* address = nullptr;
    std::type_info const* info = nullptr;
    Type const* type = nullptr;
};

}  // namespace detail

/// The properties of a type. A function is null if it would report nothing.
struct Type {
    std::string_view spelled;       ///< from its description, or as spelled by the compiler
    std::size_t size = 0;           ///< of one object, without memory that it owns elsewhere; 0: unknown
    bool known = false;             ///< whether the type is described, or needs no description
    bool leaves_out_bases = false;  ///< whether its description has no members of base classes
    bool views = false;             ///< a pointer or a range that may refer to memory of other objects
    bool gives_way = false;         ///< objects in its memory keep their bytes, as in an arena
    unsigned char knowledge = 0;    ///< of the source file that knows most (detail/type_registry.hpp)
    Type const *by_address = nullptr, *by_name = nullptr;  ///< the next ones in lists of the registry
    void (*children)(void const* object, detail::ChildList&) = nullptr;
    void (*edges)(void const* object, detail::EdgeLister&) = nullptr;
    /// The bytes that the object alone owns elsewhere. Also adds the blocks to `list`, if there is one.
    std::size_t (*owned)(void const* object, detail::OwnedBlocks* list) = nullptr;
    std::type_info const* info = nullptr;  ///< null without RTTI, and for incomplete types
    /// The complete object; null unless the type has a vtable or a tag, and may be a base class.
    detail::Whole (*whole)(void const* object) = nullptr;
    /// A base class with members that the description omits, or null.
    std::type_info const* (*left_out)(Type const&, void const* object) = nullptr;
    /// Whether the description lists members of a base class. Null without such a list.
    bool (*lists)(std::type_info const& base) = nullptr;
    std::size_t unlisted = 0;                            ///< the bytes that no listed member has
    std::string (*label)(void const* object) = nullptr;  ///< the label from its description

    /// The name, spelled the same by all compilers.
    std::string name() const { return detail::plain_name(spelled); }
};

/// An object of any type.
struct Object {
    void const* address = nullptr;
    Type const* type = nullptr;

    friend bool operator==(Object const&, Object const&) = default;
};

template <class T>
constexpr Object object(T& value);  // roots.hpp

}  // namespace trav

template <>
struct std::hash<trav::Object> {
    /// Hashes the address alone, since few objects share one.
    std::size_t operator()(trav::Object const& o) const noexcept {
        return std::hash<void const*>{}(o.address);
    }
};
