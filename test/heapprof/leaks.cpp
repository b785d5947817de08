#include "catch.hpp"
#include "dump/jvm/written_hprof.hpp"
#include "heapprof/dump_of.hpp"
#include "heapprof/java_program.hpp"
#include "heapprof/run.hpp"
#include "heapprof/v8_dump_of.hpp"
#include "support/folder.hpp"

#include <heapprof/file/dump_formats.hpp>
#include <heapprof/heap/retained_heap.hpp>
#include <heapprof/question/leak_candidates.hpp>
#include <heapprof/question/leaks.hpp>
#include <heapprof/question/object_selector.hpp>
#include <heapprof/question/same_process.hpp>

#include <array>
#include <chrono>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <optional>
#include <random>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

// Writes dumps 1.graph, 2.graph ... with the texts of text(1), text(2) ...
class Dumps {
  public:
    Dumps(int count, std::function<std::string(int)> const& text) {
        for (int i = 1; i <= count; ++i) {
            std::string const file = folder_ / (std::to_string(i) + ".graph");
            write(file, whole("ROOT app\nNODE app App 1\nNODE base Base 1000000\napp base base\n" + text(i)));
            files_ += ' ' + file;
            names_.push_back(file);
        }
    }
    // Lets each file be so many seconds younger than the one before it.
    void apart(double seconds) const {
        auto time = std::filesystem::file_time_type::clock::now() - std::chrono::hours(48);
        for (std::string const& file : names_) {
            std::filesystem::last_write_time(file, time);
            time += std::chrono::microseconds(static_cast<long>(seconds * 1e6));
        }
    }
    Result ask(std::string const& options = "") const { return run("leaks" + files_ + ' ' + options); }
    nlohmann::json json() const { return nlohmann::json::parse(ask("--json -").out); }
    // Why the objects with a title are in the last dump.
    nlohmann::json why(std::string const& title) const {
        return nlohmann::json::parse(run("why " + names_.back() + " '" + title + "' --json -").out);
    }

  private:
    Folder const folder_;
    std::string files_;
    std::vector<std::string> names_;
};

// `count` objects of a type as elements of a holder.
std::string elements(std::string const& holder, std::string const& type, int count, int bytes) {
    std::string text;
    for (int i = 0; i != count; ++i) {
        std::string const n = holder + std::to_string(i);
        text += "NODE " + n + ' ' + type + ' ' + std::to_string(bytes) + '\n' + holder + ' ' + n + ' ' +
                std::to_string(i) + '\n';
    }
    return text;
}
std::string field(std::string const& name, std::string const& type, int bytes = 10) {
    return "NODE " + name + ' ' + type + ' ' + std::to_string(bytes) + "\napp " + name + ' ' + name + '\n';
}

bool has(std::string const& text, std::string const& part) { return text.find(part) != std::string::npos; }

std::vector<trav::Amount> amounts(std::vector<std::uint64_t> const& bytes) {
    std::vector<trav::Amount> all;
    for (std::uint64_t const each : bytes) all.push_back({each, 1});
    return all;
}
bool steadily(std::vector<std::uint64_t> const& bytes, std::uint64_t tenths) {
    return heapprof::grows_steadily(amounts(bytes), tenths);
}

}  // namespace

TEST_CASE("heapprof leaks: steady growth has so many tenths of the mean growth in every step", "[unit]") {
    CHECK(steadily({100, 200}, 10));
    CHECK(steadily({0, 30, 100}, 6));
    CHECK_FALSE(steadily({0, 30, 100}, 7));
    CHECK(steadily({0, 70, 100}, 6));
    CHECK_FALSE(steadily({0, 70, 100}, 7));
    CHECK_FALSE(steadily({100, 100, 200}, 0));
    CHECK_FALSE(steadily({100, 300, 200}, 0));
    CHECK_FALSE(steadily({200, 100}, 0));
    CHECK_FALSE(steadily({100}, 0));
    // of more than three steps, each third counts
    CHECK(steadily({100, 100, 200, 150, 300, 250, 400}, 10));
    CHECK(steadily({100, 200, 300, 400, 350, 300, 500}, 3));  // 200, 50 and 150 of 133
    CHECK_FALSE(steadily({100, 200, 300, 400, 350, 300, 500}, 4));
    CHECK(steadily({0, 10, 20, 15, 30}, 10));
    CHECK(heapprof::growth(amounts({5, 3})) == 0);
    CHECK(heapprof::growth(amounts({5, 1, 8})) == 3);
}

TEST_CASE("heapprof leaks: names that differ in numbers, or in a new last step, are one candidate",
          "[unit]") {
    trav::Table table;
    auto const line = [&](std::string const& name, std::uint64_t first, std::uint64_t last) {
        table.lines.push_back({{name}, amounts({first, last})});
    };
    line("thread-1.audit: List", 10, 20);
    line("thread-22.audit: List", 30, 50);
    line("app.pages: Map", 1, 2);  // both are old
    line("app.users: Map", 3, 4);
    line("app.log.monday: Text", 0, 5);
    line("app.log.friday: Text", 0, 6);
    line("app[17]: Row", 0, 7);
    line("shared: Row 1", 0, 8);
    line("shared: Row 2", 0, 9);
    line("top: Text", 0, 1);  // has no last step
    line("UNREACHED", 100, 900);
    heapprof::Candidates const candidates(table, heapprof::Rules());
    std::string text;
    for (auto const& each : candidates.of_at_least(1, [](auto const& all) { return all.back().bytes; }))
        text += each.name + ' ' + std::to_string(each.owners.size()) + ' ' +
                std::to_string(each.amounts.front().bytes) + ' ' + std::to_string(each.amounts.back().bytes) +
                '\n';
    CHECK(text == "thread-*.audit: List 2 40 70\n"
                  "app.log[]: Text 2 0 11\n"
                  "shared: Row 2 1 0 9\n"
                  "shared: Row 1 1 0 8\n"
                  "app[17]: Row 1 0 7\n"
                  "app.users: Map 1 3 4\n"
                  "app.pages: Map 1 1 2\n"
                  "top: Text 1 0 1\n");
    CHECK(candidates.of_at_least(70, [](auto const& all) { return all.back().bytes; }).size() == 1);
    CHECK(candidates.of_at_least(70.5, [](auto const& all) { return all.back().bytes; }).empty());
}

TEST_CASE("heapprof leaks: what has lost half of its bytes in a dump is no certain leak", "[unit]") {
    CHECK(heapprof::last_fall(amounts({100, 300, 150, 400})) == 0);
    CHECK(heapprof::last_fall(amounts({100, 300, 149, 400})) == 2);
    CHECK(heapprof::last_fall(amounts({100, 40, 300, 90})) == 3);
    CHECK(heapprof::last_fall(amounts({7})) == 0);

    HEAPPROF_OR_SKIP();
    // a cache that fills and is cleared, and a log that never is
    auto const cached = [](int n) {
        constexpr std::array<int, 7> counts{100, 500, 250, 700, 500, 240, 1000};
        return field("cache", "Map") +
               elements("cache", "Entry", counts.at(static_cast<std::size_t>(n) - 1), 1000);
    };
    Dumps const dumps(
        7, [&](int n) { return cached(n) + field("log", "List") + elements("log", "Line", 100 * n, 1000); });
    nlohmann::json const answer = dumps.json();
    REQUIRE(answer["findings"].size() == 2);
    CHECK(answer["findings"][0]["name"] == "app.log: List");
    CHECK(answer["findings"][0]["verdict"] == "leaks");
    CHECK(answer["findings"][0]["fell"] == "");
    auto const& cache = answer["findings"][1];
    CHECK(cache["name"] == "app.cache: Map");
    CHECK(cache["verdict"] == "grew");
    CHECK(cache["fell"].get<std::string>().ends_with("6.graph"));
    CHECK(has(cache["text"], "It fell from 488 KiB to 234 KiB in "));
    CHECK(has(cache["text"], "6.graph, as a cache that is cleared. In it"));
    Dumps const alone(7, cached);
    CHECK(has(alone.ask().out, "No certain leak, but these grew:"));
    CHECK(alone.ask().code == 0);
}

TEST_CASE("heapprof leaks: a buffer that doubles grows by leaps", "[unit]") {
    using heapprof::grows_by_leaps;
    CHECK(grows_by_leaps(amounts({100, 100, 150})));
    CHECK(grows_by_leaps(amounts({100, 200, 200, 400})));
    CHECK_FALSE(grows_by_leaps(amounts({100, 120, 149})));
    CHECK_FALSE(grows_by_leaps(amounts({100, 200, 190})));
    CHECK_FALSE(grows_by_leaps(amounts({0, 0, 200})));
    CHECK_FALSE(grows_by_leaps({{100, 1}, {200, 2}}));  // another object

    HEAPPROF_OR_SKIP();
    auto const finding = [](std::array<int, 3> const& bytes) {
        auto const json =
            Dumps(3, [&](int i) { return field("log", "String", bytes[std::size_t(i) - 1]); }).json();
        REQUIRE(json["findings"].size() == 1);
        return json["findings"][0];
    };
    CHECK(finding({100'000, 100'000, 200'000})["verdict"] == "grew");
    CHECK(
        has(finding({100'000, 100'000, 200'000})["text"], "It grows by leaps, as a buffer that is doubled"));
    CHECK(has(finding({100'000, 100'000, 200'000})["text"], " In it: 1 object. "));  // the title has its type
    CHECK(finding({100'000, 200'000, 400'000})["verdict"] == "leaks");
    CHECK(finding({100'000, 120'000, 140'000})["leaps"] == false);
    // no rate without growth in the last step: 100,000 bytes in two steps
    CHECK(has(finding({100'000, 100'000, 200'000})["text"], " -> 195 KiB; "));
    CHECK(has(finding({100'000, 200'000, 200'000})["text"], " -> 195 KiB; "));
    CHECK(has(finding({100'000, 120'000, 200'000})["text"], ", 48.8 KiB a dump; "));
}

TEST_CASE("heapprof leaks: a cache of 1,000 entries or more that has lost none is a leak", "[unit]") {
    HEAPPROF_OR_SKIP();
    Folder const folder;
    write(folder / "my.rules", "path app.pages\nkind cache\nsay Ours.\n");
    // pages `gone` to `count` times the number of the dump
    auto const ask = [&](int count, int gone) {
        Dumps const dumps(3, [=](int i) {
            std::string text = field("pages", "Map");
            for (int k = i == 3 ? gone : 0; k != count * i; ++k) {
                std::string const id = "page" + std::to_string(k);
                text += "NODE " + id + " Page 100\npages " + id + ' ' + std::to_string(k) + '\n';
            }
            return text;
        });
        Result const result = dumps.ask("--rules " + (folder / "my.rules") + " --width 0");
        INFO(result.out);
        CHECK(has(result.out, "app.pages: Map (cache)\n"));
        CHECK(has(result.out, "No entry has gone: ") == (result.code == 3));
        return result.code;
    };
    CHECK(ask(334, 0) == 3);  // 1,002 in the last dump
    CHECK(ask(333, 0) == 0);
    CHECK(ask(400, 1) == 0);
}

TEST_CASE("heapprof leaks: the number and the class of the elements come first", "[unit]") {
    HEAPPROF_OR_SKIP();
    Dumps const dumps(3, [](int i) {
        std::string text = field("sessions", "Map") + elements("sessions", "Session", 100 * i, 1);
        for (int k = 0; k != 100 * i; ++k) {
            std::string const session = "sessions" + std::to_string(k);
            text += "NODE " + session + "t Text 900\n" + session + ' ' + session + "t text\n" + "NODE " +
                    session + "d Date 90\n" + session + ' ' + session + "d since\n";
        }
        return text;
    });
    auto const json = dumps.json();
    REQUIRE(json["findings"].size() == 1);
    auto const& found = json["findings"][0];
    CHECK(has(found["text"],
              " In it: 300 Session; in all 901 objects, 600 more than before, such as 300 Text "));
    CHECK(found["elements"] == 300);
    CHECK(found["held_type"] == "Session");
    CHECK(found["held_by"][0]["name"] == "app.sessions[]");
}

TEST_CASE("heapprof leaks: the growth begins with the last dump before it", "[unit]") {
    HEAPPROF_OR_SKIP();
    std::vector<int> const counts{100, 100, 200, 150, 300, 250, 400};
    Dumps const dumps(7, [&](int i) {
        return field("sessions", "Map") + elements("sessions", "Session", counts[std::size_t(i) - 1], 1000);
    });
    auto const json = dumps.json();
    REQUIRE(json["findings"].size() == 1);
    CHECK(json["findings"][0]["verdict"] == "leaks");
    CHECK(std::string(json["findings"][0]["since"]).ends_with("/2.graph"));
    CHECK(has(dumps.ask("--width 1000").out, ", 58.6 KiB a dump; "));  // 300,000 bytes in five steps
}

TEST_CASE("heapprof leaks: a small part that slows down is a cache, unless it is a fifth of the growth",
          "[unit]") {
    HEAPPROF_OR_SKIP();
    // 90 % of the mean growth is due in each step; the second one has 80 %
    std::vector<int> const pages{10, 160, 260};
    auto const leaks = [&](int sessions) {
        std::vector<std::string> names;
        auto const json =
            Dumps(3, [&](int i) {
                return field("cache", "Map") + elements("cache", "Page", pages[std::size_t(i) - 1], 1000) +
                       field("sessions", "Map") + elements("sessions", "Session", sessions * i, 200);
            }).json();
        for (auto const& found : json["findings"])
            if (found["verdict"] == "leaks") names.push_back(found["name"]);
        return names;
    };
    using Names = std::vector<std::string>;
    // 250,000 bytes of 1,250,000 and of 1,270,000
    CHECK(leaks(2500) == Names{"app.sessions: Map", "app.cache: Map"});
    CHECK(leaks(2550) == Names{"app.sessions: Map"});
}

TEST_CASE("heapprof leaks: a small part with steadily more objects is a leak, whatever its table does",
          "[unit]") {
    HEAPPROF_OR_SKIP();
    auto const leaks = [&](std::vector<int> const& pages, std::vector<int> const& table) {
        std::vector<std::string> names;
        auto const json = Dumps(3, [&](int i) {
                              std::size_t const at = std::size_t(i) - 1;
                              return field("cache", "Map", table[at]) +
                                     elements("cache", "Page", pages[at], 1000) + field("sessions", "Map") +
                                     elements("sessions", "Session", 4000 * i, 200);
                          }).json();
        for (auto const& found : json["findings"])
            if (found["verdict"] == "leaks") names.push_back(found["name"]);
        return names;
    };
    using Names = std::vector<std::string>;
    Names const both{"app.sessions: Map", "app.cache: Map"}, one{"app.sessions: Map"};
    // Of 290,000 bytes, 110,000 and 180,000, or the reverse: 76 % of the mean growth in one step
    CHECK(leaks({100, 200, 300}, {10'000, 20'000, 100'000}) == both);
    CHECK(leaks({100, 200, 300}, {10'000, 90'000, 100'000}) == both);
    CHECK(leaks({100, 216, 300}, {10'000, 90'000, 100'000}) == one);    // 84 % of the mean number of objects
    CHECK(leaks({100, 200, 300}, {290'000, 390'000, 300'000}) == one);  // 10,000 bytes in the last step
}

TEST_CASE("heapprof leaks: a class of the program is named before a general type that grows more", "[unit]") {
    HEAPPROF_OR_SKIP();
    Dumps const dumps(3, [](int i) {
        std::string text = field("store", "Store");
        auto const add = [&](std::string const& type, int count, int bytes) {
            for (int k = 0; k != count; ++k) {
                std::string const n = type + std::to_string(k);
                text +=
                    "NODE " + n + ' ' + type + ' ' + std::to_string(bytes) + "\nstore " + n + ' ' + n + '\n';
            }
        };
        add("Object", 300 * i, 100);
        add("Session", 10 * i, 100);
        add("Zebra", 50, 200), add("Apple", 50, 200);
        add("Small", 10, 10);
        return text;
    });
    auto const json = dumps.json();
    REQUIRE(json["findings"].size() == 1);
    auto const& found = json["findings"][0];
    INFO(found.dump(1));
    CHECK(found["held_type"] == "Session");
    CHECK(found["examined"] == 30);
    // the three types with most bytes; in the order of names, if these are equal
    std::vector<std::string> types;
    for (auto const& each : found["contents"]) types.push_back(each["type"]);
    CHECK(types == std::vector<std::string>{"Object", "Apple", "Zebra"});
}

TEST_CASE("heapprof leaks: holders that come with each object are not named as the two", "[unit]") {
    HEAPPROF_OR_SKIP();
    Dumps const dumps(3, [](int i) {
        std::string text = field("sessions", "Map") + field("requests", "Array");
        for (int k = 0; k != 100 * i; ++k) {
            std::string const n = std::to_string(k);
            text += "NODE s" + n + " Session 100\nsessions s" + n + ' ' + n + "\nNODE r" + n +
                    " Request 1\nrequests r" + n + ' ' + n + "\nr" + n + " s" + n + " of\n";
        }
        return text;
    });
    auto const json = dumps.json();
    INFO(json.dump(1));
    REQUIRE(json["findings"].size() == 1);
    auto const& found = json["findings"][0];
    CHECK(found["held_type"] == "Session");
    REQUIRE(found["held_by"].size() == 2);
    CHECK(found["held_by"][0]["objects"] == 30);
    CHECK(found["held_by"][1]["objects"] == 30);
    CHECK(found["held_by"][0]["name"] == "app.sessions[]");  // one Map, not 30 requests
    CHECK(found["all_holders"].empty());
}

TEST_CASE("heapprof leaks: names a collection that grows in every step, and exits with 3", "[unit]") {
    HEAPPROF_OR_SKIP();
    Dumps const dumps(3, [](int i) {
        return field("sessions", "Map") + elements("sessions", "Session", 100 * i, 100) +
               field("cache", "Map") + elements("cache", "Page", 400, 100);
    });
    Result const result = dumps.ask();
    INFO(result.out);
    CHECK(result.code == 3);
    CHECK(result.err == "heapprof: 1 leak\n");
    CHECK(result.out.starts_with("1 leak, the worst first:\n\n1. app.sessions: Map\n"));
    auto const json = dumps.json();
    CHECK(json["leaks"] == true);
    REQUIRE(json["findings"].size() == 1);
    auto const& found = json["findings"][0];
    CHECK(found["name"] == "app.sessions: Map");
    CHECK(found["verdict"] == "leaks");
    CHECK(found["amounts"][0]["bytes"] == 10010);
    CHECK(found["amounts"][2]["bytes"] == 30010);
    CHECK(found["amounts"][2]["objects"] == 301);
    CHECK(found["copies"] == 1);
    CHECK(found["freed"]["bytes"] == 30010);
    CHECK(found["selector"] == "app.sessions");
    CHECK(found["contents"][0]["type"] == "Session");
    CHECK(found["contents"][0]["first"]["objects"] == 100);
    CHECK(found["contents"][0]["last"]["bytes"] == 30000);
    CHECK(found["held_type"] == "Session");
    CHECK(found["held_by"][0]["name"] == "app.sessions[]");
}

// The scope of the list's variable is in an object of the type of the elements.
TEST_CASE("heapprof leaks: a list is named by the variable of its newest element", "[unit]") {
    HEAPPROF_OR_SKIP();
    Dumps const dumps(3, [](int i) {
        std::string text =
            field("exports", "Object") + "NODE scope Scope 1\nexports scope scope\nscope c0 head\n";
        for (int n = 0; n != 200 * i; ++n) {
            std::string const id = 'c' + std::to_string(n);
            text += "NODE " + id + " Object 1000\n";
            if (n != 0) text += 'c' + std::to_string(n - 1) + ' ' + id + " prev\n";
        }
        return text;
    });
    auto const json = dumps.json();
    INFO(json.dump(1));
    REQUIRE(json["findings"].size() == 1);
    auto const& finding = json["findings"][0];
    CHECK(finding["title"] == "app.exports.scope.head: Object");
    CHECK(finding["amounts"][2]["bytes"] == 600000);
    CHECK(finding["examined"] == 30);
    CHECK(finding["held_by"].empty());  // the scope holds one of the 30, and other elements hold the rest
}

TEST_CASE("heapprof leaks: the next command works when pasted", "[unit]") {
    HEAPPROF_OR_SKIP();
    Dumps const dumps(3, [](int i) {
        return "NODE odd Map 10\napp odd \"it's odd\"\n" + elements("odd", "Session", 100 * i, 100);
    });
    auto const json = dumps.json();
    REQUIRE(json["findings"].size() == 1);
    std::string const next = json["findings"][0]["next"];
    REQUIRE(next.starts_with("heapprof why "));
    CHECK(has(dumps.ask().out, "\n   " + next + '\n'));
    Result const why = run(next.substr(9));
    CHECK(why.code == 0);
    CHECK(why.out.starts_with("Map @odd, own 10 B, retains 29.3 KiB"));
}

TEST_CASE("heapprof leaks: the next command has the id of an object whose path is long", "[unit]") {
    HEAPPROF_OR_SKIP();
    Dumps const dumps(3, [](int i) {
        std::string const part(150, 'p');
        return "NODE part Part 1\napp part " + part + "\nNODE list List 10\npart list " + part + '\n' +
               elements("list", "Row", 100 * i, 1000);
    });
    auto const json = dumps.json();
    INFO(json.dump(1));
    CHECK(json["findings"][0]["selector"] == "@list");
    std::string const next = json["findings"][0]["next"];
    CHECK(run(next.substr(next.find(' ') + 1)).code == 0);
}

TEST_CASE("heapprof leaks: the next command fits on 80 columns if the name of the file allows it", "[unit]") {
    HEAPPROF_OR_SKIP();
    using Finding = heapprof::LeaksAnswer::Finding;
    heapprof::LeaksAnswer answer;
    answer.dumps = {{"3.dump", 1, 1}};
    auto const next = [&](std::string const& selector, std::string const& id) {
        Finding finding{"", heapprof::LeaksAnswer::Verdict::large, {}, 0};
        finding.selector = selector;
        finding.object.id = id;
        return heapprof::next_command(answer, finding);
    };
    std::string const path(57, 'p');  // after three blanks and "heapprof why 3.dump "
    CHECK(next(path, "12") == "heapprof why 3.dump " + path);
    CHECK(next(path + 'p', "12") == "heapprof why 3.dump @12");
    CHECK(next(path + 'p', path + "pp") == "heapprof why 3.dump " + path + 'p');  // the id is no shorter
    CHECK(next("Shop[@0x1f][@0x2f]", "0x2f") == "heapprof why 3.dump @0x2f");
    CHECK(next("a[@1]", "a longer id") == "heapprof why 3.dump 'a[@1]'");
}

TEST_CASE("heapprof leaks: each command that it prints works", "[conformance]") {
    HEAPPROF_OR_SKIP();
    std::string const data = "example/data/";
    std::size_t commands = 0;
    for (std::string const& files : {shop_1 + ' ' + shop_2 + ' ' + shop_3, shop_3, data + "shop.hprof.gz",
                                     data + "shop.rubyheap.gz", data + "shop.jsonl.gz", game}) {
        std::istringstream lines(run("leaks " + files).out);
        for (std::string line; std::getline(lines, line);) {
            constexpr std::string_view begin = "   heapprof ";
            if (!line.starts_with(begin)) continue;
            INFO(line);
            ++commands;
            Result const result = run(line.substr(begin.size()));
            CHECK(result.code == 0);
            CHECK(!result.out.empty());
        }
    }
    CHECK(commands > 10);
}

TEST_CASE("heapprof leaks: the class with the field is named, unless it says nothing", "[unit]") {
    HEAPPROF_OR_SKIP();
    auto const class_with_field = [](std::string const& type, std::string const& field) {
        Dumps const dumps(3, [&](int i) {
            return "NODE holder " + type + " 10\napp holder buffers\nNODE leased Array 10\nholder leased " +
                   field + '\n' + elements("leased", "Buffer", 100 * i, 100);
        });
        auto const json = dumps.json();
        REQUIRE(json["findings"].size() == 1);
        auto const& found = json["findings"][0];
        std::string const type_found = found["field_of"];
        CHECK(has(found["text"], "A field of " + type_found + ". ") == !type_found.empty());
        return type_found;
    };
    CHECK(class_with_field("io.Buffers", "leased") == "io.Buffers");
    CHECK(class_with_field("Array", "leased").empty());  // it is a collection
    CHECK(class_with_field("Object[]", "leased").empty());
    CHECK(class_with_field("io.Buffers", "7").empty());  // an element
}

TEST_CASE("heapprof leaks: the growth over time, by the times of the files", "[unit]") {
    HEAPPROF_OR_SKIP();
    Dumps const dumps(
        3, [](int i) { return field("sessions", "Map") + elements("sessions", "Session", 1024 * i, 100); });
    // 100 KiB a dump; 200 KiB in the whole time
    dumps.apart(30);
    CHECK(
        has(dumps.ask("--width 1000").out, ", 100 KiB a dump, 200 KiB a minute by the times of the files; "));
    auto const json = dumps.json();
    CHECK(json["clock"] == "files");
    CHECK(json["seconds"] == nlohmann::json{0., 30., 60.});
    dumps.apart(2 * 3600);
    CHECK(has(dumps.ask("--width 1000").out, ", 50.0 KiB an hour by the times of the files; "));
    dumps.apart(12 * 3600);
    CHECK(has(dumps.ask("--width 1000").out, ", 200 KiB a day by the times of the files; "));
    dumps.apart(5.25);
    CHECK(dumps.json()["seconds"] == nlohmann::json{0., 5.25, 10.5});
    for (double const seconds : {4.75, -30.}) {  // copied at once, or in another order
        dumps.apart(seconds);
        CHECK(has(dumps.ask("--width 1000").out, ", 100 KiB a dump; "));
        CHECK(dumps.json()["clock"] == "");
        CHECK(dumps.json()["seconds"].empty());
    }
}

TEST_CASE("heapprof leaks: the growth over time, by the times in the dumps", "[unit]") {
    HEAPPROF_OR_SKIP();
    Folder const folder;
    // 10 pages of 10 KiB more in each dump
    auto const ask = [&](std::vector<std::uint64_t> const& milliseconds) {
        std::string files;
        for (std::size_t n = 0; n != milliseconds.size(); ++n) {
            WrittenHprof out(8, "1.0.2", milliseconds[n]);
            out.class_(0x100, "shop/Cache", 0, {}, {{"PAGES", 0x1000}});
            out.class_(0x108, "[Ljava/lang/Object;", 0, {});
            out.class_(0x110, "[B", 0, {});
            std::vector<std::uint64_t> pages;
            for (std::size_t i = 0; i != 10 * (n + 1); ++i) {
                pages.push_back(0x10000 + 0x4000 * i);
                out.primitives(pages.back(), java_byte, 10240, std::string(10240, 'x'));
            }
            pages.resize(100);  // null
            out.objects(0x1000, 0x108, pages);
            std::string const file = folder / (std::to_string(n) + ".hprof");
            write(file, out.bytes());
            files += ' ' + file;
        }
        return run("leaks" + files + " --width 1000 --json " + folder / "answer.json").out;
    };
    auto const answer = [&] { return nlohmann::json::parse(read(folder / "answer.json")); };
    // 20 pages, each of 10,240 bytes and a head of 16, in 10 and in 40 seconds
    std::uint64_t const begin = 1'700'000'000'123;
    CHECK(has(ask({begin, begin + 10'000, begin + 40'000}),
              ", 100 KiB a dump, 300 KiB a minute by the times in the dumps; "));
    CHECK(answer()["clock"] == "dumps");
    CHECK(answer()["seconds"] == nlohmann::json{0., 10., 40.});
    ask({begin, begin + 2, begin + 4});
    CHECK(answer()["seconds"].size() == 3);
    // at once, or not all known: then the times of the files are not asked
    for (std::uint64_t const second : {begin, std::uint64_t{0}}) {
        CHECK(has(ask({begin, second, begin + 40'000}), ", 100 KiB a dump; "));
        CHECK(answer()["clock"] == "");
    }
    CHECK(has(ask({0, begin, begin + 40'000}), ", 100 KiB a dump; "));
    CHECK(ask({begin, begin - 1, begin + 40'000}).empty());
}

TEST_CASE("heapprof leaks: V8 numbers its objects by odd ids", "[unit]") {
    auto const accepted = [](std::vector<std::uint64_t> const& before,
                             std::vector<std::uint64_t> const& after) {
        heapprof::SameProcess same;
        for (auto const& ids : {before, after}) {
            Written v8;
            for (std::uint64_t const id : ids) v8.node(id % 2 == 0 ? "native" : "object", 8, {});
            v8.snapshot.node_id = {};
            for (std::uint64_t const id : ids) v8.snapshot.node_id.push_back(id);
            auto const dump = any_dump_of(v8);
            try {
                same.add("dump", *dump);
            } catch (trav::dump::Error const&) { return false; }
        }
        return true;
    };
    CHECK(accepted({1, 3, 7}, {1, 3, 7}));
    CHECK(accepted({1, 3, 7}, {1, 9}));
    CHECK_FALSE(accepted({1, 3, 7}, {1, 3, 5}));
    CHECK(accepted({1, 3, 900'000'000}, {1, 3, 5, 800'000'000}));  // hashes of addresses outside V8's heap
}

TEST_CASE("heapprof leaks: dumps of other processes, or in another order, are refused", "[unit]") {
    HEAPPROF_OR_SKIP();
    auto const refused = [](std::string const& files, std::string const& says) {
        Result const result = run("leaks " + files);
        INFO(result.err);
        CHECK(result.code == 1);
        CHECK(result.out.empty());
        CHECK(has(result.err, says));
    };
    refused(shop_1 + ' ' + shop_3 + ' ' + shop_2,
            shop_2 + ": was written before " + shop_3 + ": the oldest dump comes first");
    CHECK(run("leaks " + shop_1 + ' ' + shop_1).code == 0);

    Dumps const dumps(2, [](int n) { return elements("base", "A", n, 8); });
    for (double const apart : {-10., -1., 10.}) {
        dumps.apart(apart);
        CHECK(has(dumps.ask().err, " is an older file than ") == (apart == -10));
    }

    Folder const folder;
    auto const numbered = [&](std::string const& file, std::vector<std::string> const& types) {
        std::string refs, objects;
        for (std::size_t i = 0; i != types.size(); ++i) {
            std::string const id = std::to_string(100 + i);
            refs += (i == 0 ? "" : ", ") + id;
            objects += R"({"id": )" + id + R"(, "type": ")" + types[i] + R"(", "size": 8})" + "\n";
        }
        write(folder / file, R"({"id": 1, "type": "Root", "size": 8, "roots": ["app"], "refs": [)" + refs +
                                 "]}\n" + objects + R"({"objects": )" + std::to_string(types.size() + 1) +
                                 "}\n");
        return folder / file;
    };
    // of 21 ids in both, one may have another type, but not two
    std::vector<std::string> types(20, "A");
    std::string const one = numbered("1.jsonl", types);
    types[5] = "B";
    CHECK(run("leaks " + one + ' ' + numbered("2.jsonl", types)).code == 0);
    types[6] = "B";
    refused(one + ' ' + numbered("3.jsonl", types),
            "3.jsonl: is of another process than " + one + ": of 21 ids in both, 2 are of another type");
}

TEST_CASE("heapprof leaks: two processes of one Java program are told by a number that Java chose",
          "[unit]") {
    HEAPPROF_OR_SKIP();
    Folder const folder;
    auto const written = [&](std::string const& name, std::string const& field, std::uint64_t salt) {
        WrittenHprof file;
        file.class_(1, "java/lang/Object", 0, {});
        file.load_class(2, "java/util/ImmutableCollections");
        std::uint64_t const label = file.string(field);
        file.heap.u(1, 0x20).id(2).u(4, 0).id(1).id(0).id(0).id(0).id(0).id(0).u(4, 0).u(2, 0);
        file.heap.u(2, salt != 0).id(label).u(1, java_long).u(8, salt).u(2, 0);
        if (salt == 0) file.heap.bytes.erase(file.heap.bytes.size() - 19, 17);  // without the field
        write(folder / name, file.bytes());
        return folder / name;
    };
    std::string const one = written("1.hprof", "SALT32L", 77), again = written("2.hprof", "SALT32L", 77),
                      other = written("3.hprof", "SALT32L", 78), old = written("4.hprof", "", 0);
    CHECK(run("leaks " + one + ' ' + again + ' ' + again).code == 0);
    CHECK(run("leaks " + one + ' ' + old).code == 0);
    CHECK(run("leaks " + one + ' ' + written("5.hprof", "MASK", 78)).code == 0);  // another field
    Result const refused = run("leaks " + one + ' ' + other);
    CHECK(refused.code == 1);
    CHECK(has(refused.err, other + ": is of another process than " + one +
                               ": the number that Java chose at random when it began is another one"));
}

TEST_CASE("heapprof leaks: two processes of Ruby or Python are told by addresses of classes and modules",
          "[unit]") {
    HEAPPROF_OR_SKIP();
    Folder const folder;
    // 20 modules, of which the last `moved` are elsewhere; `type`: of the modules
    auto const written = [&](std::string const& name, int moved, std::string const& type = "module",
                             int count = 20) {
        std::string text;
        for (int i = 0; i != count; ++i)
            text += R"({"id": )" + std::to_string(i + 100 + (i < count - moved ? 0 : 1000)) +
                    R"(, "type": ")" + type + R"(", "size": 8, "name": "m)" + std::to_string(i) +
                    R"(", "roots": ["m"]})" + "\n";
        write(folder / name,
              text + R"({"objects": )" + std::to_string(count) + R"(, "reused_ids": true})" + "\n");
        return folder / name;
    };
    std::string const one = written("1.jsonl", 0);
    CHECK(run("leaks " + one + ' ' + written("2.jsonl", 18)).code == 0);
    Result const refused = run("leaks " + one + ' ' + written("3.jsonl", 19));
    CHECK(refused.code == 1);
    CHECK(has(refused.err, "3.jsonl: is of another process than " + one +
                               ": of 20 classes and modules in both, 1 have the same address"));
    // other objects may be anywhere, and seven modules do not tell
    CHECK(run("leaks " + written("4.jsonl", 0, "list") + ' ' + written("5.jsonl", 20, "list")).code == 0);
    CHECK(run("leaks " + written("6.jsonl", 0, "type", 7) + ' ' + written("7.jsonl", 7, "type", 7)).code ==
          0);
    CHECK(run("leaks " + written("8.jsonl", 0, "type", 8) + ' ' + written("9.jsonl", 8, "type", 8)).code ==
          1);
}

TEST_CASE("heapprof leaks: what levels off or shrinks is no leak", "[unit]") {
    HEAPPROF_OR_SKIP();
    std::vector<int> const full{300, 390, 400}, busy{100, 300, 200};
    Dumps const dumps(3, [&](int i) {
        return field("cache", "Map") + elements("cache", "Page", full[std::size_t(i) - 1], 1000) +
               field("queue", "Queue") + elements("queue", "Job", busy[std::size_t(i) - 1], 1000);
    });
    Result const result = dumps.ask();
    INFO(result.out);
    CHECK(result.code == 0);
    CHECK(result.err.empty());
    CHECK(result.out.starts_with("No leak: "));
    auto const json = dumps.json();
    CHECK(json["leaks"] == false);
    REQUIRE(json["findings"].size() == 3);
    for (auto const& found : json["findings"]) CHECK(found["verdict"] == "large");
    CHECK(json["findings"][0]["name"] == "app.base: Base");
    CHECK(json["findings"][1]["name"] == "app.cache: Map");
}

TEST_CASE("heapprof leaks: one dump shows what is large, two show what grew", "[unit]") {
    HEAPPROF_OR_SKIP();
    auto const text = [](int i) {
        return field("sessions", "Map") + elements("sessions", "Session", 100 * i, 1000);
    };
    Result const one = Dumps(1, text).ask();
    CHECK(one.code == 0);
    CHECK(one.out.starts_with("One dump shows no growth: give two more, taken later."));
    CHECK(has(one.out, "1. app.base: Base\n"));  // the largest first
    CHECK(has(one.out, "2. app.sessions: Map\n"));
    Result const two = Dumps(2, text).ask();
    CHECK(two.code == 0);
    CHECK(two.out.starts_with("These grew. Two dumps do not tell a leak from a cache that fills"));
    CHECK(has(two.out, "1. app.sessions: Map\n   Grew since "));
}

TEST_CASE("heapprof leaks: of one dump, the largest first, and of many those that tell most", "[unit]") {
    HEAPPROF_OR_SKIP();
    // base has 1,000,000 bytes in one object. Six collections have 60 parts each: 60,000 to 360,000 bytes.
    // The timers have 400 parts and 4,000,000 bytes, but are the runtime's.
    Dumps const dumps(1, [](int) {
        std::string text = field("timers", "Timer") + elements("timers", "T", 400, 10'000);
        for (int i = 1; i <= 6; ++i) {
            std::string const name = "c" + std::string(1, static_cast<char>('a' + i));
            text += field(name, "Map") + elements(name, "Item", 60, 1000 * i);
        }
        return text;
    });
    Folder const folder;
    write(folder / "x.rules", "type Timer\nkind platform\n");
    auto const json = nlohmann::json::parse(dumps.ask("--json - --rules " + (folder / "x.rules")).out);
    std::vector<std::string> names;
    for (auto const& found : json["findings"]) names.push_back(found["name"]);
    // Three hold 5 % of 6.26 million bytes. Of the others, the two largest stay.
    CHECK(names == std::vector<std::string>{"app.timers: Timer", "app.base: Base", "app.cg: Map",
                                            "app.cf: Map", "app.ce: Map"});
}

TEST_CASE("heapprof leaks: of one dump, a library's code and the runtime's memory hide nothing", "[unit]") {
    HEAPPROF_OR_SKIP();
    // The file of the runtime has 10,000,000 bytes and its stack 600,000. Each collection has 42,000 bytes:
    // 0.4 % of the heap, and 3 % of the rest.
    Dumps const dumps(1, [](int) {
        std::string text = field("file", "File", 10'000'000) + field("stack", "Stack", 600'000);
        for (int i = 1; i <= 5; ++i) {
            std::string const name = "c" + std::string(1, static_cast<char>('a' + i));
            text += field(name, "Map") + elements(name, "Item", 60, 700 + i);
        }
        return text;
    });
    Folder const folder;
    write(folder / "x.rules", "type File\ntype Stack\nkind platform\n");
    auto const json = nlohmann::json::parse(dumps.ask("--json - --rules " + (folder / "x.rules")).out);
    std::vector<std::string> names;
    for (auto const& found : json["findings"]) names.push_back(found["name"]);
    CHECK(names == std::vector<std::string>{"app.file: File", "app.base: Base", "app.cf: Map", "app.ce: Map",
                                            "app.cd: Map"});
}

TEST_CASE("heapprof leaks: of one dump, what is not the program's comes last, unless it is large", "[unit]") {
    HEAPPROF_OR_SKIP();
    Folder const folder;
    write(folder / "x.rules", "type Stack\nkind platform\n");
    auto const names = [&](int of_runtime) {
        Dumps const dumps(
            1, [=](int) { return field("stack", "Stack", of_runtime) + field("list", "Array", 20'000); });
        auto const json = nlohmann::json::parse(dumps.ask("--json - --rules " + (folder / "x.rules")).out);
        std::vector<std::string> all;
        for (auto const& found : json["findings"]) all.push_back(found["name"]);
        return all;
    };
    using Names = std::vector<std::string>;
    CHECK(names(30'000) == Names{"app.base: Base", "app.list: Array", "app.stack: Stack"});
    CHECK(names(60'000) == Names{"app.base: Base", "app.stack: Stack", "app.list: Array"});  // 5.5 %
}

TEST_CASE("heapprof leaks: of one dump, shared objects of a type take the place of no owner", "[unit]") {
    HEAPPROF_OR_SKIP();
    // The collections have 60 parts each. The roots are many objects of one type: 400,000 of 1,688,062 bytes,
    // or 60,000 of 1.3 million.
    auto const with = [](int collections, int count) {
        return Dumps(1, [=](int) {
            std::string text;
            for (int i = 1; i <= collections; ++i) {
                std::string const name = "c" + std::string(1, static_cast<char>('a' + i));
                text += field(name, "Map") + elements(name, "Item", 60, 450 + 100 * i);
            }
            for (int i = 0; i != count; ++i) {
                std::string const n = "r" + std::to_string(i);
                text += "ROOT " + n + "\nNODE " + n + " Row 100\n";
            }
            return text;
        });
    };
    auto const titles = [](Dumps const& dumps) {
        auto const json = dumps.json();
        std::vector<std::string> all;
        for (auto const& found : json["findings"]) all.push_back(found["title"]);
        return all;
    };
    std::vector<std::string> const owners{"app.base: Base", "app.cg: Map", "app.cf: Map", "app.ce: Map",
                                          "app.cd: Map"};
    Dumps const many = with(6, 4000);
    CHECK(titles(many) == owners);
    CHECK(has(many.ask().out, "\n   Held by many, by none alone, and not listed: 391 KiB (23.7% of the "
                              "heap), shared: Row.\n   heapprof why "));
    Dumps const few = with(6, 600);
    CHECK(titles(few) == owners);
    CHECK_FALSE(has(few.ask().out, "not listed"));  // less than 5 %
    Dumps const room = with(2, 4000);
    CHECK(titles(room) ==
          std::vector<std::string>{"app.base: Base", "shared: Row, by roots", "app.cc: Map", "app.cb: Map"});
    CHECK_FALSE(has(room.ask().out, "not listed"));
}

TEST_CASE("heapprof leaks: objects that only global variables hold are one finding", "[unit]") {
    using enum trav::dump::V8EdgeKind;
    constexpr std::uint32_t count = 400, first = 3;
    Written v8;
    v8.node("synthetic", 0, {{shortcut, 1}, {shortcut, 2}});
    std::vector<Written::Edge> variables;
    for (std::uint32_t i = 0; i != count; ++i)
        variables.push_back({property, first + i, "setting" + std::to_string(i)});
    v8.node("object", 0, variables, "global");
    v8.node("object", 0, {{property, first + count - 1, "last"}}, "global");  // of two global objects
    for (std::uint32_t i = 0; i != count; ++i) v8.node("object", 1000, {}, "Object");
    auto const dump = any_dump_of(v8);
    heapprof::LeakSearch search(1);
    search.add("x", *dump);
    auto const& findings = search.answer().findings;
    REQUIRE(!findings.empty());
    CHECK(findings[0].title == "global variables (399)");
    CHECK(findings[0].amounts == std::vector<trav::Amount>{{399'000, 399}});
    CHECK(findings[0].freed.bytes == 399'000);
    CHECK(heapprof::ObjectSelector(findings[0].title).find(*dump).size() == 399);
    CHECK(heapprof::next_command(search.answer(), findings[0]) ==
          "heapprof why x 'shared: global variables'");
}

TEST_CASE("heapprof leaks: a title selects what the finding counts, and a holder what it holds",
          "[conformance][slow]") {
    std::string const data = "example/data/";
    std::string const v8 = "test/data/v8/";
    std::size_t findings = 0, groups = 0, holders = 0;
    for (std::vector<std::string> const& files :
         std::vector<std::vector<std::string>>{{shop_1, shop_2, shop_3},
                                               {shop_1, shop_3},
                                               {shop_3},
                                               {data + "shop.hprof.gz"},
                                               {data + "shop.rubyheap.gz"},
                                               {data + "shop.jsonl.gz"},
                                               {v8 + "bun.heapsnapshot.gz"},
                                               {v8 + "deno.heapsnapshot.gz"},
                                               {"test/data/devtools/written.heapsnapshot"},
                                               {game}}) {
        auto const answer = heapprof::leaks(files);
        heapprof::with_dump(files.back(), {}, [&](heapprof::AnyDump const& dump) {
            for (auto const& each : answer.findings) {
                INFO(files.back() << ": " << each.title);
                ++findings;
                CHECK(heapprof::ObjectSelector(each.name).find(dump).size() == each.copies);
                bool const of_elements = each.title.find(" in ") != std::string::npos;
                if (!of_elements)
                    CHECK(heapprof::ObjectSelector(each.title).find(dump).size() == each.copies);
                if (each.together) ++groups;
                auto const selected = [&](std::string const& name) {
                    INFO(name);
                    std::size_t count = 0;
                    CHECK_NOTHROW(count = heapprof::ObjectSelector(name).find(dump).size());
                    return count;
                };
                for (auto const& holder : each.holders) {
                    CHECK(selected(holder.name) >= holder.held);
                    ++holders;
                }
                for (auto const& holder : each.references) CHECK(selected(holder.name) >= 1);
                for (auto const& name : each.all_holders) CHECK(selected(name) >= 1);
                for (auto const& member : each.members) CHECK(selected(member.name) >= 1);
            }
        });
    }
    CHECK(findings > 25);
    CHECK(groups > 0);
    CHECK(holders > 20);
}

// An exported variable of a module; V8 keeps the exports' properties in an array.
TEST_CASE("heapprof leaks: a reference in V8 is one holder, and a variable has its own name", "[unit]") {
    using enum trav::dump::V8EdgeKind;
    Written v8;
    v8.node("synthetic", 0, {{shortcut, 1}});
    v8.node("object", 0, {{property, 2, "main"}}, "global");
    v8.node("closure", 0, {{internal, 3, "context"}}, "main");
    v8.node("object", 0, {{internal, 4, "previous"}, {context, 5, "ids"}, {context, 6, "exported"}},
            "system / Context");
    v8.node("hidden", 0, {}, "system / NativeContext");
    v8.node("object", 1000000, {}, "Array");
    v8.node("object", 0, {{property, 5, "ids"}, {internal, 7, "properties"}}, "Exports");
    v8.node("array", 0, {{internal, 5, "31"}}, "(object properties)");
    heapprof::LeakSearch search(1);
    search.add("x", *any_dump_of(v8));
    auto const& findings = search.answer().findings;
    REQUIRE(findings.size() == 1);
    CHECK(findings[0].title == "ids: Array");
    REQUIRE(findings[0].references.size() == 2);
    CHECK(findings[0].references[0].name == "exported.ids");
    CHECK(findings[0].references[1].name == "ids");
}

TEST_CASE("heapprof leaks: what two hold is named by the two", "[unit]") {
    HEAPPROF_OR_SKIP();
    Dumps const dumps(3, [](int i) {
        std::string text = field("list", "Array") + field("index", "Map");
        for (int k = 0; k != 100 * i; ++k) {
            std::string const n = std::to_string(k);
            text += "NODE s" + n + " Session 100\nlist s" + n + ' ' + n + "\nindex s" + n + ' ' + n + '\n';
        }
        return text;
    });
    auto const json = dumps.json();
    INFO(json.dump(1));
    REQUIRE(json["findings"].size() == 1);
    auto const& found = json["findings"][0];
    CHECK(found["held_type"] == "Session");
    REQUIRE(found["held_by"].size() == 2);
    CHECK(found["held_by"][0]["name"] == "app.index[]");
    CHECK(found["held_by"][1]["name"] == "app.list[]");
    CHECK(found["held_by"][0]["objects"] == found["examined"]);
    CHECK(found["all_holders"] == nlohmann::json{"app.index[]", "app.list[]"});
    CHECK(found["freed"]["bytes"] == 10 + 10 + 300 * 100);  // without both, though app holds more
    CHECK(has(dumps.ask().out, ". Session in app.index[] and app.list[]\n"));
    CHECK(found["object"]["type"] == "Session");  // not the larger holder
}

TEST_CASE("heapprof leaks: what two variables hold is named by these and their files", "[unit]") {
    using enum trav::dump::V8EdgeKind;
    constexpr std::uint32_t first = 15, count = 100;
    // `other`: the script of the second variable
    auto const title = [&](std::uint32_t other) {
        Written v8;
        v8.node("synthetic", 0, {{shortcut, 1}});
        v8.node("object", 0, {{property, 2, "start"}, {property, 3, "stop"}, {property, 14, "base"}},
                "global");
        v8.node("closure", 0, {{internal, 4, "context"}, {internal, 8, "shared"}}, "start");
        v8.node("closure", 0, {{internal, 5, "context"}, {internal, 9, "shared"}}, "stop");
        v8.node("object", 0, {{context, 6, "byName"}}, "system / Context");
        v8.node("object", 0, {{context, 7, "open"}}, "system / Context");
        std::vector<Written::Edge> elements;
        for (std::uint32_t i = 0; i != count; ++i)
            elements.push_back({element, first + i, std::to_string(i)});
        for (int list = 0; list != 2; ++list) v8.node("object", 0, elements, "Array");
        for (std::uint32_t const script : {10u, other}) v8.node("code", 0, {{internal, script, "script"}});
        for (std::uint32_t const name : {12u, 13u}) v8.node("code", 0, {{internal, name, "name"}});
        v8.node("string", 0, {}, "/app/start.js");
        v8.node("string", 0, {}, "/app/stop.js");
        v8.node("object", 100'000, {}, "Base");
        for (std::uint32_t i = 0; i != count; ++i) v8.node("object", 1000, {}, "Conn");
        v8.snapshot.locations = {{2, 1, 9, 0}, {3, 2, 9, 0}};
        auto const dump = any_dump_of(v8);
        heapprof::LeakSearch search(1);
        search.add("x", *dump);
        for (auto const& each : search.answer().findings) {
            if (each.all_holders.empty()) continue;
            CHECK(heapprof::ObjectSelector(each.title).find(*dump).size() == count);
            return each.title;
        }
        return std::string();
    };
    CHECK(title(10) == "Conn in byName[] and open[] (app/start.js)");
    CHECK(title(11) == "Conn in byName[] (app/start.js) and open[] (app/stop.js)");
}

TEST_CASE("heapprof leaks: what three hold is named by the three", "[unit]") {
    HEAPPROF_OR_SKIP();
    Dumps const dumps(3, [](int i) {
        std::string text = field("list", "Array") + field("index", "Map") + field("recent", "Array");
        for (int k = 0; k != 100 * i; ++k) {
            std::string const n = std::to_string(k);
            text += "NODE s" + n + " Session 100\n";
            for (char const* const holder : {"list", "index", "recent"})
                text += std::string(holder) + " s" + n + ' ' + n + '\n';
        }
        return text;
    });
    auto const json = dumps.json();
    INFO(json.dump(1));
    REQUIRE(json["findings"].size() == 1);
    auto const& found = json["findings"][0];
    CHECK(found["title"] == "Session in app.index[], app.list[] and app.recent[]");
    CHECK(found["freed"]["bytes"] == 3 * 10 + 300 * 100);
    CHECK(has(found["text"], "If it were in none of these, "));
    CHECK(dumps.why(found["title"])["objects"] == 300);
}

TEST_CASE("heapprof leaks: what several threads hold in one way is one finding", "[unit]") {
    HEAPPROF_OR_SKIP();
    Dumps const dumps(3, [](int i) {
        std::string text;
        for (int t = 0; t != 8; ++t) {
            std::string const name = "thread-" + std::to_string(t);
            text +=
                "ROOT " + name + "\nNODE " + name + " Thread 10\n" + elements(name, "Session", 50 * i, 100);
        }
        return text;
    });
    auto const json = dumps.json();
    INFO(json.dump(1));
    REQUIRE(json["findings"].size() == 1);
    auto const& found = json["findings"][0];
    CHECK(found["copies"] == 8);
    CHECK(found["amounts"][2]["bytes"] == 8 * (10 + 150 * 100));
    CHECK(has(found["text"], "8 objects of this name, small ones not counted; "));
}

TEST_CASE("heapprof leaks: many threads of Java that do not end are one finding", "[unit]") {
    HEAPPROF_OR_SKIP();
    // The first of 1,000 variables is a static field, too, and so are 200,000 bytes.
    JavaProgram file;
    file.class_(JavaProgram::more, "shop/App", JavaProgram::object, {},
                {{"cache", 0x20000}, {"buffer", 0x100080}});
    file.heap.u(1, 0x05).id(JavaProgram::more);
    file.bytes_of(0x20000, 200'000);
    for (std::uint32_t i = 0; i != 1000; ++i) file.thread_with_bytes(0x100000 + 0x200 * i, i);
    Folder const folder;
    write(folder / "x.hprof", file.bytes());
    auto const json = nlohmann::json::parse(run("leaks --json - " + (folder / "x.hprof")).out);
    INFO(json.dump(1));
    REQUIRE(json["findings"].size() == 2);
    auto const& found = json["findings"][0];
    CHECK(found["name"] == "shared: threads export-*");
    CHECK(found["title"] == "threads export-* (1000)");
    CHECK(found["amounts"][0]["objects"] == 4000 - 1);
    CHECK(found["say"] == "Threads with their variables, which live until run() returns.");
}

TEST_CASE("heapprof leaks: entries of a dictionary that appear one by one are one finding", "[unit]") {
    HEAPPROF_OR_SKIP();
    Dumps const dumps(3, [](int i) {
        std::string text = field("cache", "Object");
        for (int k = 0; k != 2 * i; ++k) {
            std::string const key = "page" + std::string(1, static_cast<char>('a' + k));
            text += "NODE " + key + " Page 20000\ncache " + key + ' ' + key + '\n';
        }
        return text;
    });
    auto const json = dumps.json();
    INFO(json.dump(1));
    REQUIRE(json["findings"].size() == 1);
    CHECK(json["findings"][0]["name"] == "app.cache[]: Page");
}

TEST_CASE("heapprof leaks: much memory that no root reaches is reported", "[unit]") {
    HEAPPROF_OR_SKIP();
    auto const garbage = [](int bytes) {
        return Dumps(2, [=](int i) { return "NODE gone Row " + std::to_string(bytes * i) + '\n'; });
    };
    Dumps const much = garbage(100'000);  // 200,000 of 1,200,001 bytes
    CHECK(has(much.ask("--width 0").out,
              "UNREACHED, not counted above: 195 KiB (16.7% of the heap), 97.7 KiB in "));
    CHECK(much.json()["dumps"][1]["unreached"]["bytes"] == 200'000);
    CHECK_FALSE(has(garbage(25'000).ask().out, "UNREACHED"));  // 50,000 of 1,050,001
}

TEST_CASE("heapprof leaks: what no root of Java reaches is no leak", "[unit]") {
    HEAPPROF_OR_SKIP();
    WrittenHprof file;
    file.class_(0x10000, "java/lang/Object", 0, {});
    file.class_(0x10100, "[I", 0x10000, {});
    file.heap.u(1, 0x05).id(0x10000);
    file.primitives(0x20000, java_int, 1000, std::string(4000, '\0'));
    Folder const folder;
    write(folder / "x.hprof", file.bytes());
    std::string const out = run("leaks --width 0 " + (folder / "x.hprof")).out;
    INFO(out);
    CHECK(has(out, "Garbage, or arrays with which the collector fills gaps: no leak.\n   heapprof dump "));
    CHECK(!has(out, "does not show"));
}

TEST_CASE("heapprof leaks: growth beyond that of the heap has no share of it", "[unit]") {
    HEAPPROF_OR_SKIP();
    // The sessions grow by 50,000 bytes, and the heap by 10,000.
    std::string const out = Dumps(2,
                                  [](int i) {
                                      return field("gone", "Buffer", 100'000 - 40'000 * i) +
                                             field("sessions", "Map") +
                                             elements("sessions", "Session", 50 * i, 1000);
                                  })
                                .ask()
                                .out;
    INFO(out);
    CHECK(has(out, "1. app.sessions: Map\n   Grew since "));
    CHECK(!has(out, "its growth"));
}

TEST_CASE("heapprof leaks: shared objects are named by the one that holds them all", "[unit]") {
    HEAPPROF_OR_SKIP();
    // Each session is also held by a request of its own.
    Dumps const dumps(3, [](int i) {
        std::string text = "ROOT sessions\nNODE sessions Map 10\n";
        for (int k = 0; k != 100 * i; ++k) {
            std::string const n = std::to_string(k);
            text += "NODE s" + n + " Session 100\nsessions s" + n + ' ' + n + "\nROOT r" + n + "\nNODE r" +
                    n + " Request 1\nr" + n + " s" + n + " of\n";
        }
        return text;
    });
    auto const json = dumps.json();
    INFO(json.dump(1));
    REQUIRE(json["findings"].size() == 1);
    CHECK(json["findings"][0]["name"] == "shared: Session");
    CHECK(json["findings"][0]["title"] == "Session in sessions[]");
    CHECK(
        has(json["findings"][0]["text"], "300 objects of this name; if all were gone, "));  // and small ones
}

namespace {

// The object x<number>, which `all` and a request of its own hold.
std::string held_twice(std::string const& number, std::string const& type_and_bytes) {
    return "NODE x" + number + ' ' + type_and_bytes + "\nall x" + number + ' ' + number + "\nROOT r" +
           number + "\nNODE r" + number + " Request 1\nr" + number + " x" + number + " of\n";
}

}  // namespace

TEST_CASE("heapprof leaks: the command for shared objects is about one of the type in the title", "[unit]") {
    HEAPPROF_OR_SKIP();
    // Two hold each of the maps, of which the largest has no session.
    Dumps const dumps(3, [](int i) {
        std::string text = "ROOT all\nNODE all List 1\nROOT other\nNODE other Other 1\nNODE big Map 5000\n"
                           "all big big\nother big big\n";
        for (int k = 0; k != 100 * i; ++k) {
            std::string const n = std::to_string(k);
            text += held_twice(n, "Map 10") + "NODE s" + n + " Session 100\nx" + n + " s" + n + " session\n";
        }
        return text;
    });
    auto const json = dumps.json();
    INFO(json.dump(1));
    REQUIRE(json["findings"].size() == 1);
    CHECK(json["findings"][0]["name"] == "shared: Map");
    CHECK(json["findings"][0]["title"].get<std::string>().starts_with("Session in "));
    CHECK(json["findings"][0]["object"]["type"] == "Session");
}

TEST_CASE("heapprof leaks: the command for shared objects is about one that the holder in the title holds",
          "[unit]") {
    HEAPPROF_OR_SKIP();
    // The largest is of the same type, but two others hold it.
    Dumps const dumps(3, [](int i) {
        std::string text = "ROOT all\nNODE all List 1\nROOT a\nNODE a A 1\nROOT b\nNODE b B 1\n"
                           "NODE other Task 500\na other x\nb other x\n";
        for (int k = 0; k != 100 * i; ++k) text += held_twice(std::to_string(k), "Task 100");
        return text;
    });
    auto const json = dumps.json();
    INFO(json.dump(1));
    REQUIRE(json["findings"].size() == 1);
    CHECK(json["findings"][0]["name"] == "shared: Task");
    CHECK(json["findings"][0]["title"].get<std::string>().starts_with("Task in all[]"));
    CHECK(json["findings"][0]["object"]["id"].get<std::string>().starts_with("x"));
}

TEST_CASE("heapprof leaks: what several new threads hold under one key keeps its key", "[unit]") {
    HEAPPROF_OR_SKIP();
    Dumps const dumps(3, [](int i) {
        std::string text;
        for (int t = 0; t != 8; ++t) {
            std::string const name = "thread-" + std::to_string(t), list = "audit" + std::to_string(t);
            text += "ROOT " + name + "\nNODE " + name + " Thread 10\n";
            if (i > 1 || t < 3)
                text += "NODE " + list + " List 10\n" + name + ' ' + list + " audit\n" +
                        elements(list, "Session", 50 * i, 100);
        }
        return text;
    });
    auto const json = dumps.json();
    INFO(json.dump(1));
    REQUIRE(json["findings"].size() == 1);
    CHECK(json["findings"][0]["name"] == "thread-*.audit: List");
    CHECK(json["findings"][0]["copies"] == 8);
    CHECK(json["findings"][0]["amounts"][0]["bytes"] == 3 * (10 + 50 * 100));
    CHECK(json["findings"][0]["amounts"][2]["bytes"] == 8 * (10 + 150 * 100));
}

TEST_CASE("heapprof leaks: the five worst", "[unit]") {
    HEAPPROF_OR_SKIP();
    Dumps const dumps(3, [](int i) {
        std::string text;
        for (char const name : std::string("abcdefg"))
            text += field(std::string(1, name), "List") +
                    elements(std::string(1, name), "Item", 20 * i * (name - 'a' + 1), 300);
        return text;
    });
    auto const json = dumps.json();
    std::vector<std::string> names;
    for (auto const& found : json["findings"]) names.push_back(found["name"]);
    CHECK(names == std::vector<std::string>{"app.g: List", "app.f: List", "app.e: List", "app.d: List",
                                            "app.c: List"});
}

// Those that made at least a quarter as many as the first; in the order of names, if they made equally many.
TEST_CASE("heapprof leaks: the three places that made most of what grows", "[unit]") {
    HEAPPROF_OR_SKIP();
    std::vector<std::pair<std::string, int>> const made{{"z.py:1", 40},    {"cart.py:7", 60}, {"b.py:2", 40},
                                                        {"a.py:3", 39},    {"rare.py:5", 5},  {"no line", 90},
                                                        {"<frozen>:1", 90}};
    Folder const folder;
    std::string files;
    for (int dump = 1; dump <= 3; ++dump) {
        std::string sessions, refs;
        int id = 0;
        for (auto const& [place, objects] : made)
            for (int i = 0; i != objects * dump; ++i) {
                std::string const number = std::to_string(++id);
                refs += (id == 1 ? "" : ",") + number;
                sessions += R"({"id": )" + number + R"(, "type": "Session", "size": 100, "site": ")" + place +
                            "\"}\n";
            }
        std::string const file = folder / (std::to_string(dump) + ".jsonl");
        write(file, R"({"id": "app", "type": "App", "size": 1000000, "roots": ["app"], )"
                    R"("refs": [{"id": "map", "name": "sessions"}]})"
                    "\n"
                    R"({"id": "map", "type": "Map", "size": 10, "refs": [)" +
                        refs + "]}\n" + sessions);
        files += ' ' + file;
    }
    Result const text = run("leaks" + files);
    INFO(text.out << text.err);
    CHECK(has(text.out, "Made at cart.py:7, b.py:2, z.py:1."));
    auto const json = nlohmann::json::parse(run("leaks" + files + " --json -").out);
    INFO(json.dump(1));
    REQUIRE(json["findings"].size() == 1);
    auto const& origins = json["findings"][0]["origins"];
    REQUIRE(origins.size() == 3);
    std::vector<int> objects;
    for (auto const& each : origins) objects.push_back(each["objects"]);
    CHECK(objects == std::vector<int>{180, 120, 120});
}

TEST_CASE("heapprof leaks: what soft references keep is no garbage", "[unit]") {
    HEAPPROF_OR_SKIP();
    Folder const folder;
    auto const file = [&](int number, std::uint64_t bytes) {
        WrittenHprof dump;
        dump.class_(0x10000, "java/lang/Object", 0, {});
        dump.class_(0x10100, "java/lang/ref/Reference", 0x10000, {{"referent", java_object}});
        dump.class_(0x10200, "java/lang/ref/SoftReference", 0x10100, {});
        dump.heap.u(1, 0x05).id(0x10000);
        dump.heap.u(1, 0x07).id(0x11000);
        dump.instance(0x11000, 0x10200, dump.data().id(0x20000));
        dump.primitives(0x20000, java_byte, static_cast<std::uint32_t>(bytes), std::string(bytes, '\0'));
        write(folder / (std::to_string(number) + ".hprof"), dump.bytes());
        return folder / (std::to_string(number) + ".hprof");
    };
    std::string const files = file(1, 1000) + ' ' + file(2, 5096);  // and 24 for the header
    std::string const out = run("leaks --width 0 " + files).out;
    INFO(out);
    CHECK(has(out,
              ". Soft references keep 5.00 KiB of it, 1.00 KiB in the first dump, until memory is short.\n"));
    CHECK(has(out, "2.hprof --by reference,type\n"));
    CHECK(!has(out, "no leak.\n"));
    auto const json = nlohmann::json::parse(run("leaks --json - " + files).out);
    CHECK(json["dumps"][1]["unreached"]["bytes"] == 5120);
    CHECK(json["dumps"][1]["soft"]["bytes"] == 5120);
}

TEST_CASE("heapprof leaks: of listeners, their own lines are told, not those of functions in them",
          "[unit]") {
    HEAPPROF_OR_SKIP();
    Folder const folder;
    std::string files;
    auto const function = [](std::string const& id, std::string const& place, std::string const& refs) {
        return R"({"id": ")" + id + R"(", "type": "function", "size": 100, "site": ")" + place +
               R"(", "refs": [)" + refs + "]}\n";
    };
    for (int dump = 1; dump <= 3; ++dump) {
        std::string functions, refs;
        for (int i = 0; i != 100 * dump; ++i) {
            std::string const n = std::to_string(i);
            refs += (i == 0 ? "\"" : ",\"") + n + '"';
            functions += function(n, "stream.py:5", '"' + n + "a\",\"" + n + "b\"") +
                         function(n + 'a', "router.py:7", "") + function(n + 'b', "router.py:7", "");
        }
        std::string const file = folder / (std::to_string(dump) + ".jsonl");
        write(file, R"({"id": "app", "type": "App", "size": 1000000, "roots": ["app"], )"
                    R"("refs": [{"id": "list", "name": "listeners"}]})"
                    "\n"
                    R"({"id": "list", "type": "list", "size": 10, "refs": [)" +
                        refs + "]}\n" + functions);
        files += ' ' + file;
    }
    auto const json = nlohmann::json::parse(run("leaks" + files + " --json -").out);
    INFO(json.dump(1));
    REQUIRE(json["findings"].size() == 1);
    auto const& origins = json["findings"][0]["origins"];
    REQUIRE(origins.size() == 1);
    CHECK(origins[0]["place"] == "stream.py:5");
    CHECK(origins[0]["objects"] == 300);
}

TEST_CASE("heapprof leaks: a rule of the user's calls an owner a cache", "[unit]") {
    HEAPPROF_OR_SKIP();
    Dumps const dumps(
        3, [](int i) { return field("sessions", "Map") + elements("sessions", "Session", 100 * i, 100); });
    Folder const folder;
    std::string const rules = folder / "my.rules";
    write(rules, "path app.sessions\npart Session\nkind cache\nsay Ours.\n");
    Result const cache = dumps.ask("--rules " + rules);
    INFO(cache.out);
    CHECK(cache.code == 0);  // a cache may grow
    CHECK(cache.out.starts_with("No certain leak, but these grew:\n\n1. app.sessions: Map (cache)\n"));
    CHECK(has(cache.out, " Ours.\n"));
    write(rules, "kind\n");
    Result const bad = dumps.ask("--rules " + rules);
    CHECK(bad.code == 1);
    CHECK(has(bad.err, "my.rules: line 1: "));
}

TEST_CASE("heapprof leaks: what records allocations is not counted, and is told", "[unit]") {
    HEAPPROF_OR_SKIP();
    Dumps const dumps(2, [](int i) {
        return "NODE tracer Tracer " + std::to_string(200'000 * i) + "\nbase tracer tracer\n";
    });
    CHECK_FALSE(has(dumps.ask("--width 0").out, "Not counted"));
    Folder const folder;
    std::string const rules = folder / "my.rules";
    write(rules, "type Tracer\nkind instrument\n");
    std::string const out = dumps.ask("--width 0 --rules " + rules).out;
    INFO(out);
    CHECK(has(out, "1. app.base: Base\n   Holds 100.0% of the heap: 977 KiB"));
    CHECK(has(out, "\n   Not counted: 391 KiB of records of allocations.\n"));
    auto const json = nlohmann::json::parse(dumps.ask("--json - --rules " + rules).out);
    CHECK(json["dumps"][0]["bytes"] == 1'000'001);
    CHECK(json["dumps"][0]["instruments"]["bytes"] == 200'000);
}

TEST_CASE("heapprof leaks: the freed bytes are those of a removal, for random heaps", "[property]") {
    std::mt19937 random(11);
    for (int round = 0; round != 300; ++round) {
        std::size_t const count = 2 + random() % 30;
        std::string text = "ROOT n0\nROOT n1\n";
        auto const node = [](std::size_t n) { return 'n' + std::to_string(n); };
        for (std::size_t n = 0; n != count; ++n)
            text += "NODE " + node(n) + " T " + std::to_string(random() % 100) + '\n';
        std::vector<std::pair<std::size_t, std::size_t>> edges;
        for (std::size_t e = count + random() % (2 * count); e != 0; --e) {
            edges.emplace_back(random() % count, random() % count);
            text += node(edges.back().first) + ' ' + node(edges.back().second) + " x\n";
        }
        INFO(text);
        auto const dump = any_dump_of(text);
        heapprof::RetainedHeap const heap(*dump);
        std::vector<trav::dump::Node> by_name(count);
        for (trav::dump::Node n = 0; n != dump->node_count(); ++n)
            by_name[std::stoul(dump->id(n).substr(1))] = n;

        // Reached by going through all edges until nothing changes.
        auto const reached = [&](std::set<std::size_t> const& gone) {
            std::set<std::size_t> all;
            for (auto const root : {std::size_t{0}, std::size_t{1}})
                if (!gone.contains(root)) all.insert(root);
            for (bool more = true; more;) {
                more = false;
                for (auto const& [from, to] : edges)
                    if (all.contains(from) && !gone.contains(to)) more = all.insert(to).second || more;
            }
            return all;
        };
        std::set<std::size_t> gone;
        for (std::size_t k = random() % 4; k != 0; --k) gone.insert(random() % count);
        trav::Amount expected;
        auto const left = reached(gone);
        for (std::size_t const n : reached({}))
            if (!left.contains(n)) expected += {dump->size(by_name[n]), 1};
        std::vector<trav::dump::Node> nodes;
        for (std::size_t const n : gone) nodes.push_back(by_name[n]);
        CHECK(heap.freed_without(nodes) == expected);
    }
}

TEST_CASE("heapprof leaks: the freed bytes of real heaps are those of a removal", "[conformance]") {
    HEAPPROF_OR_SKIP();
    for (std::string const& file : {shop_3, std::string("example/data/shop.hprof.gz")}) {
        INFO(file);
        auto const found = nlohmann::json::parse(run("leaks " + file + " --json -").out);
        heapprof::with_dump(
            file, [](auto...) {},
            [&](trav::dump::AnyDump const& dump) {
                auto const retention = dump.retention();
                auto const reached = [&](std::optional<trav::dump::Node> gone,
                                         std::vector<bool> const& live) {
                    std::vector<bool> seen(dump.node_count());
                    std::vector<trav::dump::Node> open;
                    auto const see = [&](trav::dump::Node n) {
                        if (!seen[n] && n != gone) seen[n] = true, open.push_back(n);
                    };
                    dump.for_each_root([&](trav::dump::Node n, auto const&) { see(n); });
                    for (auto const n : retention.more_roots([&](auto each) { return live[each]; })) see(n);
                    while (!open.empty()) {
                        trav::dump::Node const n = open.back();
                        open.pop_back();
                        dump.for_each_edge(n, [&](auto const& edge) {
                            if (retention.holds.contains(edge.number)) see(edge.to);
                        });
                    }
                    return seen;
                };
                std::vector<bool> const program = reached({}, std::vector<bool>(dump.node_count(), true));
                std::vector<bool> const all = reached({}, program);
                REQUIRE(found["findings"].size() > 2);
                for (auto const& finding : found["findings"]) {
                    if (finding["copies"] != 1) continue;
                    INFO(finding.dump(1));
                    auto const id = finding["object"]["id"];
                    std::string const text = id.is_string() ? id.get<std::string>() : id.dump();
                    auto const node = dump.find_id(text, 0, dump.node_count());
                    REQUIRE(node);
                    std::vector<bool> const left = reached(*node, program);
                    trav::Amount freed;
                    for (trav::dump::Node n = 0; n != dump.node_count(); ++n)
                        if (all[n] && !left[n]) freed += {retention.size(n), 1};
                    CHECK(finding["freed"]["bytes"] == freed.bytes);
                    CHECK(finding["freed"]["objects"] == freed.objects);
                    // and the next command finds the object
                    Result const why = run(finding["next"].get<std::string>().substr(9));
                    CHECK(why.code == 0);
                    CHECK(has(why.out, '@' + text));
                }
            });
    }
}

TEST_CASE("heapprof leaks: names the sessions of the example's shop", "[conformance]") {
    HEAPPROF_OR_SKIP();
    Result const result = run("leaks " + shop_1 + ' ' + shop_2 + ' ' + shop_3);
    CHECK(result.code == 3);
    CHECK(has(result.out, "\n1. app.sessions: Map\n"));
    CHECK(has(result.out, "\n   heapprof why " + shop_3 + " app.sessions\n"));
    CHECK(has(result.out, " Functions in it: "));
}

TEST_CASE("heapprof leaks: a file that is no dump is one line", "[unit]") {
    HEAPPROF_OR_SKIP();
    Result const result = run("leaks README.md");
    CHECK(result.code == 1);
    CHECK(result.out.empty());
    CHECK(result.err.starts_with("heapprof: README.md: "));
    CHECK(run("leaks").code == 2);
}
