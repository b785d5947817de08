// Files of bands, their groups, and conditions with several operators.
#include "catch.hpp"
#include "heapprof/dump_of.hpp"
#include "support/folder.hpp"
#include "support/message_of.hpp"

#include <heapprof/question/where.hpp>

#include <trav/dump/error.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace {

using heapprof::Where;
using Texts = std::vector<std::string>;
using Numbers = std::vector<std::uint32_t>;

// The bands of a file with this text.
std::vector<heapprof::WhereBand> bands_of(std::string const& text) {
    Folder const folder;
    write(folder / "x.bands", text);
    return heapprof::read_bands(folder / "x.bands");
}
// The error without the name of the file.
std::string wrong(std::string const& text) {
    std::string const whole = test::message_of<trav::dump::Error>([&] { (void)bands_of(text); });
    std::size_t const name = whole.find("x.bands: ");
    return name == std::string::npos ? whole : whole.substr(name + 9);
}

auto const dump = any_dump_of("NODE a A 1\nNODE b B 2\nNODE c C 3\nNODE d D 4\nROOT a\na b x\nb c y\n");

}  // namespace

TEST_CASE("where bands: the first band of an object counts, and the rest is other", "[unit]") {
    auto const bands = bands_of("# sizes\r\nlarge: size>2\r\n\nfirst: type=A\nmiddle: size>=2\n");
    Texts names;
    for (auto const& each : bands) names.push_back(each.name);
    CHECK(names == Texts{"large", "first", "middle"});
    auto const grouping = by_bands(*dump, bands);
    CHECK(grouping.bands == Texts{"(other)", "large", "first", "middle"});
    CHECK(grouping.band_of == Numbers{2, 3, 1, 1});
    CHECK(by_bands(*dump, bands_of("one: type=C")).band_of == Numbers{0, 0, 1, 0});
    auto const one = by_where(*dump, Where("size>2"));
    CHECK(one.bands == Texts{"no", "yes"});
    CHECK(one.band_of == Numbers{0, 0, 1, 1});
}

TEST_CASE("where bands: errors of a file have the number of the line", "[unit]") {
    CHECK(wrong("a: size>1\nb\n") == "line 2: 'NAME: CONDITION' is due");
    CHECK(wrong(": size>1\n") == "line 1: 'NAME: CONDITION' is due");
    CHECK(wrong("\n# x\n(other): size>1\n") == "line 3: '(other)' is the rest, which no condition names");
    CHECK(wrong("a: size>1\nb: size>2\na: size>3\n") == "line 3: there are two bands 'a'");
    CHECK(wrong("a: size\n").starts_with("line 1: ' size', column 6: "));
    CHECK(wrong("# a: size>1\n\n") == "there is no band in it");
    CHECK(wrong("") == "there is no band in it");
    CHECK(wrong("a: size>1").empty());
    Folder const folder;
    std::string const none = folder / "none";
    CHECK(test::message_of<trav::dump::Error>([&] { (void)heapprof::read_bands(none); }) ==
          none + ": No such file or directory");
}

TEST_CASE("where bands: conditions with and, or, and not", "[unit]") {
    auto const found = [](std::string const& condition) {
        std::string all;
        std::vector<bool> const marks = Where(condition).find(*dump);
        for (heapprof::Node n = 0; n != marks.size(); ++n) all += marks[n] ? dump->id(n) : "";
        return all;
    };
    CHECK(found("size>1 and size<4") == "bc");
    CHECK(found("size<2 or size>3") == "ad");
    CHECK(found("size>2 and type=D") == "d");
    CHECK(found("not size>2") == "ab");
    CHECK(found("not (size>1 and size<4)") == "ad");
    CHECK(found("not size>3 and size>1 or type=A") == "abc");
    CHECK(found("type=A or size>1 and not type=C") == "abd");
}

TEST_CASE("where bands: types, names and sizes need no walk through the references", "[unit]") {
    for (char const* const text : {"type=A", "name=A", "size>1", "type=A and name=b or size=3"})
        CHECK_FALSE(Where(text).walks());
    for (char const* const text :
         {"retained>1", "count=1", "held by=A", ".x=1", "type=A and count=1", "count=1 or name=b"})
        CHECK(Where(text).walks());
}
