// Biographies against complete histories of births, uses and deaths.
#include "lives.hpp"
#include "check.hpp"
#include "definitions.hpp"

#include <map>
#include <optional>

using namespace oracle;

namespace {

/// The expected lines, from the histories of all objects.
Lines told(Case const& c) {
    struct Counted {
        std::size_t life, census;
        int handle, row;
    };
    std::vector<test::Life> lives;
    std::map<int, std::size_t> at_handle;  // the living
    std::vector<Counted> counted;
    std::size_t censuses = 0;
    auto const dies = [&](int handle) {
        auto const found = at_handle.find(handle);
        if (found == at_handle.end()) return;
        lives[found->second].dead = true;
        at_handle.erase(found);
    };
    auto const life_at = [&](int handle) {  // adds a life if the handle has none
        if (auto const found = at_handle.find(handle); found != at_handle.end()) return found->second;
        lives.emplace_back();
        return at_handle[handle] = lives.size() - 1;
    };
    for (Step const& step : c.steps) {
        switch (step.what) {
        case Do::make: dies(step.a), life_at(step.a); break;
        case Do::use: lives[life_at(step.a)].uses.insert(censuses); break;
        case Do::die: dies(step.a); break;
        case Do::move: {
            if (step.a == step.b) break;
            dies(step.b);
            auto const found = at_handle.find(step.a);
            if (found == at_handle.end()) break;
            at_handle[step.b] = found->second;
            at_handle.erase(step.a);
            break;
        }
        case Do::census:
            for (int handle = 0; handle != handles; ++handle) {
                if ((step.a >> handle & 1) == 0) dies(handle);
                else counted.push_back({life_at(handle), censuses, handle, row_of(step, handle)});
            }
            ++censuses;
            break;
        default: break;
        }
    }
    Lines lines;
    for (auto const& [life, census, handle, row] : counted) {
        auto const phase = is_inherent(handle) ? "INHERENT_USE" : test::phase(lives[life], census);
        auto& amounts = lines[{phase, std::to_string(row)}];
        amounts.resize(censuses);
        amounts[census] += Amount{bytes_at(handle), 1};
    }
    return lines;
}

}  // namespace

TEST_CASE("oracle: biographies of histories", "[property]") {
    hold(
        "lives.hpp", "lives", "histories", {20'000, 1'000'000},
        [](auto& dice, int size) { return random_history(dice, handles, 2 + size / 2); },
        [](Checks& checks, Case const& c) {
            Lines const expected = told(c);
            ORACLE_SAME(checks, expected, phases(c));
        });
}
