#include "where.hpp"

#include "where_terms.hpp"

#include <trav/dump/error.hpp>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <span>
#include <stdexcept>
#include <string_view>
#include <system_error>
#include <utility>

namespace heapprof {

namespace {

using What = WhereTerm::What;
using Marks = std::vector<bool>;

constexpr std::string_view as_selector = "where:";
constexpr char const* rest = "(other)";

// The objects of each condition.
std::vector<Marks> find_all(AnyDump const& dump, std::span<Where const* const> conditions) {
    std::vector<std::vector<Marks>> terms = where_terms(dump, conditions);
    std::vector<Marks> result;
    for (std::size_t i = 0; i != conditions.size(); ++i) {
        std::vector<Marks> stack;
        auto term = terms[i].begin();
        for (WhereSyntax::Step const step : conditions[i]->syntax().steps) {
            if (step == WhereSyntax::Step::term) {
                stack.push_back(std::move(*term++));
                continue;
            }
            if (step == WhereSyntax::Step::negate) {
                stack.back().flip();
                continue;
            }
            Marks const right = std::move(stack.back());
            stack.pop_back();
            for (Node n = 0; n != dump.node_count(); ++n)
                stack.back()[n] = step == WhereSyntax::Step::both ? stack.back()[n] && right[n]
                                                                  : stack.back()[n] || right[n];
        }
        result.push_back(std::move(stack.back()));
    }
    return result;
}

std::vector<Node> of_selector(AnyDump const& dump, trav::dump::Selector const& selector) {
    return selector.find(dump);
}
std::vector<Node> of_selector(AnyDump const& dump, Where const& where) {
    Marks const marks = where.find(dump);
    std::vector<Node> nodes;
    for (Node n = 0; n != marks.size(); ++n)
        if (marks[n]) nodes.push_back(n);
    if (nodes.empty())
        throw trav::dump::Error(dump.source(), "selector 'where:" + where.text() + "' matches nothing");
    return nodes;
}

std::variant<trav::dump::Selector, Where> parsed(std::string text) {
    if (!text.starts_with(as_selector)) return trav::dump::Selector(std::move(text));
    try {
        return Where(text.substr(as_selector.size()));
    } catch (std::invalid_argument const& error) { throw trav::dump::Error("selector", error.what()); }
}

}  // namespace

bool Where::walks() const {
    return std::ranges::any_of(syntax_.terms, [](WhereTerm const& term) {
        return term.what != What::type && term.what != What::name && term.what != What::size;
    });
}

std::vector<bool> Where::find(AnyDump const& dump) const {
    Where const* const one = this;
    return std::move(find_all(dump, {&one, 1}).front());
}

std::vector<WhereBand> read_bands(std::string const& file) {
    std::ifstream in(file);
    if (!in) throw trav::dump::Error(file, std::generic_category().message(errno));
    std::vector<WhereBand> bands;
    std::string line;
    for (std::size_t number = 1; std::getline(in, line); ++number) {
        if (line.ends_with('\r')) line.pop_back();
        if (line.empty() || line.starts_with('#')) continue;
        auto const fail = [&](std::string const& what) {
            throw trav::dump::Error(file + ": line " + std::to_string(number), what);
        };
        std::size_t const colon = line.find(':');
        std::string const name = line.substr(0, std::min(colon, line.size()));
        if (colon == std::string::npos || name.empty()) fail("'NAME: CONDITION' is due");
        if (name == rest) fail("'" + name + "' is the rest, which no condition names");
        if (std::ranges::any_of(bands, [&](WhereBand const& band) { return band.name == name; }))
            fail("there are two bands '" + name + "'");
        try {
            bands.push_back({name, Where(line.substr(colon + 1))});
        } catch (std::invalid_argument const& error) { fail(error.what()); }
    }
    if (in.bad()) throw trav::dump::Error(file, "cannot be read");
    if (bands.empty()) throw trav::dump::Error(file, "there is no band in it");
    return bands;
}

trav::dump::Grouping by_bands(AnyDump const& dump, std::vector<WhereBand> const& bands) {
    std::vector<Where const*> conditions;
    trav::dump::Grouping grouping{std::vector<std::uint32_t>(dump.node_count()), {rest}};
    for (WhereBand const& band : bands) {
        conditions.push_back(&band.where);
        grouping.bands.push_back(band.name);
    }
    std::vector<Marks> const found = find_all(dump, conditions);
    for (Node n = 0; n != dump.node_count(); ++n)
        for (std::uint32_t i = 0; i != found.size() && grouping.band_of[n] == 0; ++i)
            if (found[i][n]) grouping.band_of[n] = i + 1;
    return grouping;
}

trav::dump::Grouping by_where(AnyDump const& dump, Where const& where) {
    Marks const found = where.find(dump);
    return {{found.begin(), found.end()}, {"no", "yes"}};
}

ObjectSelector::ObjectSelector(std::string text) : its_(parsed(std::move(text))) {}

std::string ObjectSelector::text() const {
    return selector() ? selector()->text() : std::string(as_selector) + std::get<Where>(its_).text();
}

std::string ObjectSelector::name() const {
    return selector() ? selector()->name() : std::get<Where>(its_).text();
}

std::vector<Node> ObjectSelector::find(AnyDump const& dump) const {
    return std::visit([&](auto const& its) { return of_selector(dump, its); }, its_);
}

}  // namespace heapprof
