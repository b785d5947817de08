// The options of `heapprof plot`: flags, errors, formats and names of files.
#include "catch.hpp"
#include "support/folder.hpp"
#include "support/message_of.hpp"

#include <heapprof/command/plot_options.hpp>

#include <exception>
#include <filesystem>
#include <string>
#include <vector>

namespace {

using heapprof::Picture;
using heapprof::PlotOptions;
using Arguments = std::vector<std::string>;

PlotOptions of(Arguments const& arguments) { return heapprof::plot_options(arguments); }
// The errors of wrong arguments.
std::string wrong(Arguments const& arguments) {
    return test::message_of<std::exception>([&] { (void)of(arguments); });
}

// A current folder for a test.
struct Inside {
    Folder const folder;
    std::filesystem::path const before = std::filesystem::current_path();
    Inside() { std::filesystem::current_path(folder.str()); }
    ~Inside() { std::filesystem::current_path(before); }
};

}  // namespace

TEST_CASE("heapprof plot options: each flag, alone, after others, and none", "[unit]") {
    using namespace trav::plot;
    PlotOptions const none = of({"x.hp"});
    CHECK(none.input == "x.hp");
    CHECK(none.output == "x.svg");
    CHECK(none.picture == Picture::svg);
    CHECK(none.choice.threshold == 1);
    CHECK(none.choice.limit == 20);
    CHECK(none.choice.order == Order::area);
    CHECK(none.choice.marks);
    CHECK(none.layout.width == 0);
    CHECK_FALSE(none.layout.upright);
    CHECK(none.layout.title == TitleBox::fitting);
    CHECK(none.layout.key == Key::beside);
    CHECK(none.ink == Ink::grey);
    CHECK_FALSE(none.previous);

    for (bool const first : {true, false}) {
        auto const with = [&](std::string const& flag) {
            std::string const one = first ? '-' + flag : "-y" + flag;
            PlotOptions const found = of({one, "x.hp"});
            CHECK(found.choice.marks == first);
            CHECK(found.input == "x.hp");
            return found;
        };
        CHECK(with("b").layout.title == TitleBox::big);
        CHECK(with("s").layout.title == TitleBox::small);
        CHECK(with("c").ink == Ink::colour);
        CHECK(with("d").choice.order == Order::deviation);
        CHECK(with("g").layout.upright);
        CHECK(with("g").picture == Picture::postscript);
        CHECK(with("i").choice.order == Order::name);
        CHECK(with("i+").choice.order == Order::name);
        CHECK(with("i-").choice.order == Order::name_reversed);
        CHECK(with("di-").choice.order == Order::name_reversed);  // in any order
        CHECK(with("i-d").choice.order == Order::name_reversed);
        CHECK(with("i+b").layout.title == TitleBox::big);
        CHECK(with("ib").layout.title == TitleBox::big);
        CHECK(with("M").layout.key == Key::apart);
        CHECK(with("p").previous);
        CHECK(with("m7").choice.limit == 7);
        CHECK(with("m7").layout.key == Key::beside);
        CHECK(with("m20").layout.key == Key::beside);
        CHECK(with("m21").layout.key == Key::apart);
        CHECK(with("m0").layout.key == Key::nowhere);
        CHECK(with("Mm0").layout.key == Key::apart);
        CHECK(with("t0").choice.threshold == 0);
        CHECK(with("t2.5").choice.threshold == 2.5);
        CHECK(with("t5").choice.threshold == 5);
        CHECK(with("e145").layout.width == 145);
        CHECK(with("e400pt").layout.width == 400);
        CHECK(with("e6in").layout.width == 432);
        CHECK(with("e100mm").layout.width == Approx(283.4646));
        CHECK(with("e400").picture == Picture::postscript);
        CHECK(with("oout.ps").output == "out.ps");
    }
}

TEST_CASE("heapprof plot options: errors", "[unit]") {
    for (char const* const flag : {"-e", "-ein", "-ex"})
        CHECK(wrong({flag}) == "plot: " + std::string(flag) + ": how wide? As in -e400, -e6in, -e150mm");
    for (char const* const flag : {"-e144", "-e2in", "-e144pt", "-e50mm", "-e-400", "-e0"})
        CHECK(wrong({flag}) == "plot: " + std::string(flag) + ": the width must exceed 2 inches");
    for (char const* const flag : {"-e400p", "-e400i", "-e400 "})
        CHECK(wrong({flag}) == "plot: " + std::string(flag) + ": the units are in, mm and pt");
    CHECK(wrong({"-e1e308in"}) == "plot: -e1e308in: the width must exceed 2 inches");  // infinite
    for (char const* const flag : {"-m", "-mx", "-m-1", "-m1x", "-m1.5"})
        CHECK(wrong({flag}) == "plot: " + std::string(flag) + ": how many bands? As in -m10, or -m0 for all");
    for (char const* const flag : {"-t", "-tx", "-t1x", "-t-0.1", "-t5.1", "-tnan"})
        CHECK(wrong({flag}) ==
              "plot: " + std::string(flag) + ": the threshold is a percentage from 0 to 5, as in -t2.5");
    CHECK(wrong({"-q"}) == "plot: unknown flag -q");
    CHECK(wrong({"-bq"}) == "plot: unknown flag -bq");
    CHECK(wrong({"--svgs"}) == "plot: unknown option --svgs");
    CHECK(wrong({"--"}) == "plot: unknown option --");
    CHECK(wrong({""}) == "plot: the name of a file is empty");
    CHECK(wrong({"x.hp", "y.hp"}) == "plot: one file at a time, not x.hp and y.hp");
    CHECK(wrong({"-", "y.hp"}) == "plot: one file at a time, not  and y.hp");
    CHECK(wrong({"x.hp", "-o"}) == "plot: -o needs a file");
    CHECK(wrong({"-o", "", "x.hp"}) == "plot: -o needs a file");
    CHECK(wrong({"--output", ""}) == "plot: --output needs a file");
    CHECK(wrong({"--output"}) == "plot: --output needs a file");
    CHECK(wrong({"--output="}) == "plot: --output needs a file");
    CHECK(wrong({"-ox.png"}) == "plot: x.png: no '.png' can be written, but .svg, .ps and .eps");
    CHECK(wrong({"-p"}) == "plot: -p needs a file: the parameters are in FILE.aux");
    CHECK(wrong({"-p", "x.hp", "-o-"}) == "plot: -p needs a file: the parameters are in FILE.aux");
    CHECK(wrong({"-p", "x.hp"}).empty());
}

TEST_CASE("heapprof plot options: help ends the parsing", "[unit]") {
    for (char const* const flag : {"-h", "-?", "-dh", "--help"}) {
        std::string const said = wrong({flag, "-q"});
        CHECK_FALSE(said.empty());
        CHECK(said.find("unknown") == std::string::npos);
    }
}

TEST_CASE("heapprof plot options: the format is chosen, or that of the output, or that of the flags",
          "[unit]") {
    auto const svg = [](Arguments const& arguments) { return of(arguments).picture == Picture::svg; };
    CHECK(svg({"-oa.svg"}));
    CHECK_FALSE(svg({"-oa.ps"}));
    CHECK_FALSE(svg({"-oa.eps"}));
    CHECK(svg({"-oa"}));
    CHECK_FALSE(svg({"-oa", "-g"}));
    CHECK_FALSE(svg({"-oa", "-e400"}));
    CHECK(svg({"-oa.svg", "-g", "-e400"}));
    CHECK(svg({"-oa.ps", "--svg"}));
    CHECK_FALSE(svg({"-oa.svg", "--ps"}));
    CHECK_FALSE(svg({"--svg", "--ps"}));
    CHECK(svg({"--ps", "--svg"}));
    CHECK(svg({"-oa.png", "--svg"}));
    CHECK_FALSE(svg({"--ps", "--output=a.svg"}));
    CHECK(svg({}));
    CHECK_FALSE(svg({"--ps"}));
    CHECK(of({"-oa.eps"}).layout.width == 648);
    CHECK(of({"-oa.eps", "-e400"}).layout.width == 400);
    CHECK(of({"-oa.ps"}).layout.width == 0);
}

TEST_CASE("heapprof plot options: the files", "[unit]") {
    Inside const inside;
    write("Tree.hp", "");
    std::filesystem::create_directory("Sub.hp");
    CHECK(of({}).input.empty());
    CHECK(of({}).output == "-");
    CHECK(of({"-"}).input.empty());
    CHECK(of({"-oa.svg"}).output == "a.svg");
    CHECK(of({"Tree"}).input == "Tree.hp");  // as in hp2ps
    CHECK(of({"Tree"}).output == "Tree.svg");
    CHECK(of({"Tree.hp"}).input == "Tree.hp");
    CHECK(of({"Sub"}).input == "Sub");
    CHECK(of({"Other"}).input == "Other");
    CHECK(of({"in/x.y.hp", "--ps"}).output == "x.y.ps");
    CHECK(of({"-o", "a", "x.hp"}).output == "a");
    CHECK(of({"x.hp", "--output", "b.ps"}).output == "b.ps");
    CHECK(of({"--output=c.ps", "x.hp"}).output == "c.ps");
    CHECK(of({"-g", "--output", "b.ps", "x.hp"}).input == "x.hp");

    CHECK(of({"x.hp", "-oa.svg"}).aux_file() == "a.aux");
    CHECK(of({"x.hp", "-oin/a.ps"}).aux_file() == "in/a.aux");
    CHECK(of({"x.hp", "-oa"}).aux_file() == "a.aux");
    CHECK(of({"x.hp", "-oTree.hp", "--svg"}).aux_file() == "Tree.aux");  // a regular file
    CHECK(of({"x.hp", "-oSub.hp", "--svg"}).aux_file().empty());
    CHECK(of({"x.hp", "-o/dev/null"}).aux_file().empty());
    CHECK(of({}).aux_file().empty());
}
