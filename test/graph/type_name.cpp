// test/graph/type_name.cpp: names of types and members, in the spellings of g++ and clang++, and in the usual
// one.
#include <trav/graph/type_name.hpp>

#include "catch.hpp"

#include <string>
#include <string_view>
#include <typeinfo>
#include <vector>

using trav::detail::class_name;
using trav::detail::drop_default;
using trav::detail::plain_name;
using trav::detail::spelled_member;
using trav::detail::spelled_type;

namespace named {

struct Plain {
    int number = 0;
    int* const pointer = nullptr;
    int function() const { return number; }
    template <class T>
    struct Inner {
        T value{};
    };
};

}  // namespace named

namespace {

struct Hidden {};

std::string dropped(std::string name, std::string_view argument = ", D<") {
    drop_default(name, argument);
    return name;
}

}  // namespace

TEST_CASE("type name: the compiler's own name of a type", "[unit]") {
    CHECK(spelled_type<int>() == "int");
    CHECK(spelled_type<void>() == "void");
    CHECK(spelled_type<named::Plain>() == "named::Plain");
    CHECK(plain_name(spelled_type<named::Plain::Inner<unsigned long>>()) ==
          "named::Plain::Inner<unsigned long>");
    CHECK(plain_name(spelled_type<Hidden>()) == "Hidden");
    CHECK(plain_name(spelled_type<std::string>()) == "std::string");
    CHECK(plain_name(spelled_type<std::vector<std::vector<short*>>>()) == "std::vector<std::vector<short*>>");
    CHECK(plain_name(spelled_type<int const* [3]>()) == "const int*[3]");
}

TEST_CASE("type name: the last name of a member", "[unit]") {
    CHECK(spelled_member<&named::Plain::number>() == "number");
    CHECK(spelled_member<&named::Plain::pointer>() == "pointer");
    CHECK(spelled_member<&named::Plain::function>() == "function");
    CHECK(spelled_member<&named::Plain::Inner<named::Plain>::value>() == "value");
}

TEST_CASE("type name: every spelling has a usual one", "[unit]") {
    CHECK(plain_name("") == "");
    CHECK(plain_name("{anonymous}::A") == "A");
    CHECK(plain_name("B<(anonymous namespace)::A, {anonymous}::C>") == "B<A, C>");
    CHECK(plain_name("std::__cxx11::list<std::__1::set<std::__debug::map<A> > >") ==
          "std::list<std::set<std::map<A>>>");
    CHECK(plain_name("F<long long unsigned int, long unsigned int, short unsigned int>") ==
          "F<unsigned long long, unsigned long, unsigned short>");
    CHECK(plain_name("F<long long int, long int, short int, unsigned int>") ==
          "F<long long, long, short, unsigned int>");
    CHECK(plain_name("A *") == "A*");
    CHECK(plain_name("A &&") == "A&&");
    CHECK(plain_name("A [2] [3]") == "A[2][3]");
    CHECK(plain_name("void (A *)") == "void(A*)");
    CHECK(plain_name("A<B<C<D> > >") == "A<B<C<D>>>");
    CHECK(plain_name("std::vector<std::__cxx11::basic_string<char> >") == "std::vector<std::string>");
}

TEST_CASE("type name: the function of a local type is left out", "[unit]") {
    CHECK(plain_name("main()::A") == "A");
    CHECK(plain_name("a::f()::A") == "A");
    CHECK(plain_name("B<main()::A>") == "B<main()::A>");
    CHECK(plain_name("{lambda()::A}") == "{lambda()::A}");
    CHECK(plain_name("f(int)::A") == "f(int)::A");
}

TEST_CASE("type name: an argument is dropped if it repeats what is before it", "[unit]") {
    CHECK(dropped("P<A, D<A>>") == "P<A>");
    CHECK(dropped("P<A, D<B>>") == "P<A, D<B>>");
    CHECK(dropped("P<A, D<A>>", ", E<") == "P<A, D<A>>");
    CHECK(dropped("P<AA, D<A>>") == "P<AA, D<A>>");
    CHECK(dropped("P<A, D<AA>>") == "P<A, D<AA>>");
    CHECK(dropped("P<Q<A, B>, D<Q<A, B>>>") == "P<Q<A, B>>");
    CHECK(dropped("P<Q<A, D<A>>, D<Q<A>>>") == "P<Q<A>>");
    CHECK(dropped("F<P<A, D<A>>, P<B, D<B>>>") == "F<P<A>, P<B>>");
    CHECK(dropped("F<P<A, D<B>>, P<B, D<B>>>") == "F<P<A, D<B>>, P<B>>");
    CHECK(dropped("A, D<A>") == "A, D<A>");  // nothing is before it
    CHECK(dropped("<A, D<A>") == "<A");
    CHECK(dropped("P<A, D<A") == "P<A, D<A");  // no end
    CHECK(dropped("") == "");
    CHECK(plain_name("std::vector<A *, std::allocator<A *> >") == "std::vector<A*>");
    CHECK(plain_name("std::unique_ptr<A, std::default_delete<A> >") == "std::unique_ptr<A>");
    CHECK(plain_name("std::unique_ptr<A, std::default_delete<B> >") ==
          "std::unique_ptr<A, std::default_delete<B>>");
}

TEST_CASE("type name: arguments with arguments of their own are dropped, too", "[unit]") {
    CHECK(dropped("P<P<A, D<A>>, D<P<A, D<A>>>>") == "P<P<A>>");
    CHECK(dropped("P<P<P<A, D<A>>, D<P<A, D<A>>>>, D<P<P<A, D<A>>, D<P<A, D<A>>>>>>") == "P<P<P<A>>>");
    CHECK(class_name(typeid(std::vector<std::vector<int>>).name()) == "std::vector<std::vector<int>>");
}

TEST_CASE("type name: a class by its std::type_info", "[unit]") {
    CHECK(class_name(typeid(named::Plain).name()) == "named::Plain");
    CHECK(class_name(typeid(Hidden).name()) == "Hidden");
    CHECK(class_name(typeid(std::string).name()) == "std::string");
    CHECK(class_name(typeid(std::vector<std::string>).name()) == "std::vector<std::string>");
    CHECK(class_name("not a mangled name") == "not a mangled name");
}
