// Hostile dumps of Ruby.
#include "catch.hpp"
#include "linear/hostile.hpp"

#include <trav/dump/ruby/reader.hpp>

#include <cstddef>
#include <sstream>
#include <string>

using trav::dump::RubyHeap;

namespace {

void read_all(std::string const& text) {
    std::istringstream stream(text);
    trav::dump::Input input(stream, "x.rubyheap");
    look_at(trav::dump::read_ruby(input));
}
/// A line about a class; the text of `more` begins with a comma.
std::string class_line(std::size_t number, std::size_t its_class, std::string const& more) {
    return "{\"address\":\"" + RubyHeap::address(16 * number) + "\", \"type\":\"CLASS\", \"class\":\"" +
           RubyHeap::address(16 * its_class) + '"' + more + "}\n";
}
std::string object_line(std::size_t number, std::size_t its_class) {
    return "{\"address\":\"" + RubyHeap::address(16 * number) + "\", \"type\":\"OBJECT\", \"class\":\"" +
           RubyHeap::address(16 * its_class) + "\"}\n";
}
std::string superclass(std::size_t number) {
    return ", \"superclass\":\"" + RubyHeap::address(16 * number) + '"';
}
std::string const root = "{\"type\":\"ROOT\", \"root\":\"vm\", \"references\":[\"0x10\"]}\n";
std::string const singleton = ", \"singleton\":true", named = ", \"name\":\"";

}  // namespace

TEST_CASE("ruby: singleton classes, each the next one's", "[unit]") {
    check_linear(read_all, [](std::size_t n) {
        std::string text = root + class_line(1, 2, named + "Top\"");
        for (std::size_t i = 2; i != 20 * n; ++i) text += class_line(i, i + 1, singleton);
        return text + class_line(20 * n, 1, singleton);
    });
}

TEST_CASE("ruby: singleton classes, each above the next one, and their objects", "[unit]") {
    bool const forward = GENERATE(true, false), ring = GENERATE(false, true);
    check_linear(read_all, [=](std::size_t n) {
        std::string text = root + class_line(1, 1, named + "Top\"");
        std::size_t const last = 20 * n;
        for (std::size_t i = 2; i != last; ++i) {
            std::size_t const next = forward ? i + 1 : i - 1;
            text += class_line(i, 1, singleton + superclass(next)) + object_line(10000000 + i, i);
        }
        return text + class_line(last, 1, singleton + superclass(ring ? 2 : 1));
    });
}

TEST_CASE("ruby: many singleton classes under a class with a long name", "[unit]") {
    check_linear(read_all, [](std::size_t n) {
        std::string text = root + class_line(1, 1, named + std::string(100 * n, 'N') + '"');
        for (std::size_t i = 2; i != 20 * n; ++i)
            text += class_line(i, 1, singleton + superclass(1)) + object_line(10000000 + i, i);
        return text;
    });
}
