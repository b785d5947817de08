#include "catch.hpp"
#include "report/prof_text.hpp"
#include "support/ghc_files.hpp"

#include <trav/dump/input.hpp>
#include <trav/report/prof/json.hpp>

#include <nlohmann/json.hpp>

#include <cstddef>
#include <functional>
#include <map>
#include <sstream>
#include <string>

using Json = nlohmann::json;

namespace {

std::string prof_json(trav::ProfReport const& report, std::string const& command) {
    std::ostringstream out;
    trav::write_prof_json(out, report, command);
    return out.str();
}

// Converts GHC's JSON back to a report.
trav::ProfReport parse(Json const& json) {
    trav::ProfReport report;
    report.job.program = json.at("program");
    report.job.arguments = json.at("arguments").get<std::vector<std::string>>();
    report.job.arguments.erase(report.job.arguments.begin());
    report.job.rts_arguments = json.at("rts_arguments").get<std::vector<std::string>>();
    report.date = json.at("end_time");
    report.capabilities = json.at("initial_capabilities");
    report.tick_interval = json.at("tick_interval");
    std::map<std::int64_t, std::size_t> places;
    for (auto const& centre : json.at("cost_centres")) {
        places[centre.at("id")] = report.centres.size();
        report.centres.push_back({centre.at("id"), centre.at("label"), centre.at("module"),
                                  centre.at("src_loc"), centre.at("is_caf")});
    }
    std::function<void(Json const&, std::size_t)> const add = [&](Json const& stack, std::size_t parent) {
        std::size_t const place = report.stacks.size();
        report.stacks.push_back({0, places.at(stack.at("id")), parent, stack.at("entries"), stack.at("ticks"),
                                 stack.at("alloc")});
        for (auto const& child : stack.at("children")) add(child, place);
    };
    add(json.at("profile"), 0);
    return report;
}

std::string replaced(std::string text, std::string const& from, std::string const& to) {
    for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
        text.replace(at, from.size(), to);
    return text;
}

}  // namespace

TEST_CASE("prof_json: GHC's files are written back unchanged", "[conformance]") {
    std::size_t compared = 0;
    for (auto const& [name, wrong] : ghc_files("prof")) {
        if (name.find("/pj") == std::string::npos) continue;
        INFO(name);
        // GHC does not escape quotation marks, so its text is not valid JSON.
        std::string const text =
            replaced(replaced(wrong, "_\"x\"\"", "_\\\"x\\\"\""), "\"a \"b\"", "\"a \\\"b\"");
        Json const json = Json::parse(text);
        CHECK(prof_json(parse(json), json.at("arguments").at(0)) == text);
        ++compared;
    }
    CHECK(compared == 19);
}

TEST_CASE("prof_json: is always valid JSON", "[unit]") {
    std::string const odd = "a\"b\\c\nd\te\x01"
                            "f\xff";
    trav::ProfReport report{.job = {odd, {odd}, {odd}}, .date = odd};
    report.centres = {{1, odd, odd, odd}};
    report.stacks = {{1, 0, 0}};
    Json const json = Json::parse(prof_json(report, odd));
    std::string const expected = "a\"b\\c\nd\te\x01"
                                 "f\xef\xbf\xbd";
    CHECK(json.at("program") == expected);
    CHECK(json.at("arguments") == Json{expected, expected});
    CHECK(json.at("cost_centres").at(0).at("src_loc") == expected);
    CHECK(Json::parse(prof_json({}, "")).at("profile").is_null());
}
