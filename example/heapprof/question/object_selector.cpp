#include "object_selector.hpp"

#include "titles.hpp"

#include <trav/dump/error.hpp>
#include <trav/text/wildcards.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <stdexcept>
#include <string_view>
#include <utility>

namespace heapprof {

namespace {

constexpr std::string_view condition = "where:";

// Whether the text can be no title.
bool is_explicit(std::string_view text) {
    constexpr std::array<std::string_view, 3> beginnings{"class:", "variable:", "@"};
    return std::ranges::any_of(beginnings, [&](auto each) { return text.starts_with(each); });
}

// Whether a text with wildcards is a title in place of a pattern for types.
bool is_pattern_of_titles(std::string_view text) {
    return text.find_first_of("[\"'") == text.npos && trav::has_wildcards(text) &&
           (text.find(": ") != text.npos || text.starts_with("threads "));
}

}  // namespace

ObjectSelector::Its ObjectSelector::parsed(std::string text) {
    if (text.starts_with(condition)) try {
            return Where(text.substr(condition.size()));
        } catch (std::invalid_argument const& error) { throw trav::dump::Error("selector", error.what()); }
    if (is_explicit(text)) return trav::dump::Selector(std::move(text));
    if (text == "UNREACHED" || is_pattern_of_titles(text)) return Title{std::move(text), ""};
    try {
        return trav::dump::Selector(text);
    } catch (trav::dump::Error const& error) {
        if (std::size_t const id = text.rfind(" @"); id != text.npos && id + 2 != text.size())
            return trav::dump::Selector(text.substr(id + 1));
        // Names may begin with two dots, and have three where steps are left out.
        constexpr std::array<std::string_view, 3> of_names{" ", "[]", "..."};
        bool const is_name =
            std::ranges::any_of(of_names, [&](auto each) { return text.find(each) != text.npos; });
        if (!is_name && !text.starts_with("..")) throw;
        return Title{std::move(text), error.what()};
    }
}

std::vector<Node> ObjectSelector::found(AnyDump const& dump, trav::dump::Selector const& selector) {
    try {
        return selector.find(dump);
    } catch (trav::dump::Error const&) {  // the name of a holder may look like a selector
        if (is_explicit(selector.text()) || selector.text().starts_with("[@")) throw;
        std::vector<Node> nodes = Titles(dump).find(selector.text());
        if (nodes.empty()) throw;
        return nodes;
    }
}

std::vector<Node> ObjectSelector::found(AnyDump const& dump, Where const& where) {
    std::vector<bool> const marks = where.find(dump);
    std::vector<Node> nodes;
    for (Node n = 0; n != marks.size(); ++n)
        if (marks[n]) nodes.push_back(n);
    if (nodes.empty())
        throw trav::dump::Error(dump.source(), "selector 'where:" + where.text() + "' matches nothing");
    return nodes;
}

std::vector<Node> ObjectSelector::found(AnyDump const& dump, Title const& title) {
    std::vector<Node> nodes = Titles(dump).find(title.text);
    if (nodes.empty())
        throw trav::dump::Error(dump.source(),
                                "nothing has the title '" + title.text + '\'' +
                                    (title.no_selector.empty() ? "" : "; " + title.no_selector));
    return nodes;
}

ObjectSelector::ObjectSelector(std::string text) : its_(parsed(std::move(text))) {}

std::string ObjectSelector::text() const {
    if (auto const* const where = std::get_if<Where>(&its_)) return std::string(condition) + where->text();
    return selector() ? selector()->text() : std::get<Title>(its_).text;
}

std::string ObjectSelector::name() const {
    if (auto const* const where = std::get_if<Where>(&its_)) return where->text();
    return selector() ? selector()->name() : std::get<Title>(its_).text;
}

std::vector<Node> ObjectSelector::find(AnyDump const& dump) const {
    return std::visit([&](auto const& its) { return found(dump, its); }, its_);
}

}  // namespace heapprof
