// test/graph/detail/type_registry.cpp: types found by std::type_infos made here.
#include <trav/graph/detail/type_registry.hpp>

#include "catch.hpp"

#include <cstddef>
#include <deque>
#include <string>
#include <typeinfo>

using trav::Type;
using trav::detail::knows_definition;
using trav::detail::knows_description;
using trav::detail::TypeRegistry;

namespace {

/// As a compiler makes it. Another one of the same name is as if from another library or source file.
struct Info : std::type_info {
    explicit Info(char const* name) : std::type_info(name) {}
};

Type type_with(unsigned char knowledge, std::type_info const* info = nullptr, std::size_t size = 0) {
    Type type;
    type.knowledge = knowledge, type.info = info, type.size = size;
    return type;
}

}  // namespace

TEST_CASE("type registry: each of many types is found, by its address or a copy", "[unit]") {
    constexpr std::size_t number = 2000;  // several in each slot
    TypeRegistry registry;
    std::deque<std::string> names;
    std::deque<Info> infos, copies;
    std::deque<Type> types;
    for (std::size_t i = 0; i != number; ++i) {
        names.push_back("5Type" + std::to_string(i));
        infos.emplace_back(names.back().c_str());
        copies.emplace_back(names.back().c_str());
        if (i % 3 == 0) continue;  // unknown
        types.emplace_back();
        CHECK(registry.add(types.back(), type_with(knows_description + 1, &infos.back(), i)));
    }
    std::size_t type = 0;
    for (std::size_t i = 0; i != number; ++i) {
        Type const* const expected = i % 3 == 0 ? nullptr : &types[type++];
        CHECK(registry.find(infos[i]) == expected);
        CHECK(registry.find(copies[i]) == expected);
        if (expected != nullptr) CHECK(expected->size == i);
    }
}

TEST_CASE("type registry: who knows most determines a type", "[unit]") {
    TypeRegistry registry;
    Info const info("4Node"), other("4Leaf");
    Type node, leaf;
    registry.add(node, type_with(knows_definition + 1, &info, 1));
    CHECK(node.size == 1);
    CHECK(registry.find(info) == nullptr);  // not described
    registry.add(node, type_with(knows_definition, &info, 2));
    registry.add(node, type_with(knows_definition + 1, &info, 3));
    CHECK(node.size == 1);
    registry.add(node, type_with(knows_description, nullptr, 4));  // without RTTI
    CHECK(node.size == 4);
    CHECK(registry.find(info) == nullptr);
    registry.add(node, type_with(knows_description + 1, &info, 5));
    registry.add(leaf, type_with(knows_description + 1, &other, 6));
    registry.add(node, type_with(knows_description + 1, &info, 7));
    CHECK(node.size == 5);
    CHECK(registry.find(info) == &node);
    CHECK(registry.find(other) == &leaf);
}

// Names as clang gives them.
TEST_CASE("type registry: types of unnamed namespaces are told apart by address", "[unit]") {
    TypeRegistry registry;
    std::deque<Info> infos;
    std::deque<Type> types;
    for (char const* const name :
         {"N12_GLOBAL__N_14NodeE", "N4game12_GLOBAL__N_16ServerE", "4ListIN12_GLOBAL__N_14NodeEE"}) {
        Info const& here = infos.emplace_back(name);
        Info const& elsewhere = infos.emplace_back(name);
        Type& of_here = types.emplace_back();
        Type& of_elsewhere = types.emplace_back();
        registry.add(of_here, type_with(knows_description + 1, &here));
        CHECK(registry.find(elsewhere) == nullptr);
        registry.add(of_elsewhere, type_with(knows_description + 1, &elsewhere));
        CHECK(registry.find(here) == &of_here);
        CHECK(registry.find(elsewhere) == &of_elsewhere);
    }
}
