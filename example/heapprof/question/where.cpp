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

}  // namespace heapprof
