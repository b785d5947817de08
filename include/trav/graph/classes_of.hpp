// trav/graph/classes_of.hpp: ClassesOf<^^space>, the classes of a namespace, with C++26 reflection.
// objects.hpp includes this header if the compiler has reflection.
//
//     trav::Objects<trav::ClassesOf<^^game>> heap;    // a pointer to a base class leads to any class of game
//
// These are the classes with virtual functions in the namespace, and in classes and namespaces in it, unnamed
// ones too, that the source file has defined before. A specialisation of a class template is among them if an
// alias there names it. Local classes and those of the standard library are not: ClassesOf<^^::> are all
// classes of the program.
#pragma once

#include "objects.hpp"

#ifdef __cpp_impl_reflection

#include <meta>
#include <vector>

// clang-format 19 does not know reflection.
// clang-format off

namespace trav {

template <std::meta::info Namespace>
struct ClassesOf {};

namespace detail {

/// Appends the classes with virtual functions that are in a namespace or in a class.
consteval void list_classes(std::meta::info around, std::vector<std::meta::info>& classes) {
    for (auto const member : std::meta::members_of(around, any_access)) {
        if (std::meta::is_namespace(member)) {
            if (!std::meta::is_namespace_alias(member) && !is_of_library(member))
                list_classes(member, classes);
        } else if (std::meta::is_type(member) && std::meta::is_type_alias(member)) {
            auto const type = std::meta::dealias(member);
            if (std::meta::has_template_arguments(type) && std::meta::is_class_type(type) &&
                !is_of_library(type) && std::meta::is_complete_type(type) &&
                std::meta::is_polymorphic_type(type))
                classes.push_back(type);
        } else if (std::meta::is_type(member) && std::meta::is_class_type(member) &&
                   std::meta::is_complete_type(member)) {
            if (std::meta::is_polymorphic_type(member)) classes.push_back(member);
            list_classes(member, classes);
        }
    }
}
consteval std::vector<std::meta::info> classes_in(std::meta::info space) {
    std::vector<std::meta::info> classes;
    list_classes(space, classes);
    return classes;
}

template <std::meta::info Namespace>
inline constexpr bool is_described<ClassesOf<Namespace>> = true;

template <std::meta::info Namespace>
struct Listed<ClassesOf<Namespace>> {
    static void add() {
        static constexpr auto classes = std::define_static_array(classes_in(Namespace));
        template for (constexpr auto one : classes) Listed<typename [:one:]>::add();
    }
};

}  // namespace detail
}  // namespace trav

#endif
