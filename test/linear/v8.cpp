// Hostile snapshots of V8.
#include "catch.hpp"
#include "linear/hostile.hpp"
#include "support/v8_text.hpp"

#include <trav/dump/v8/dump.hpp>

#include <cstddef>
#include <sstream>
#include <string>
#include <vector>

using test::V8Text;

namespace {

void read_all(std::string const& text) {
    std::istringstream stream(text);
    trav::dump::Input input(stream, "x.heapsnapshot");
    auto const dump = trav::dump::read_v8_dump(input);
    look_at(dump, false);
    auto const retention = dump.retention();
    (void)retention.size(0);
}
std::string long_name(std::size_t n) { return std::string(100 * n, 'N'); }

}  // namespace

TEST_CASE("v8: many functions of a script with a long name, which allocate", "[unit]") {
    bool const long_script = GENERATE(true, false);
    check_linear(read_all, [=](std::size_t n) {
        V8Text file;
        std::size_t const name = file.text(long_name(n)), brief = file.text("f");
        file.node(V8Text::synthetic, 0, 0);
        for (std::size_t i = 0; i != 10 * n; ++i) {
            file.function(long_script ? brief : name, long_script ? name : brief, i);
            file.node(V8Text::object, brief, 16, {}, i + 1);
        }
        return file.written();
    });
}

TEST_CASE("v8: many places of objects of a constructor with a long name, in a script with one", "[unit]") {
    check_linear(read_all, [](std::size_t n) {
        V8Text file;
        std::size_t const name = file.text(long_name(n)), script = file.text("script");
        file.node(V8Text::synthetic, 0, 0);
        file.node(V8Text::string, name, 16);
        file.node(V8Text::code, 0, 16, {{V8Text::internal, file.text("name"), 1}});
        file.node(V8Text::code, 0, 16, {{V8Text::internal, script, 2}});
        file.location(file.node(V8Text::closure, 0, 16, {{V8Text::internal, file.text("shared"), 3}}), 1, 1);
        for (std::size_t i = 0; i != 10 * n; ++i) file.location(file.node(V8Text::object, name, 16), 1, i);
        return file.written();
    });
}

TEST_CASE("v8: many scripts with one long name", "[unit]") {
    check_linear(read_all, [](std::size_t n) {
        V8Text file;
        std::size_t const name = file.text(long_name(n));
        file.node(V8Text::synthetic, 0, 0);
        for (std::size_t i = 0; i != 3 * n; ++i) {
            std::size_t const of_script = file.node(V8Text::string, name, 16);
            std::size_t const script =
                file.node(V8Text::code, 0, 16, {{V8Text::internal, file.text("name"), of_script}});
            file.node(V8Text::code, 0, 16, {{V8Text::internal, file.text("script"), script}});
        }
        return file.written();
    });
}

TEST_CASE("v8: many names of contexts, and many nodes", "[unit]") {
    check_linear(read_all, [](std::size_t n) {
        V8Text file;
        file.node(V8Text::synthetic, 0, 0);
        for (std::size_t i = 0; i != 10 * n; ++i) {
            file.text("system / NativeContext / " + std::to_string(i));
            file.node(V8Text::hidden, 0, 16);
        }
        return file.written();
    });
}

TEST_CASE("v8: many pairs of a WeakMap with a long name", "[unit]") {
    check_linear(read_all, [](std::size_t n) {
        V8Text file;
        std::size_t const pair = file.text("1 / part of key (N @3) -> value (N @5) pair in WeakMap (table @" +
                                           std::string(100 * n, '0') + "7)");
        file.node(V8Text::synthetic, 0, 0);
        file.node(V8Text::array, 0, 16,
                  std::vector<V8Text::Edge>(10 * n, V8Text::Edge{V8Text::internal, pair, 0}));
        return file.written();
    });
}

TEST_CASE("v8: a scope that is in a context many times, and many scopes with one description", "[unit]") {
    check_linear(read_all, [](std::size_t n) {
        V8Text file;
        std::size_t const previous = file.text("previous"), described = file.text("scope_info");
        file.node(V8Text::synthetic, 0, 0);
        file.node(V8Text::hidden, file.text("system / NativeContext"), 16);
        file.node(V8Text::object, 0, 16,
                  std::vector<V8Text::Edge>(5 * n, V8Text::Edge{V8Text::internal, previous, 1}));
        std::size_t const description = file.node(
            V8Text::code, 0, 16, std::vector<V8Text::Edge>(5 * n, V8Text::Edge{V8Text::internal, 0, 0}));
        for (std::size_t i = 0; i != 5 * n; ++i)
            file.node(V8Text::object, 0, 16,
                      {{V8Text::internal, previous, 1}, {V8Text::internal, described, description}});
        file.node(V8Text::code, 0, 16,
                  std::vector<V8Text::Edge>(
                      5 * n, V8Text::Edge{V8Text::internal, file.text("name_or_scope_info"), description}));
        return file.written();
    });
}

TEST_CASE("v8: many collections with one table", "[unit]") {
    check_linear(read_all, [](std::size_t n) {
        V8Text file;
        file.node(V8Text::synthetic, 0, 0);
        std::size_t room = 4;
        while (room < n) room *= 2;
        std::vector<V8Text::Edge> entries;  // (3 + room / 2 + room * 3) * 8 bytes
        for (std::size_t i = 0; i != room; ++i)
            entries.push_back({V8Text::internal, file.text(std::to_string(3 + room / 2 + 3 * i)), 0});
        std::size_t const table = file.node(V8Text::array, 0, (5 + room / 2 * 7) * 8, entries);
        for (std::size_t i = 0; i != 5 * n; ++i)
            file.node(V8Text::object, file.text("Map"), 16, {{V8Text::internal, file.text("table"), table}});
        return file.written();
    });
}
