// Live objects that are no longer used: biographies of your own objects.
#include <trav/graph/via.hpp>
#include <trav/profile/observed.hpp>
#include <trav/profile/profiler.hpp>

#include <iostream>
#include <list>
#include <vector>

// [observed]
struct Session {
    int id;
    trav::Observed<Session> previous{};
};
using Lives = trav::Biography<Session*>;
// [observed]

int main() {
    // [hooks]
    Lives life;
    trav::Profiler profiler{trav::Via<&Session::previous>{}, life};
    std::list<Session> all;
    auto const open = [&](int id, trav::Observed<Session> previous) {
        return trav::observe(life, &all.emplace_back(Session{id, previous}));  // reports the new object
    };
    trav::Observed<Session> last;
    for (int second = 0; second < 10; ++second) {
        last = open(second, last);
        if (second % 3 == 0) last->id += 100;  // a use
        if (second == 6) last->previous = nullptr;
        profiler.sample(std::vector{last.get()}, second);  // unreached objects have died
    }
    // [hooks]

    // [phases]
    using trav::Phase;
    auto const phases = profiler.profile().by(life);
    auto const waste = profiler.profile().where(life == (Phase::drag | Phase::void_)).by();
    // [phases]
    for (auto const& line : phases.lines) {
        std::cout << line.texts[0] << '\t';
        for (auto const& amount : line.amounts) std::cout << ' ' << amount.objects;
        std::cout << '\n';
    }

    // At second 5 there are six: 0 and 3 were used and drag; the others will never be used. All of them end
    // at second 6.
    bool const right = phases.at("DRAG", 5).objects == 2 && phases.at("VOID", 5).objects == 4 &&
                       waste.total(5).objects == 6 && phases.at("USE", 3).objects == 1 &&
                       waste.total(6).objects == 0 && phases.total(9).objects == 4;
    return right ? 0 : 1;
}
