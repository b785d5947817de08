// The table and the page of `heapprof watch --once`.
#include "catch.hpp"
#include "heapprof/hp_text.hpp"
#include "heapprof/in_process.hpp"
#include "heapprof/squeezed.hpp"
#include "support/folder.hpp"
#include "support/message_of.hpp"

#include <heapprof/terminal/sparkline.hpp>

#include <cstdint>
#include <exception>
#include <filesystem>
#include <string>
#include <vector>

namespace {

using Words = std::vector<std::string>;

std::string watched(Words arguments) {
    arguments.emplace_back("--once");
    auto const add = [](heapprof::Command const& app, heapprof::Action& chosen) {
        add_watch(app, "job", chosen);
    };
    return test::squeezed(test::printed(add, arguments));
}
std::string wrong(Words const& arguments) {
    return test::message_of<std::exception>([&] { (void)watched(arguments); });
}

std::string hp(Words const& samples, std::string const& unit = "bytes") {
    return test::hp_head("hours", unit) + test::hp_samples(samples);
}

// A row of a table: its name, all its values, the last one in its unit, and its share.
std::string row(std::string const& name, std::vector<std::uint64_t> const& values, std::string const& rest) {
    return test::squeezed(name + ' ' + heapprof::sparkline(values, 30) + ' ' + rest + '\n');
}

}  // namespace

TEST_CASE("heapprof watch once: bands of the last sample, the largest first", "[unit]") {
    Folder const folder;
    std::string const file = folder / "x.hp";
    // In the table, B comes before A; D has gone.
    Words const samples{"A\t5\nB\t400\nC\t24\nD\t9\n", "A\t9\nB\t9\nC\t2030\n"};
    write(file, hp(samples));
    std::string const heading = "2 samples, the last at 2 hours\n\nband over time bytes %\n",
                      c = row("C", {24, 2030}, "1.98 KiB 99.1%"), b = row("B", {400, 9}, "9 B 0.4%"),
                      a = row("A", {5, 9}, "9 B 0.4%"), total = row("total", {438, 2048}, "2.00 KiB 100.0%");
    for (Words const& more : {Words{}, Words{"--top", "0"}, Words{"--top", "3"}, Words{"--top", "4"}}) {
        Words arguments{file};
        arguments.insert(arguments.end(), more.begin(), more.end());
        CHECK(watched(arguments) == heading + c + b + a + total);
    }
    CHECK(watched({file, "--top", "2"}) == heading + c + b + row("... 1 more", {5, 9}, "9 B 0.4%") + total);
    CHECK(watched({file, "--top", "1"}) == heading + c + row("... 2 more", {405, 18}, "18 B 0.9%") + total);

    write(file, hp(samples, "ticks"));
    CHECK(watched({file, "--top", "1"}) ==
          "2 samples, the last at 2 hours\n\nband over time ticks %\n" + row("C", {24, 2030}, "2,030 99.1%") +
              row("... 2 more", {405, 18}, "18 0.9%") + row("total", {438, 2048}, "2,048 100.0%"));
    write(file, hp({"A\t5\n"}));
    CHECK(watched({file}) == "1 sample, at 1 hours\n\nband over time bytes %\n" +
                                 row("A", {5}, "5 B 100.0%") + row("total", {5}, "5 B 100.0%"));
}

TEST_CASE("heapprof watch once: the order of the last sample, fifteen bands, and thirty columns of time",
          "[unit]") {
    Folder const folder;
    std::string const file = folder / "x.hp";
    write(file, hp({"A\t1000\nB\t1\nC\t500\n", "A\t5\nB\t50\nC\t45\n"}));
    CHECK(watched({file}) == "2 samples, the last at 2 hours\n\nband over time bytes %\n" +
                                 row("B", {1, 50}, "50 B 50.0%") + row("C", {500, 45}, "45 B 45.0%") +
                                 row("A", {1000, 5}, "5 B 5.0%") + row("total", {1501, 100}, "100 B 100.0%"));
    std::string bands;
    for (int i = 0; i != 17; ++i)
        bands += "band" + std::to_string(10 + i) + '\t' + std::to_string(100 - i) + '\n';
    write(file, hp({bands}));
    std::string const many = watched({file});
    CHECK(many.find("band24") != std::string::npos);
    CHECK(many.find("band25") == std::string::npos);
    CHECK(many.find("... 2 more") != std::string::npos);
    std::vector<std::uint64_t> values;
    Words samples;
    for (std::uint64_t i = 1; i != 62; ++i) {
        values.push_back(i * i % 17 + 1);
        samples.push_back("A\t" + std::to_string(values.back()) + '\n');
    }
    write(file, hp(samples));
    std::string const last = std::to_string(values.back()) + " B 100.0%";
    CHECK(watched({file}) == "61 samples, the last at 61 hours\n\nband over time bytes %\n" +
                                 row("A", values, last) + row("total", values, last));
}

TEST_CASE("heapprof watch once: a page of dumps names them, and is no drawing", "[unit]") {
    Folder const folder;
    std::string const dump = folder / "1.graph", page = folder / "x.html";
    write(dump, whole("ROOT a\nNODE a App 1000\nNODE b Box 24\na b box\n"));
    CHECK(watched({dump, "-o", page}).starts_with("1 sample, 1"));
    std::string const drawn = read(page);
    CHECK(drawn.starts_with("<!doctype html>"));
    CHECK(drawn.find("http-equiv=\"refresh\"") == std::string::npos);
    CHECK(drawn.find("<script") != std::string::npos);  // a drawing has none
    CHECK(drawn.find("1.graph") != std::string::npos);
}

TEST_CASE("heapprof watch once: dumps by several breakdowns, and a broken dump", "[unit]") {
    Folder const folder;
    std::string const app = "ROOT a\nNODE a App 1000\nNODE b Box 24\na b box\n";
    write(folder / "1.graph", whole(app));
    std::string const table = "\n\ntype / root over time bytes %\n" + row("App / r", {1000}, "1000 B 97.7%") +
                              row("Box / r", {24}, "24 B 2.3%") + row("total", {1024}, "1.00 KiB 100.0%");
    Words const by{folder / "1.graph", "--root", "r=a", "--by", "type,root"};
    CHECK(watched(by) == "1 sample, 1" + table);
    write(folder / "2.graph", "NODE\n");
    Words both = by;
    both.insert(both.begin() + 1, folder / "2.graph");
    std::string const found = watched(both);
    CHECK(found.starts_with("1 sample, 1" + table + "\nwaiting: " + (folder / "2.graph")));
    CHECK(found.ends_with("\n"));
}

TEST_CASE("heapprof watch once: errors", "[unit]") {
    Folder const folder;
    std::string const file = folder / "x.hp", page = folder / "x.html";
    write(file, hp({}));
    CHECK(wrong({file, "-o", page}) == "there is no sample yet");
    CHECK_FALSE(std::filesystem::exists(page));
    CHECK(wrong({file, "-o", ""}) == "-o: the page needs the name of a file");
    CHECK(wrong({file, "-o", "-"}) == "-o: the page needs the name of a file");
    CHECK(wrong({file, "--top", "x"}) == "--top: 'x' is not a number from 0 to 999999999");
    write(file, hp({"A\t5\n"}));
    std::string const before = read(file);
    CHECK(wrong({file, "-o", file}) != "");
    CHECK(read(file) == before);
}

TEST_CASE("heapprof watch once: the page has a drawing and does not reload itself", "[unit]") {
    Folder const folder;
    std::string const file = folder / "x.hp", page = folder / "x.html";
    write(file, hp({"Some_band\t5\n", "Some_band\t7\n"}));
    std::string const text = watched({file, "-o", page});
    CHECK(text.starts_with("2 samples"));
    std::string const drawn = read(page);
    CHECK(drawn.starts_with(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>A heap</title>\n"));
    CHECK(drawn.find("refresh") == std::string::npos);
    CHECK(drawn.find("<svg") != std::string::npos);
    CHECK(drawn.find("Some_band") != std::string::npos);
    CHECK(watched({file}) == text);
}
