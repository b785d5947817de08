// This program does not track its allocations; allocations/by_site.cpp tests programs that do.
#include <trav/profile/by_site.hpp>

#include "catch.hpp"

#include <trav/graph/objects.hpp>
#include <trav/profile/profiler.hpp>

#include <stdexcept>
#include <string>
#include <vector>

TEST_CASE("by_site: a program that tracks nothing is told so, and its profile has no sample", "[unit]") {
    std::vector<std::string> const texts(3);
    auto site = trav::by_site();
    trav::Profiler profiler{trav::Objects<>(), site};
    std::string message;
    try {
        profiler.sample(trav::roots(texts));
    } catch (std::logic_error const& error) { message = error.what(); }
    CHECK(message == "trav: by_site() needs a program that tracks its allocations: write "
                     "TRAV_TRACK_ALLOCATIONS(); in one source file");
    CHECK(profiler.profile().samples.empty());
}
