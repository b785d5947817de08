#include "catch.hpp"
#include "report/plot/asked.hpp"
#include "support/ghc_files.hpp"

#include <trav/report/plot/svg.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <sstream>
#include <string>
#include <vector>

namespace {

std::string drawn(trav::HpFile const& file, Asked const& asked = Asked("")) {
    std::ostringstream out;
    trav::plot::write_svg(out, trav::plot::traces(file, asked.choice), asked.layout);
    return out.str();
}
bool has(std::string const& text, std::string const& part) { return text.find(part) != std::string::npos; }

// All texts between `before` and `behind`.
std::vector<std::string> all(std::string const& text, std::string const& before, std::string const& behind) {
    std::vector<std::string> result;
    for (std::size_t at = text.find(before); at != std::string::npos; at = text.find(before, at)) {
        at += before.size();
        result.push_back(text.substr(at, text.find(behind, at) - at));
    }
    return result;
}

// The names in the key in drawing order, and their distances from the top.
struct Names {
    std::vector<std::string> names;
    std::vector<double> y;

    explicit Names(std::string const& svg) {
        std::string const end = "</text></g>";
        for (std::size_t at = svg.find(end); at != std::string::npos; at = svg.find(end, at + 1)) {
            std::string const element = svg.substr(svg.rfind("<text", at), at - svg.rfind("<text", at));
            names.push_back(element.substr(element.find('>') + 1));
            y.push_back(std::stod(all(element, "y=\"", "\"").at(0)));
        }
    }
};

// The fault of a text as XML: tags that do not match, or an unescaped & or <.
std::string fault(std::string const& text) {
    std::vector<std::string> open;
    for (std::size_t i = 0; i != text.size(); ++i) {
        if (text[i] == '&') {
            std::string const entity = text.substr(i, text.find(';', i) - i);
            if (entity != "&amp" && entity != "&lt" && entity != "&gt" && entity != "&quot") return entity;
        }
        if (text[i] != '<') continue;
        std::size_t const end = text.find('>', i);
        if (end == std::string::npos) return "a tag has no end";
        std::string const tag = text.substr(i + 1, end - i - 1);
        if (tag.find('<') != std::string::npos) return tag;
        if (tag.starts_with('/')) {
            if (open.empty() || open.back() != tag.substr(1)) return tag;
            open.pop_back();
        } else if (!tag.ends_with('/')) open.push_back(tag.substr(0, tag.find(' ')));
        i = end;
    }
    return open.empty() ? "" : open.back() + " is open";
}

}  // namespace

TEST_CASE("svg: each band has a title; the key is in the order of the bands, the highest first", "[unit]") {
    // Each name in the key is drawn with its band, from the lowest band up, so its position gets higher.
    std::string const svg = drawn(profile("0.0 a 1024 b 512\n1.0 a 3072\n"), Asked("-t0"));
    CHECK(fault(svg) == "");
    CHECK(Names(svg).names == std::vector<std::string>{"b", "a"});
    auto const rows = Names(svg).y;
    REQUIRE(rows.size() == 2);
    CHECK(rows[0] > rows[1]);
    CHECK(has(svg, "<title>a\n88.9% of all, 2.00 KiB on average, at most 3.00 KiB at 1.000 seconds</title>"));
    CHECK(has(svg, "<title>b\n11.1% of all, 256 B on average, at most 512 B at 0.000 seconds</title>"));
    CHECK(has(svg, "<title>job</title>"));
}

TEST_CASE("svg: bands, computed by hand", "[unit]") {
    // From (68, 442) up to 400 pixels high and, without a key, to 940 on the right.
    std::string const svg = drawn(profile("1.0 a 10 b 5\n3.0 b 20\n"), Asked("-t0 -m0"));
    auto const paths = all(svg, "</title><path d=\"", "\"/></g>");
    CHECK(paths ==
          std::vector<std::string>{"M68,442 940,442 940,442 68,242Z", "M68,242 940,442 940,42 68,142Z"});
}

TEST_CASE("svg: axes, computed by hand", "[unit]") {
    // From (68, 442) up to 400 pixels high and to 940 on the right: 2 seconds and 20 objects, in 10 steps
    trav::HpFile file = profile("1.0 a 10 b 5\n3.0 b 20\n");
    file.header.value_unit = "objects";
    std::string const svg = drawn(file, Asked("-t0 -m0"));
    for (int i = 0; i <= 10; ++i) {
        std::string const x = fmt::format("{:.4g}", 68 + 87.2 * i), y = std::to_string(442 - 40 * i);
        CHECK(has(svg, "<path class=\"axis\" d=\"M" + x + ",442v5\"/><text class=\"faint\" x=\"" + x +
                           "\" y=\"460\" text-anchor=\"middle\">" + fmt::format("{:.1f}", 1 + .2 * i) +
                           "</text>"));
        CHECK(has(svg, "<path class=\"grid\" d=\"M68," + y + "H940\"/><text class=\"faint\" x=\"62\" y=\"" +
                           std::to_string(446 - 40 * i) + "\" text-anchor=\"end\">" + std::to_string(2 * i) +
                           "</text>"));
    }
    CHECK(all(svg, "\"/><text class=\"faint\"", ">").size() == 22);
    CHECK(has(svg, "<path class=\"axis\" d=\"M68,442H940\"/>"));
    CHECK(has(svg, "x=\"504\" y=\"478\" text-anchor=\"middle\">seconds</text>"));
    CHECK(has(svg, "\"translate(14,242) rotate(-90)\" text-anchor=\"middle\">objects</text>"));
    CHECK(has(svg, "viewBox=\"0 0 960 486\" width=\"960\" height=\"486\""));
    CHECK(has(svg, "<rect class=\"paper\" width=\"960\" height=\"486\"/>"));
    CHECK(
        has(drawn(file, Asked("-t0 -m0 -e480")), "viewBox=\"0 0 960 486\" width=\"480pt\" height=\"243pt\""));
    CHECK(has(drawn(file, Asked("-t0 -m0 -e1")), "viewBox=\"0 0 960 486\" width=\"1pt\" height=\"0.5pt\""));
}

TEST_CASE("svg: bytes step by round parts of a unit, other values by round numbers", "[unit]") {
    trav::HpFile file = profile("0.0 a 1024\n1.0 a 2048\n");
    // the labels from the lowest up, 40 pixels apart for 0.2 KiB
    auto const labels = [](std::string const& svg) {
        auto found = all(svg, "text-anchor=\"end\">", "<");
        found.erase(found.begin());  // the date
        return found;
    };
    std::string const bytes = drawn(file, Asked("-m0"));
    std::vector<std::string> expected{"0"};
    for (int i = 1; i <= 10; ++i) expected.push_back(fmt::format("{:.1f} KiB", .2 * i));
    CHECK(labels(bytes) == expected);
    for (int i = 0; i <= 10; ++i) CHECK(has(bytes, "M68," + std::to_string(442 - 40 * i) + "H940"));
    file.header.value_unit = "objects";
    expected = {"0"};
    for (char const* label :
         {"200", "400", "600", "800", "1,000", "1,200", "1,400", "1,600", "1,800", "2,000"})
        expected.emplace_back(label);
    CHECK(labels(drawn(file, Asked("-m0"))) == expected);
}

TEST_CASE("svg: values are labelled with whole numbers, or as bytes", "[unit]") {
    trav::HpFile file = profile("0.0 a 1\n1.0 a 2\n");
    file.header.value_unit = "objects";
    auto const labels = [&] { return all(drawn(file, Asked("-m0")), "text-anchor=\"end\">", "<"); };
    CHECK(labels() == std::vector<std::string>{"today", "0", "1", "2"});
    file = profile("0.0 a 1024\n1.0 a 2048\n");
    for (std::string const& label : labels()) CHECK((label == "today" || label == "0" || has(label, "B")));
    CHECK(labels().back() == "2.0 KiB");
    CHECK_FALSE(has(drawn(file, Asked("-m0")), "rotate"));
}

TEST_CASE("svg: a title of one line or two, computed by hand", "[unit]") {
    trav::HpFile const file = profile("0.0 a 10\n2.0 a 10\n");
    std::string const one = drawn(file, Asked("-s")), two = drawn(file, Asked("-b"));
    CHECK(has(one, "class=\"job\" x=\"20\" y=\"26\">job</text>"));
    CHECK(has(one, "x=\"480\" y=\"26\" text-anchor=\"middle\">20 bytes x seconds</text>"));
    CHECK(has(one, "x=\"940\" y=\"26\" text-anchor=\"end\">today</text>"));
    CHECK(has(one, "viewBox=\"0 0 960 486\""));
    CHECK(has(two, "class=\"job\" x=\"20\" y=\"26\">job</text>"));
    CHECK(has(two, "x=\"20\" y=\"46\">20 bytes x seconds</text>"));
    CHECK(has(two, "x=\"940\" y=\"46\" text-anchor=\"end\">today</text>"));
    CHECK(has(two, "viewBox=\"0 0 960 506\""));  // 20 more
    for (std::string const& longest : {std::string(42, 'j'), std::string(43, 'j')})
        CHECK(has(drawn(profile("0.0 a 1\n", longest), Asked("-s")), ">" + longest + "</text>") ==
              (longest.size() == 42));
    for (std::string const& longest : {std::string(130, 'j'), std::string(131, 'j')})
        CHECK(has(drawn(profile("0.0 a 1\n", longest), Asked("-b")), ">" + longest + "</text>") ==
              (longest.size() == 130));
}

TEST_CASE("svg: the key begins behind the graph, and its longest name ends before the edge", "[unit]") {
    for (std::string const& name : {std::string("a"), std::string("bands"), std::string(30, 'n')}) {
        std::string const svg =
            drawn(profile("0.0 " + name + " 1 b 1\n1.0 " + name + " 1 b 2\n"), Asked("-t0"));
        double const end = std::stod(all(svg, "class=\"axis\" d=\"M68,442H", "\"").at(0));
        auto const x = all(svg, "<rect x=\"", "\""), of_name = all(svg, "\"/><text x=\"", "\"");
        double const widest = std::max(trav::plot::text_width(trav::plot::characters(name)),
                                       trav::plot::text_width(trav::plot::characters("b"))) *
                              12 / 10;
        REQUIRE(x.size() == 2);
        CHECK(std::abs(std::stod(x[0]) - end - 16) < .11);  // of two numbers with one decimal
        CHECK(std::abs(std::stod(of_name[0]) - end - 34) < .11);
        CHECK(std::abs(std::stod(of_name[0]) + widest - 938) < .11);
    }
    CHECK(has(drawn(profile("1.0\n2.0\n")), "M68,442H940"));  // no bands, no key
    CHECK(has(drawn(profile("1.0\n2.0\n")), "x=\"504\" y=\"242\" text-anchor=\"middle\">no bands"));
}

TEST_CASE("svg: rows of the key, computed by hand", "[unit]") {
    trav::HpFile const file = profile("0.0 a 1 b 1 c 1\n1.0 a 3 b 2 c 1\n");
    std::string const beside = drawn(file, Asked("-t0")), below = drawn(file, Asked("-t0 -M"));
    auto const rows = [](std::string const& svg) {
        std::vector<std::string> y;
        for (std::string const& rect : all(svg, "<rect x=\"", "/>"))
            y.push_back(rect.substr(rect.find(' ') + 1));
        return y;
    };
    std::string const end = "\" width=\"12\" height=\"12\"";
    CHECK(rows(beside) == std::vector{"y=\"86" + end, "y=\"66" + end, "y=\"46" + end});
    CHECK(Names(beside).y == std::vector<double>{96, 76, 56});
    CHECK(rows(below) == std::vector<std::string>(3, "y=\"494" + end));
    CHECK(Names(below).y == std::vector<double>(3, 504));
    CHECK_FALSE(has(beside, "no bands"));
}

TEST_CASE("svg: only merged bands are grey", "[unit]") {
    std::string const grey = "fill=\"#8d949c\"", bands = " a 1 b 2 c 3\n";
    trav::HpFile const file = profile("0.0" + bands + "1.0" + bands);
    CHECK_FALSE(has(drawn(file, Asked("-t0")), grey));
    std::string const svg = drawn(file, Asked("-t0 -m2"));
    CHECK(all(svg, grey + "><title>", "\n").size() == 1);
    CHECK(svg.find(grey) < svg.find("fill=\"#", svg.find(grey) + 1));
    auto const colours = all(drawn(file, Asked("-t0")), "<g class=\"band\" fill=\"", "\"");
    REQUIRE(colours.size() == 3);
    CHECK(colours[0] != colours[1]);
    CHECK(colours[1] != colours[2]);
    std::string many = "0.0";
    for (int i = 0; i != 50; ++i) many += " b" + std::to_string(i) + " 1";
    for (auto const& colour :
         all(drawn(profile(many + "\n"), Asked("-t0 -m0")), "class=\"band\" fill=\"", "\"")) {
        CHECK(colour.size() == 7);
        CHECK(colour.starts_with('#'));
    }
}

TEST_CASE("svg: the key below has columns as wide as the longest name", "[unit]") {
    for (std::size_t const length : {4u, 20u, 48u}) {
        trav::HpFile file = profile("0.0\n1.0\n");
        for (std::uint64_t i = 10; i != 60; ++i)
            for (auto& sample : file.samples)
                sample.bands.push_back({std::string(length - 2, 'n') + std::to_string(i), 100 + i});
        std::string const svg = drawn(file, Asked("-m50 -t0"));
        double widest = 0;
        for (int i = 10; i != 60; ++i) {
            auto const name = std::string(length - 2, 'n') + std::to_string(i);
            widest = std::max(widest, trav::plot::text_width(trav::plot::characters(name)) * 12 / 10);
        }
        double const columns = std::floor(920 / (widest + 42));
        double const rows = std::ceil(50 / columns);
        CHECK(has(svg, fmt::format("viewBox=\"0 0 960 {}\"", 494 + 20 * rows)));
        auto const x = all(svg, "<rect x=\"", "\""), y = all(svg, "\"/><text x=\"", ">");
        REQUIRE(x.size() == 50);
        std::vector<double> found, expected;
        for (std::string const& one : x) found.push_back(std::stod(one));
        std::ranges::sort(found);
        for (int i = 0; i != 50; ++i) expected.push_back(20 + std::floor(i / rows) * 920 / columns);
        for (std::size_t i = 0; i != 50; ++i) CHECK(std::abs(found[i] - expected[i]) < .11);
    }
}

TEST_CASE("svg: well formed for any labels", "[unit]") {
    auto const odd =
        profile("0.0 <Main.sat> 9 a&b 8 \"q\" 7 \xFF\x01 6 caf\xC3\xA9 5\n1.0\n", "<job> & \"x\"\n");
    std::string const svg = drawn(odd, Asked("-t0"));
    CHECK(fault(svg) == "");
    CHECK(Names(svg).names == std::vector<std::string>{"caf\xC3\xA9", "\xEF\xBF\xBD\xEF\xBF\xBD",
                                                       "&quot;q&quot;", "a&amp;b", "&lt;Main.sat&gt;"});
    CHECK(fault("<a>&</a>") != "");  // fault() does find faults
    CHECK(fault("<a></b>") != "");
}

TEST_CASE("svg: every profile from GHC, in the order of its .aux file", "[conformance]") {
    auto const hp = ghc_files("hp");
    for (auto const& [name, text] : hp) {
        INFO(name);
        auto const traces = trav::plot::traces(parse_hp(text));
        std::ostringstream out;
        trav::plot::write_svg(out, traces);
        CHECK(fault(out.str()) == "");
        std::vector<std::string> labels;
        for (auto const& band : traces.bands)
            labels.push_back(trav::plot::xml(trav::plot::shortened(trav::plot::characters(band.label), 48)));
        CHECK(Names(out.str()).names == labels);
    }
}

TEST_CASE("svg: the key on the right, below, or missing", "[unit]") {
    trav::HpFile file = profile("0.0\n1.0\n");
    for (std::uint64_t i = 10; i != 60; ++i)
        for (auto& sample : file.samples) sample.bands.push_back({"band" + std::to_string(i), 100 + i});
    auto const height = [](std::string const& svg) { return std::stod(all(svg, " height=\"", "\"").at(0)); };
    std::string const nowhere = drawn(file, Asked("-m0 -t0")), below = drawn(file, Asked("-m50 -t0"));
    CHECK(Names(nowhere).names.empty());
    CHECK(all(nowhere, "<title>band", "\n").size() == 50);
    CHECK(Names(below).names.size() == 50);
    CHECK(height(below) > height(nowhere));
    for (double const y : Names(below).y) CHECK(y < height(below));
    CHECK(Names(drawn(file, Asked("-t0"))).names.size() == 20);
}

TEST_CASE("svg: light and dark mode; no scripts, no external resources", "[unit]") {
    std::string const svg = drawn(profile("0.0 a 1\n1.0 a 2\n"));
    CHECK(has(svg, "@media (prefers-color-scheme:dark)"));
    CHECK_FALSE(has(svg, "<script"));
    CHECK(all(svg, "http", "\"").size() == 1);  // the name of the format
}

TEST_CASE("svg: marks, units and titles", "[unit]") {
    trav::HpFile file = profile("1.0 a 10\n3.0 a 20\n", "a job whose name is longer than thirty-five bytes");
    file.header.value_unit = "objects";
    file.marks = {0.5, 2, 3.5};
    std::string const svg = drawn(file);
    CHECK(all(svg, "<title>mark at ", "</title>") == std::vector<std::string>{"2.000 seconds"});
    CHECK(has(svg, ",62V467\"><title>mark"));  // from the top to a tick below the axis
    file.marks = {1, 3};
    CHECK(all(drawn(file), "<title>mark at ", "</title>").size() == 2);
    file.marks = {2};
    CHECK(all(drawn(file, Asked("-y")), "<title>mark at ", "</title>").empty());
    CHECK(has(svg, ">objects</text>"));
    CHECK(has(svg, "15 objects on average"));
    CHECK(has(svg, ">a job whose name is longer than thirty-five bytes</text>"));
    CHECK_FALSE(has(drawn(file, Asked("-s")), ">a job whose name is longer than thirty-five bytes</text>"));
    CHECK(has(drawn(file, Asked("-e400")), "width=\"400pt\""));
}

TEST_CASE("svg: the description has the command, and the date if there is one", "[unit]") {
    trav::HpFile file = profile("0.0 a 10\n2.0 a 10\n");
    file.header.date = "";
    auto const without = all(drawn(file), "<desc>", "</desc>").at(0);
    CHECK(has(without, "20 bytes x seconds"));
    CHECK_FALSE(has(without, ","));
    file.header.date = "Sun <1>";
    CHECK(all(drawn(file), "<desc>", "</desc>").at(0) == without + ", Sun &lt;1&gt;");
}

TEST_CASE("svg: an empty profile is drawn", "[unit]") {
    CHECK(has(drawn(profile("1.0\n2.0\n")), ">no bands</text>"));
    CHECK(fault(drawn(trav::HpFile{})) == "");
    // an axis from 0 to 1, in 5 steps
    auto const labels = all(drawn(trav::HpFile{}), "y=\"460\" text-anchor=\"middle\">", "<");
    REQUIRE(labels.size() == 6);
    for (std::size_t i = 0; i != 6; ++i)
        CHECK(labels[i] == fmt::format("{:.1f}", .2 * static_cast<double>(i)));
}

TEST_CASE("svg: a single sample extends to the end of the axis", "[unit]") {
    // From (68, 442) up to 400 pixels high and, without a key, to 940 on the right; 15 is the full height.
    std::string const svg = drawn(profile("1.0 a 10 b 5\n"), Asked("-t0 -m0"));
    CHECK(fault(svg) == "");
    auto paths = all(svg, "</title><path d=\"", "\"/></g>");
    std::ranges::sort(paths);
    CHECK(paths == std::vector<std::string>{"M68,308.7 940,308.7 940,42 68,42Z",
                                            "M68,442 940,442 940,308.7 68,308.7Z"});
}

TEST_CASE("svg: samples are marked on the axis if there are not too many", "[unit]") {
    std::string const svg = drawn(profile("1.0 a 10\n2.0 a 15\n3.0 a 20\n"), Asked("-t0 -m0"));
    CHECK(all(svg, "samples\" d=\"", "\"") == std::vector<std::string>{"M68,442v-4M504,442v-4M940,442v-4"});
    CHECK(has(svg, "<title>3 samples</title>"));
    CHECK(has(drawn(profile("1.0 a 10\n")), "<title>1 sample</title>"));
    std::string many;
    for (int i = 0; i != 200; ++i) many += std::to_string(i) + ".0 a 1\n";
    CHECK(has(drawn(profile(many)), "<title>200 samples</title>"));
    CHECK(all(drawn(profile(many + "200.0 a 1\n")), "samples\" d=\"", "\"").empty());
    CHECK(all(drawn(trav::HpFile{}), "samples\" d=\"", "\"").empty());
}

TEST_CASE("svg: texts that are too long in a wide font have a fixed width", "[unit]") {
    // The key begins 22 pixels plus the width of the name from the right edge.
    std::string const name(48, 'W');
    std::string const svg = drawn(profile("0.0 " + name + " 1\n1.0 " + name + " 1\n", std::string(35, 'W')));
    CHECK(all(svg, "textLength=\"", "\"").size() == 2);  // of the key and the title
    for (std::string const& length : all(svg, "textLength=\"", "\"")) CHECK(std::stod(length) < 560);
    CHECK(Names(svg).names == std::vector<std::string>{name});
    // The title ends 12 pixels before the text in the middle, or at the right edge.
    auto const title = [](std::size_t length, char const* flags) {
        auto const drawing = drawn(profile("0.0 a 1\n2.0 a 1\n", std::string(length, 'W')), Asked(flags));
        return std::stod(all(drawing, "y=\"26\" textLength=\"", "\"").at(0));
    };
    double const middle = trav::plot::text_width(trav::plot::characters("2 bytes x seconds")) * 12 / 10;
    CHECK(std::abs(20 + title(42, "-s") - (480 - middle / 2 - 12)) < .06);
    CHECK(title(130, "-b") == 920);
    CHECK(all(drawn(profile("0.0 a 1\n1.0 a 1\n")), "textLength=\"", "\"").empty());
}

TEST_CASE("svg: dumps have a peak instead of an area", "[unit]") {
    trav::HpFile file = profile("1.0 a 2048\n2.0 a 1024\n");
    CHECK(has(drawn(file), ">1,536 bytes x seconds</text>"));
    file.header.sample_unit = "dumps";
    CHECK(has(drawn(file), ">at most 2.00 KiB</text>"));
    CHECK_FALSE(has(drawn(file), "bytes x"));
}

TEST_CASE("svg: sums beyond 64 bits are drawn", "[unit]") {
    std::string const bands = " a 9223372036854775808 b 9223372036854775808\n";  // 2^63
    trav::HpFile file = profile("0.0" + bands + "4.0" + bands);
    CHECK(has(drawn(file), ">7.379e+19 bytes x seconds</text>"));  // 2^66
    file.header.sample_unit = "dumps";
    CHECK(has(drawn(file), ">at most 16.0 EiB</text>"));
}
