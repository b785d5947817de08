#include "catch.hpp"

#include <trav/dump/selector_syntax.hpp>

#include <cstddef>
#include <random>
#include <string>
#include <vector>

using trav::dump::NamedPath;
using trav::dump::SelectorSyntax;

TEST_CASE("selector syntax: a path, variables, a class, an id", "[unit]") {
    SelectorSyntax const path("app['user list'][3][@83]");
    CHECK(path.path == NamedPath{{"app"}, {"user list"}, {"3"}, {"83", true}});
    CHECK_FALSE(path.is_variable);
    CHECK(path.text() == "app['user list'][3][@83]");
    CHECK(SelectorSyntax("[@5].user").path == NamedPath{{"5", true}, {"user"}});
    SelectorSyntax const variable("variable:cache[3]");
    CHECK(variable.path == NamedPath{{"cache"}, {"3"}});
    CHECK(variable.is_variable);
    SelectorSyntax const of_class("class:a.b[]");
    CHECK(of_class.of_class == "a.b[]");
    CHECK(of_class.path.empty());
    SelectorSyntax const id("@0x83");
    CHECK(id.id == "0x83");
    CHECK(id.path.empty());
}

TEST_CASE("selector syntax: parsing the text of a path returns the path", "[property]") {
    std::mt19937 random(5);
    std::string const letters = "ab_$09 .[]'\"\\@:\xC3\xA9";
    for (int i = 0; i != 2000; ++i) {
        NamedPath path;
        for (std::size_t steps = random() % 4 + 1; path.size() != steps;) {
            std::string name;
            for (std::size_t size = random() % 5 + 1; name.size() != size;)
                name += letters[random() % letters.size()];
            path.push_back({name, random() % 4 == 0});
        }
        INFO(text(path));
        CHECK(SelectorSyntax(text(path)).path == path);
    }
}

TEST_CASE("selector syntax: errors say what is expected, and where", "[unit]") {
    auto const due = [](std::string const& text) {
        std::string const head = "selector '" + text + "': ";
        try {
            SelectorSyntax const syntax(text);
            return std::string();
        } catch (trav::dump::Error const& error) {
            std::string const what = error.what();
            CHECK(what.starts_with(head));
            return what.substr(head.size());
        }
    };
    CHECK(due("") == "a name is due at character 1");
    CHECK(due("a.") == "a name is due at character 3");
    CHECK(due("a b") == "'.' or '[' is due at character 2");
    CHECK(due("a[") == "an index or a quoted name is due at character 3");
    CHECK(due("a[3") == "']' is due at character 4");
    CHECK(due("a['b") == "the closing quote is due at character 5");
    CHECK(due("a['b\\") == "the closing quote is due at character 6");
    CHECK(due("@") == "the id of a node is due at character 2");
    CHECK(due("class:") == "the name of a class is due at character 7");
    CHECK(due("variable:[@3]") == "the name of a variable is due at character 11");
}
