// Pages and axes, computed by hand: a page has 648 by 432 points, a border of 5, and lines of 20.
#include "catch.hpp"

#include <trav/report/plot/detail/postscript_frame.hpp>

#include <fmt/format.h>

#include <cstddef>
#include <string>
#include <vector>

using trav::plot::Key;
using trav::plot::Layout;
using trav::plot::TitleBox;
using trav::plot::Traces;

namespace {

/// The texts of parts of a frame.
struct Frame : trav::plot::detail::PostScriptFrame {
    Frame(Traces const& traces, Layout const& layout) : PostScriptFrame(traces, layout) {}

    std::string head_of(std::size_t pages) { return head(pages), take(); }
    std::string page_of(std::size_t number) { return page(number), take(); }
    std::string x() { return x_axis(), take(); }
    std::string y() { return y_axis(), take(); }
    static std::u32string shown(std::string const& label) { return name({label, {}}); }
};

/// From 3 seconds on, 5.93 of them: without a key, the graph is as many hundreds of points wide;
/// and as many bytes as it is high.
Traces traces() {
    Traces result;
    result.header = {"shop", "today", "seconds", "bytes"};
    result.times = {3, 8.93};
    result.x_range = 5.93, result.y_range = 382;
    result.area = 1500;
    return result;
}
Traces with_job(std::string const& job) {
    Traces result = traces();
    result.header.job = job;
    return result;
}
constexpr Layout no_key{.key = Key::nowhere};

bool has(std::string const& text, std::string const& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("postscript frame: the title is in one line", "[unit]") {
    CHECK(Frame(traces(), no_key).page_of(3) == "%%Page: 3 3\n"
                                                "-90 rotate -756 72 translate\n"
                                                "0.5 setlinewidth\n0 0 648 432 rectangle stroke\n"
                                                "5 407 638 20 rectangle stroke\nlarge\n"
                                                "(shop) 11 413 left\n"
                                                "(1,500 bytes x seconds) 319 413 middle\n"
                                                "(today) 637 413 right\nsmall\n");
    Layout const small{.title = TitleBox::small};
    CHECK(has(Frame(with_job(std::string(35, 'j')), small).page_of(1), '(' + std::string(35, 'j') + ')'));
    CHECK(has(Frame(with_job(std::string(36, 'j')), small).page_of(1),
              '(' + std::string(16, 'j') + "..." + std::string(16, 'j') + ')'));
}

TEST_CASE("postscript frame: a large title has two lines", "[unit]") {
    Layout const big{.upright = true, .title = TitleBox::big};
    CHECK(Frame(traces(), big).page_of(1) == "%%Page: 1 1\n"
                                             "72 108 translate\n"
                                             "0.5 setlinewidth\n0 0 648 432 rectangle stroke\n"
                                             "5 387 638 40 rectangle stroke\nlarge\n"
                                             "5 407 from 643 407 to stroke\n"
                                             "(shop) 11 413 left\n"
                                             "(1,500 bytes x seconds) 11 393 left\n"
                                             "(today) 637 393 right\nsmall\n");
    CHECK(has(Frame(with_job(std::string(80, 'j')), big).page_of(1), '(' + std::string(80, 'j') + ')'));
    CHECK(has(Frame(with_job(std::string(81, 'j')), big).page_of(1),
              '(' + std::string(39, 'j') + "..." + std::string(38, 'j') + ')'));
}

TEST_CASE("postscript frame: what comes before the pages", "[unit]") {
    Traces const job = with_job("caf\xC3\xA9 \x7F" + std::string(200, 'j'));
    std::string const title = "%%Title: caf? ?" + std::string(194, 'j') + "\n%%Creator: trav\n";
    std::string const rest = "%%EndComments\n%%BeginProlog\n" +
                             std::string(trav::plot::detail::postscript_prolog) +
                             "%%EndProlog\n%%BeginSetup\n/H /Helvetica latin pop\n%%EndSetup\n";
    auto const expected = [&](std::string const& version, std::string const& box, std::string const& pages) {
        return "%!PS-Adobe-3.0" + version + "\n" + title + "%%BoundingBox: " + box +
               "\n%%LanguageLevel: 2\n%%Pages: " + pages + "\n" + rest;
    };
    CHECK(Frame(job, {}).head_of(2) == expected("", "72 108 504 756", "2"));
    CHECK(Frame(job, {.upright = true}).head_of(1) == expected("", "72 108 720 540", "1"));
    CHECK(Frame(job, {.width = 162}).head_of(1) == expected(" EPSF-3.0", "0 0 162 108", "1"));
    CHECK(Frame(job, {.width = 1, .upright = true}).head_of(1) == expected(" EPSF-3.0", "0 0 1 1", "1"));
    CHECK(has(Frame(job, {.width = 162}).page_of(1), "\n0.250000 0.250000 scale\n"));
    CHECK(has(Frame(job, {.width = 1, .upright = true}).page_of(1), "\n0.001543 0.001543 scale\n"));
}

TEST_CASE("postscript frame: the box of Encapsulated PostScript is as wide as asked", "[unit]") {
    for (int width = 1; width != 1000; ++width) {
        CAPTURE(width);
        std::string const head = Frame(traces(), {.width = static_cast<double>(width)}).head_of(1);
        int const height = (2 * width + 2) / 3;  // two thirds, rounded up
        CHECK(has(head, fmt::format("\n%%BoundingBox: 0 0 {} {}\n", width, height)));
    }
}

TEST_CASE("postscript frame: the axis of time", "[unit]") {
    std::string expected = "45 20 from 638 20 to stroke\n(seconds) 638 5 right\n";
    for (int i = 0; i != 11; ++i)  // the name takes 21 * 1.7 points, and 15 before it: not at 550 points
        expected +=
            fmt::format("{0} 20 from {0} 16 to stroke\n({1:.1f}) {0} 5 middle\n", 45 + 50 * i, 3 + .5 * i);
    CHECK(Frame(traces(), no_key).x() == expected);
    Traces none = traces();
    none.times.clear();
    CHECK(has(Frame(none, no_key).x(), "\n(0.0) 45 5 middle\n"));
}

TEST_CASE("postscript frame: the axis of values", "[unit]") {
    std::string expected = "45 20 from 45 402 to stroke\n"
                           "gsave 40 402 translate 90 rotate (bytes) 0 0 right grestore\n";
    for (int i = 0; i != 7; ++i)  // the name takes 14 * 1.7 points, and 15 before it: not at 350 points
        expected += fmt::format("45 {0} from 41 {0} to stroke\n({1}) 40 {2} right\n", 20 + 50 * i, 50 * i,
                                16.5 + 50 * i);
    CHECK(Frame(traces(), no_key).y() == expected);
    // a large title takes 20 points of the height
    CHECK(has(Frame(traces(), {.title = TitleBox::big, .key = Key::nowhere}).y(),
              "\ngsave 40 382 translate 90 rotate"));

    Traces three = traces();
    three.y_range = 3;  // whole numbers only
    CHECK(has(Frame(three, no_key).y(), "\n(0) 40 16.5 right\n"
                                        "45 147.33 from 41 147.33 to stroke\n(1) 40 143.83 right\n"
                                        "45 274.67 from 41 274.67 to stroke\n(2) 40 271.17 right\n"));
}

TEST_CASE("postscript frame: a key beside the graph takes the widest name, a box, and 15 points", "[unit]") {
    Traces some = traces();
    some.bands = {{"a", {}}, {"mm", {}}, {"i", {}}};
    // 10 * 1.7007876 + 14 + 15 of 593 points
    CHECK(has(Frame(some, {}).x(), "45 20 from 591.99 20 to stroke\n(seconds) 591.99 5 right\n"));
    CHECK(has(Frame(some, {.key = Key::apart}).x(), "45 20 from 638 20 to stroke\n"));
    CHECK(has(Frame(traces(), {}).x(), "45 20 from 638 20 to stroke\n"));  // no bands
    CHECK(Frame::shown(std::string(60, 'n')) == std::u32string(60, U'n'));
    CHECK(Frame::shown(std::string(61, 'n')) == std::u32string(29, U'n') + U"..." + std::u32string(28, U'n'));
}
