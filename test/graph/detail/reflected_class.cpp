// The properties of classes, as the compiler tells them. By g++ 16.
#include <trav/graph/described_by_reflection.hpp>

#include "catch.hpp"

#include <array>
#include <list>
#include <memory>
#include <new>
#include <span>
#include <string>
#include <vector>

// clang-format 19 does not know reflection.
// clang-format off

namespace rules_of_classes {

struct Numbers { int a = 0; double b = 0; };
enum class Colour : unsigned char { red };
struct Pointer { int n = 0; char* text = nullptr; };
struct Derived : Pointer {};
struct Inside { int n = 0; Derived part{}; };
struct InArray { Pointer all[2][2]{}; };
union Union { int a; float b; };
union WithPointer { int a; int* b; };
struct Owns { std::string name{}; };
union WithString { int a; std::string b; WithString() : a(0) {} ~WithString() {} };
struct Empty {};
struct Polymorphic { virtual ~Polymorphic() = default; };
struct PolymorphicNumber { int a = 0; virtual void f() {} };
struct FromNumbers : Numbers {};
struct NumbersInside { Numbers all[3]{}; Colour colour{}; };
struct Undefined;
struct Frees { int* p = nullptr; ~Frees() { delete p; } };
struct Keeps { int* p = nullptr; ~Keeps() = default; };
struct FreesInside { Numbers n{}; Frees all[2]{}; };
struct FromFrees : Frees {};
/// Has the name of a class of the library.
template <class T>
struct enable_shared_from_this { T* p = nullptr; };

/// A range over the elements of a member, without the words of a container.
template <class Member>
struct RangeOf {
    Member member{};
    int const* begin() const { return nullptr; }
    int const* end() const { return nullptr; }
};
struct NoRange { std::vector<int> member{}; };

}  // namespace rules_of_classes

using namespace rules_of_classes;
using namespace trav::detail;

TEST_CASE("A class is the library's if a namespace around it is", "[unit]") {
    CHECK(is_of_library(^^std::string));
    CHECK(is_of_library(^^std::vector<Numbers>));
    CHECK(is_of_library(^^std::vector<int>::const_iterator));
    CHECK(is_of_library(^^trav::detail::CountedArray));
    CHECK_FALSE(is_of_library(^^Numbers));
    CHECK(is_shared_from_this(^^std::enable_shared_from_this<Numbers>));
    CHECK_FALSE(is_shared_from_this(^^enable_shared_from_this<Numbers>));
    CHECK_FALSE(is_shared_from_this(^^std::shared_ptr<Numbers>));
    CHECK_FALSE(is_shared_from_this(^^std::bad_alloc));
}

TEST_CASE("The compiler lists the members of the program's classes", "[unit]") {
    auto const lambda = [n = 1] { return n; };
    CHECK(lists_members(^^Numbers));
    CHECK(lists_members(^^Empty));
    CHECK(lists_members(^^Polymorphic));
    CHECK(lists_members(^^Derived));
    CHECK_FALSE(lists_members(^^Undefined));
    CHECK_FALSE(lists_members(^^Union));
    CHECK_FALSE(lists_members(^^int));
    CHECK_FALSE(lists_members(^^std::string));
    CHECK_FALSE(lists_members(std::meta::remove_cv(^^decltype(lambda))));
}

TEST_CASE("Raw memory is a pointer or a union, anywhere in the program's classes", "[unit]") {
    for (bool const raw : {holds_raw_memory(^^int*), holds_raw_memory(^^Union), holds_raw_memory(^^Pointer),
                           holds_raw_memory(^^Pointer const), holds_raw_memory(^^Derived),
                           holds_raw_memory(^^Inside), holds_raw_memory(^^InArray),
                           holds_raw_memory(^^Union[2])})
        CHECK(raw);
    for (bool const raw : {holds_raw_memory(^^int), holds_raw_memory(^^Numbers), holds_raw_memory(^^Owns),
                           holds_raw_memory(^^std::list<int*>), holds_raw_memory(^^Polymorphic),
                           holds_raw_memory(^^FromNumbers)})
        CHECK_FALSE(raw);
    CHECK(may_refer_to_objects(^^Pointer));
    CHECK(may_refer_to_objects(^^Owns));
    CHECK_FALSE(may_refer_to_objects(^^Numbers));
}

TEST_CASE("A value is numbers if all of its members are", "[unit]") {
    for (bool const numbers : {is_numbers(^^int), is_numbers(^^double const), is_numbers(^^Colour),
                               is_numbers(^^Numbers), is_numbers(^^Union), is_numbers(^^NumbersInside),
                               is_numbers(^^int[2][3]), is_numbers(^^Empty)})
        CHECK(numbers);
    for (bool const numbers : {is_numbers(^^int*), is_numbers(^^Pointer), is_numbers(^^WithPointer),
                               is_numbers(^^FromNumbers), is_numbers(^^PolymorphicNumber),
                               is_numbers(^^std::string), is_numbers(^^Owns), is_numbers(^^Undefined)})
        CHECK_FALSE(numbers);
}

TEST_CASE("A destructor of the program frees what a value holds", "[unit]") {
    for (bool const frees : {frees_by_hand(^^Frees), frees_by_hand(^^Frees const), frees_by_hand(^^Frees[2]),
                             frees_by_hand(^^FreesInside), frees_by_hand(^^FromFrees)})
        CHECK(frees);
    for (bool const frees : {frees_by_hand(^^Keeps), frees_by_hand(^^Numbers), frees_by_hand(^^Owns),
                             frees_by_hand(^^std::unique_ptr<int>), frees_by_hand(^^int*)})
        CHECK_FALSE(frees);
    CHECK(has_own_destructor(^^Frees));
    CHECK_FALSE(has_own_destructor(^^Keeps));
    CHECK_FALSE(has_own_destructor(^^Numbers));
}

TEST_CASE("A range has the elements of a member that is a container", "[unit]") {
    CHECK(has_elements_of_member<RangeOf<std::vector<int>>>());
    CHECK(has_elements_of_member<RangeOf<std::list<int*>>>());
    CHECK_FALSE(has_elements_of_member<RangeOf<std::vector<short>>>());
    CHECK_FALSE(has_elements_of_member<RangeOf<std::unique_ptr<int>>>());
    CHECK_FALSE(has_elements_of_member<RangeOf<std::array<int, 3>>>());
    CHECK_FALSE(has_elements_of_member<RangeOf<std::span<int>>>());
    CHECK_FALSE(has_elements_of_member<RangeOf<int[3]>>());
    CHECK_FALSE(has_elements_of_member<NoRange>());
    CHECK_FALSE(has_elements_of_member<int>());
}
