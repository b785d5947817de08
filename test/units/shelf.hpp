// test/units/shelf.hpp: a shelf with two books, for programs that print its profile by type.
#pragma once

#include <trav/graph/objects.hpp>

#include <memory>
#include <string>

struct Book {
    virtual ~Book() = default;
    char text[1000] = {};
};
struct Atlas final : Book {
    char map[5000] = {};
};
struct Shelf {
    std::unique_ptr<Book> first = std::make_unique<Book>(), second = std::make_unique<Atlas>();
};

template <>
struct trav::Described<Book> : trav::Members<&Book::text> {};
template <>
struct trav::Described<Atlas> : trav::Extends<Book, &Atlas::map> {};
template <>
struct trav::Described<Shelf> : trav::Members<&Shelf::first, &Shelf::second> {};

std::string print_compiled(Shelf const& shelf);
std::string print_headers(Shelf const& shelf);
