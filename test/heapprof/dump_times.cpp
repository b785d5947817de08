#include "catch.hpp"
#include "heapprof/dump_of.hpp"
#include "support/folder.hpp"

#include <heapprof/question/dump_times.hpp>

#include <trav/dump/jvm/dump.hpp>
#include <trav/dump/jvm/heap.hpp>
#include <trav/dump/make_any_dump.hpp>

#include <cstddef>
#include <cstdint>
#include <fcntl.h>
#include <string>
#include <sys/stat.h>
#include <utility>
#include <vector>

using heapprof::DumpTimes;
using Clock = DumpTimes::Clock;

namespace {

// A file that was last changed at a time, in milliseconds since 1970.
void touch(std::string const& file, int milliseconds) {
    write(file, "");
    timespec const time{milliseconds / 1000, milliseconds % 1000 * 1'000'000};
    timespec const access_and_change[] = {time, time};
    REQUIRE(::utimensat(AT_FDCWD, file.c_str(), access_and_change, 0) == 0);
}

// The times of dumps that know (milliseconds since 1970) or do not know (0) when they were written, in files
// that changed at `changes`.
DumpTimes times_of(std::vector<int> const& written, std::vector<int> const& changes) {
    Folder const folder;
    DumpTimes times;
    for (std::size_t i = 0; i != written.size(); ++i) {
        std::string const file = folder / std::to_string(i);
        touch(file, changes[i]);
        trav::dump::JvmHeap heap;
        heap.written = static_cast<std::uint64_t>(written[i]);
        times.add(file, *trav::dump::any_dump(trav::dump::JvmDump(std::move(heap))));
    }
    return times;
}

}  // namespace

TEST_CASE("heapprof: the time between dumps is that in the dumps, or else that of the files", "[unit]") {
    using Seconds = std::vector<double>;
    auto const dumps = times_of({2'000, 2'001, 5'500}, {9, 9, 9});
    CHECK(dumps.clock() == Clock::dumps);
    REQUIRE(dumps.seconds().size() == 3);
    CHECK(dumps.seconds()[0] == 0);
    CHECK_THAT(dumps.seconds()[1], Catch::Matchers::WithinAbs(0.001, 1e-6));
    CHECK(dumps.seconds()[2] == 3.5);

    auto const files = times_of({0, 0, 0}, {1'000, 6'000, 13'500});
    CHECK(files.clock() == Clock::files);
    CHECK(files.seconds() == Seconds{0, 5, 12.5});
}

TEST_CASE("heapprof: the time between dumps is not known without an order", "[unit]") {
    auto const none = [](std::vector<int> const& written, std::vector<int> const& changes) {
        auto const times = times_of(written, changes);
        return times.clock() == Clock::none && times.seconds().empty();
    };
    CHECK(none({}, {}));
    CHECK(none({2'000}, {1}));
    CHECK(none({0}, {1}));
    CHECK(none({0, 0}, {1, 5'000}));          // perhaps copies
    CHECK(none({0, 0}, {9'000, 1}));          // the files are in another order
    CHECK(none({2'000, 2'000}, {1, 9'000}));  // the dumps are of one time
    CHECK(none({3'000, 2'000}, {1, 9'000}));  // the dumps are in another order
    CHECK(none({0, 2'000}, {1, 9'000}));      // one does not know
    CHECK(none({2'000, 0, 3'000}, {9, 9, 9}));
}

TEST_CASE("heapprof: the time of what is not a file is not known", "[unit]") {
    Folder const folder;
    CHECK(heapprof::time_of_file(folder / "none") == 0);
    CHECK(heapprof::time_of_file(folder.str()) == 0);
    touch(folder / "a", 1'250);
    CHECK(heapprof::time_of_file(folder / "a") == 1.25);
    CHECK(heapprof::time_in(*any_dump_of("ROOT a\nNODE a A 1\n")) == 0);
}
