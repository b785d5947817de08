#include "catch.hpp"
#include "heapprof/run.hpp"
#include "report/hp2ps.hpp"
#include "support/ghc_files.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace {

// Runs `heapprof plot ARGUMENTS` in a folder.
Result plot(Folder const& folder, std::string const& arguments) {
    std::string const command =
        "cd '" + folder.str() + "' && '" + profiler() + "' plot " + arguments + " >.out 2>.err";
    int const status = std::system(command.c_str());
    Result const result{WIFEXITED(status) ? WEXITSTATUS(status) : -1, read(folder / ".out"),
                        read(folder / ".err")};
    std::filesystem::remove(folder / ".out");
    std::filesystem::remove(folder / ".err");
    return result;
}

bool has(std::string const& text, std::string const& part) { return text.find(part) != std::string::npos; }

using Files = std::vector<std::string>;

}  // namespace

TEST_CASE("heapprof plot: writes an SVG and the parameters to the current folder", "[unit]") {
    HEAPPROF_OR_SKIP();
    Folder const folder;
    std::filesystem::create_directory(folder / "sub");
    write(folder / "sub/Sharing.hp", ghc_files("hp").at("det/Sharing/hr_R8.hp"));
    Result const result = plot(folder, "sub/Sharing.hp");
    CHECK(result.code == 0);
    CHECK(result.err.empty());
    CHECK(folder.files() == Files{"Sharing.aux", "Sharing.svg", "sub"});
    CHECK(read(folder / "Sharing.svg").rfind("<svg ", 0) == 0);
    CHECK(has(result.out, "\nMANY "));
    CHECK(has(result.out, "31.2 KiB"));  // 31920 bytes
    CHECK(result.out.ends_with("\nSharing.svg\n"));
}

TEST_CASE("heapprof plot: the extension is optional; another file of this name is no profile", "[unit]") {
    HEAPPROF_OR_SKIP();
    Folder const folder;
    write(folder / "Tree", "an executable");
    write(folder / "Tree.hp", ghc_files("hp").at("i005/Tree/hy.hp"));
    CHECK(plot(folder, "Tree --ps").code == 0);
    CHECK(folder.files() == Files{"Tree", "Tree.aux", "Tree.hp", "Tree.ps"});
}

TEST_CASE("heapprof plot: an option, a flag or the extension sets the format", "[unit]") {
    HEAPPROF_OR_SKIP();
    Folder const folder;
    write(folder / "x.hp", ghc_files("hp").at("i005/Tree/hy.hp"));
    CHECK(plot(folder, "x.hp -o a.ps").code == 0);
    CHECK(plot(folder, "-o b.eps x.hp").code == 0);
    CHECK(plot(folder, "x.hp -e6in -c -oc.eps").code == 0);
    CHECK(plot(folder, "x.hp -e400").code == 0);
    CHECK(plot(folder, "-e400 --svg x.hp --output=d.svg").code == 0);
    CHECK(folder.files() == Files{"a.aux", "a.ps", "b.aux", "b.eps", "c.aux", "c.eps", "d.aux", "d.svg",
                                  "x.aux", "x.hp", "x.ps"});
    CHECK(has(read(folder / "a.ps"), "%%BoundingBox: 72 108"));
    CHECK(has(read(folder / "b.eps"), "%%BoundingBox: 0 0 648 432\n"));
    CHECK(has(read(folder / "c.eps"), "%%BoundingBox: 0 0 432 288\n"));
    CHECK(has(read(folder / "x.ps"), "%%BoundingBox: 0 0 400 267\n"));
    CHECK(has(read(folder / "d.svg"), "width=\"400pt\""));
    CHECK(plot(folder, "x.hp -e400 --svg -o -").out == read(folder / "d.svg"));
    CHECK(plot(folder, "-e400 --svg <x.hp").out == read(folder / "d.svg"));
    CHECK(has(plot(folder, "--ps <x.hp").out, "%!PS-Adobe"));
    CHECK(plot(folder, "x.hp -o /dev/null").code == 0);
    CHECK(folder.files().size() == 11);
}

TEST_CASE("heapprof plot: draws an eventlog like the .hp of the same run", "[conformance]") {
    HEAPPROF_OR_SKIP();
    Folder const folder;
    write(folder / "a.hp", ghc_files("hp").at("det/Tree/hy_l.hp"));
    write(folder / "b", ghc_files("eventlog").at("det/Tree/hy_l.eventlog"));
    REQUIRE(plot(folder, "a.hp").code == 0);
    REQUIRE(plot(folder, "b").code == 0);
    std::string const a = read(folder / "a.aux"), b = read(folder / "b.aux");
    CHECK(a.substr(a.find("Y_RANGE")) == b.substr(b.find("Y_RANGE")));
    REQUIRE(plot(folder, "<b").code == 0);
}

TEST_CASE("heapprof plot: -p repeats the previous drawing", "[unit]") {
    HEAPPROF_OR_SKIP();
    Folder const folder;
    std::string const hp = ghc_files("hp").at("i005/Tree/hy.hp");
    write(folder / "x.hp", hp);
    Result const first = plot(folder, "-p x.hp");
    CHECK(first.code == 1);
    CHECK(first.err == "heapprof: x.aux: No such file or directory\n");
    REQUIRE(plot(folder, "-i- x.hp").code == 0);
    std::string const aux = read(folder / "x.aux");
    REQUIRE(plot(folder, "-p x.hp").code == 0);
    CHECK(read(folder / "x.aux") == aux);
    std::string const svg = read(folder / "x.svg");
    REQUIRE(plot(folder, "-p -d x.hp").code == 0);  // -p overrides the order of -d
    CHECK(read(folder / "x.svg") == svg);
    REQUIRE(plot(folder, "-d x.hp").code == 0);
    CHECK(read(folder / "x.svg") != svg);
    write(folder / "x.svg", svg);
    write(folder / "x.aux", "X_RANGE 3.00\nY_RANGE oops\n");
    Result const bad = plot(folder, "-p x.hp");
    CHECK(bad.code == 1);
    CHECK(bad.err == "heapprof: x.aux, line 2: floating point number must follow Y_RANGE\n");
    CHECK(read(folder / "x.svg") == svg);
    CHECK(plot(folder, "-p <x.hp").code == 2);
}

TEST_CASE("heapprof plot: flags may share a dash; hp2ps writes the same .aux", "[conformance]") {
    HEAPPROF_OR_SKIP();
    HP2PS_OR_SKIP();
    Folder const folder;
    write(folder / "x.hp", ghc_files("hp").at("i005/Actors/hd.hp"));
    for (std::string const flags :
         {"",        "-c",      "-d",         "-i",    "-i+",   "-i-", "-m4", "-m0", "-m25",
          "-M",      "-t0",     "-t5",        "-t2.5", "-b",    "-s",  "-g",  "-y",  "-e6in",
          "-e150mm", "-e400pt", "-d -m6 -t0", "-p",    "-p -c", "-pd", "-pi-"}) {
        INFO(flags);
        std::string const before = read(folder / "x.aux");
        REQUIRE(std::system(("cd '" + folder.str() + "' && hp2ps " + flags + " x.hp").c_str()) == 0);
        std::string const expected = read(folder / "x.aux");
        write(folder / "x.aux", before);
        REQUIRE(plot(folder, flags + " x.hp").code == 0);
        CHECK(read(folder / "x.aux") == expected);
    }
    REQUIRE(plot(folder, "-dm4 x.hp").code == 0);
    std::string const together = read(folder / "x.aux");
    REQUIRE(plot(folder, "-d -m4 x.hp").code == 0);
    CHECK(read(folder / "x.aux") == together);
}

TEST_CASE("heapprof plot: wrong flags give code 2, and no output", "[unit]") {
    HEAPPROF_OR_SKIP();
    Folder const folder;
    write(folder / "x.hp", ghc_files("hp").at("i005/Tree/hy.hp"));
    auto const wrong = [&](std::string const& arguments, std::string const& says) {
        Result const result = plot(folder, arguments);
        INFO(arguments << ": " << result.err);
        CHECK(result.code == 2);
        CHECK(result.out.empty());
        CHECK(result.err.rfind("heapprof: plot: " + says, 0) == 0);
        CHECK(std::count(result.err.begin(), result.err.end(), '\n') == 1);
        CHECK(folder.files() == Files{"x.hp"});
    };
    wrong("-q x.hp", "unknown flag -q");
    wrong("-dq x.hp", "unknown flag -dq");
    wrong("--quiet x.hp", "unknown option --quiet");
    wrong("x.hp y.hp", "one file at a time, not x.hp and y.hp");
    wrong("x.hp -o", "-o needs a file");
    wrong("x.hp -o x.png", "x.png: no '.png' can be written, but .svg, .ps and .eps");
    wrong("x.hp -o x.pdf", "x.pdf: no '.pdf' can be written, but .svg, .ps and .eps");
    for (std::string const flag : {"-t", "-t6", "-t-1", "-tx", "-t1x", "-tnan"})
        wrong(flag + " x.hp", flag + ": the threshold is a percentage from 0 to 5");
    for (std::string const flag : {"-m", "-m-1", "-mx", "-m1.5"})
        wrong(flag + " x.hp", flag + ": how many bands?");
    for (std::string const flag : {"-e", "-ein", "-ex"}) wrong(flag + " x.hp", flag + ": how wide?");
    for (std::string const flag : {"-e144", "-e2in", "-e50mm", "-e-400"})
        wrong(flag + " x.hp", flag + ": the width must exceed 2 inches");
    for (std::string const flag : {"-einf", "-enan"})
        wrong(flag + " x.hp", flag + ": ");  // library-dependent
    wrong("-e5cm x.hp", "-e5cm: the units are in, mm and pt");
}

TEST_CASE("heapprof plot: an unreadable or unwritable file gives code 1 and one line", "[unit]") {
    HEAPPROF_OR_SKIP();
    Folder const folder;
    auto const wrong = [&](std::string const& arguments, std::string const& says) {
        Result const result = plot(folder, arguments);
        INFO(arguments);
        CHECK(result.code == 1);
        CHECK(result.err == "heapprof: " + says + "\n");
    };
    wrong("none.hp", "none.hp: No such file or directory");
    wrong("none", "none: No such file or directory");
    wrong(".", ".: Is a directory");
    for (std::string const dump : {"{\"snapshot\":{", "\x1f\x8b\x08", "JAVA PROFILE 1.0.2"}) {
        write(folder / "x.hp", dump);
        std::string const says =
            ": is neither a .hp file nor an eventlog; `heapprof dump` reads dumps of heaps";
        wrong("x.hp", "x.hp" + says);
        wrong("<x.hp", "standard input" + says);
    }
    write(folder / "x.hp", "J");
    wrong("<x.hp", "standard input, line 1: integer must follow identifier");
    write(folder / "x.hp", "JOB \"x\"\nDATE 3\n");
    wrong("x.hp", "x.hp, line 2: string must follow DATE");
    wrong("<x.hp", "standard input, line 2: string must follow DATE");
    write(folder / "x.hp", "JOB \"x\"\nDATE \"d\"\nSAMPLE_UNIT \"s\"\nVALUE_UNIT \"b\"\n");
    wrong("x.hp", "x.hp: contains no samples");
    write(folder / "x.hp", ghc_files("hp").at("i005/Tree/hy.hp"));
    wrong("x.hp -o none/x.svg", "none/x.svg: cannot be written: No such file or directory");
    CHECK(folder.files() == Files{"x.hp"});
}

TEST_CASE("heapprof plot: draws the whole samples of a growing profile", "[unit]") {
    HEAPPROF_OR_SKIP();
    Folder const folder;
    std::string const whole = ghc_files("hp").at("i005/Tree/hy.hp");
    write(folder / "x.hp", whole.substr(0, whole.size() / 2));
    Result const result = plot(folder, "x.hp");
    CHECK(result.code == 0);
    CHECK(result.err == "heapprof: x.hp: the end is missing; the drawing has the samples before it\n");
    CHECK(has(read(folder / "x.svg"), "</svg>"));
}

TEST_CASE("heapprof plot: prints help for every help option", "[unit]") {
    HEAPPROF_OR_SKIP();
    Folder const folder;
    for (std::string const arguments : {"--help", "-h", "'-?'", "x.hp --help", "-d -h"}) {
        INFO(arguments);
        Result const result = plot(folder, arguments);
        CHECK(result.code == 0);
        CHECK(has(result.out, "-eW[in|mm|pt]"));
    }
    CHECK(folder.files().empty());
}

TEST_CASE("heapprof plot: draws a single sample", "[unit]") {
    HEAPPROF_OR_SKIP();
    Folder const folder;
    REQUIRE(run("dump " + game + " --hp " + (folder / "x.hp")).code == 0);
    REQUIRE(plot(folder, "x.hp").code == 0);
    std::string const svg = read(folder / "x.svg");
    CHECK(has(svg, ">at most 15.8 KiB</text>"));
    CHECK_FALSE(has(svg, "<path d=\"M68,442 68,"));  // a line
    REQUIRE(plot(folder, "x.hp --svg -o picture.xml").code == 0);
    CHECK(read(folder / "picture.xml") == svg);
}
