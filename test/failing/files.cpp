// Readers and writers that run out of memory: either a file is read completely, or an exception is thrown.
// Data that could not be written is written the next time, once.
#include "dump/jvm/written_hprof.hpp"
#include "dump/minimal_v8.hpp"
#include "dump/ruby/lines_of_ruby.hpp"
#include "report/some_table.hpp"
#include "support/failing.hpp"

#include "catch.hpp"

#include <trav/dump/graph/reader.hpp>
#include <trav/dump/jsonl/reader.hpp>
#include <trav/dump/jvm/dump.hpp>
#include <trav/dump/selector.hpp>
#include <trav/dump/v8/dump.hpp>
#include <trav/report/eventlog/heap_profile.hpp>
#include <trav/report/eventlog/reader.hpp>
#include <trav/report/eventlog/writer.hpp>
#include <trav/report/hp/hp.hpp>
#include <trav/report/hp/reader.hpp>
#include <trav/report/plot/aux_file.hpp>
#include <trav/report/plot/postscript.hpp>
#include <trav/report/plot/svg.hpp>
#include <trav/report/plot/traces.hpp>
#include <trav/report/prof/json.hpp>
#include <trav/report/prof/retainers.hpp>
#include <trav/report/table.hpp>

#include <algorithm>
#include <array>
#include <istream>
#include <ostream>
#include <sstream>
#include <streambuf>
#include <string>
#include <string_view>

namespace {

/// A file in memory that is allocated in advance, because a stream of the library would swallow the failure.
class Memory : public std::streambuf {
  public:
    Memory() { setp(bytes_.data(), bytes_.data() + bytes_.size()); }
    explicit Memory(std::string const& text) {
        std::copy(text.begin(), text.end(), bytes_.begin());
        setg(bytes_.data(), bytes_.data(), bytes_.data() + text.size());
    }
    std::string text() const { return {pbase(), pptr()}; }

  private:
    std::array<char, 1 << 16> bytes_{};
};

/// read(istream) must return a text that shows everything that was read.
void check_reader(std::string const& file, auto read) {
    auto const read_all = [&] {
        Memory memory(file);
        std::istream in(&memory);
        return read(in);
    };
    std::string const expected = read_all();
    REQUIRE(!expected.empty());
    CHECK(test::for_every_failure(test::allocations, [&](auto attempt) {
              std::string found;
              if (attempt([&] { found = read_all(); })) found = read_all();
              CHECK(found == expected);
          }) > 5);
}
/// The contents and breakdowns of a dump.
template <trav::dump::Dump D>
std::string dump_text(D const& dump) {
    std::string text = std::to_string(dump.node_count()) + ' ' + std::to_string(dump.edge_count());
    for (auto const& each : trav::dump::breakdowns<D>())
        for (std::string const& band : each.grouping(dump).bands) (text += '\n') += band;
    return text;
}
/// write(ostream) must write a file, or nothing if it is written `at_once`.
void check_writer(auto write, bool at_once = true) {
    Memory memory;
    std::ostream out(&memory);
    write(out);
    std::string const expected = memory.text();
    REQUIRE(!expected.empty());
    CHECK(test::for_every_failure(test::allocations, [&](auto attempt) {
              Memory first, second;
              std::ostream to_first(&first), to_second(&second);
              bool const failed = attempt([&] { write(to_first); });
              if (failed) write(to_second);
              if (failed && at_once) CHECK(first.text().empty());
              CHECK((failed ? second : first).text() == expected);
          }) > 5);
}

std::string hp_text(trav::HpFile const& file) {
    Memory memory;
    std::ostream out(&memory);
    trav::write_hp(out, file);
    return memory.text();
}
trav::EventlogSample const sample{
    .time = 5, .era = 1, .bands = {{100, std::string(20'000, 'x')}, {200, "another"}}};

}  // namespace

TEST_CASE("failing: readers read a whole file or throw", "[unit]") {
    check_reader(hp_text(trav::hp_file(some_table())), [](std::istream& in) {
        return hp_text(trav::read_hp(in, "a file with a name that is long enough"));
    });
    check_reader(tracked_v8(), [](std::istream& stream) {
        trav::dump::Input input(stream, "a file with a name that is long enough");
        return dump_text(trav::dump::read_v8_dump(input));
    });
    WrittenHprof java;
    java.class_(0x100, "java/lang/Object", 0, {}, {{"a field with a name that is long enough", 0x1000}});
    java.class_(0x108, "java/lang/String", 0x100, {{"value", java_object}});
    java.instance(0x1000, 0x100, java.data());
    java.instance(0x1010, 0x108, java.data().id(0x1018));
    java.primitives(0x1018, java_byte, 100, std::string(100, 'x'));
    java.heap.u(1, 0x08).id(0x1000).u(4, 7).u(4, 0);  // a thread
    check_reader(java.bytes(), [](std::istream& stream) {
        trav::dump::Input input(stream, "a file with a name that is long enough");
        return dump_text(trav::dump::read_jvm_dump(input));
    });
    check_reader(small_ruby, [](std::istream& stream) {
        trav::dump::Input input(stream, "a file with a name that is long enough");
        return dump_text(trav::dump::read_ruby(input));
    });
    check_reader(
        R"({"id":1,"type":"a long name of a type","size":8,"roots":["a long name of a root"],"refs":[2]})",
        [](std::istream& stream) {
            trav::dump::Input input(stream, "a file with a name that is long enough");
            auto const list = trav::dump::read_json_lines(input);
            return std::to_string(list.node_count()) + ' ' + std::to_string(list.edge_count());
        });
    check_reader(
        "NODE a Game 8\nNODE b Level 4 \"a name that is long enough to be allocated\"\nROOT a\na b back\n",
        [](std::istream& stream) {
            trav::dump::Input input(stream, "a file with a name that is long enough");
            auto const list = trav::dump::read_edge_list(input);
            return std::to_string(list.node_count()) + ' ' + std::to_string(list.edge_count());
        });
    std::ostringstream log;
    trav::EventlogWriter writer(log, {.arguments = {"shop"}, .rts = "trav", .seconds = 1});
    writer.profile({trav::EventlogBreakdown::type});
    writer.sample(sample);
    writer.end();
    check_reader(log.str(), [](std::istream& in) {
        return hp_text(trav::hp_file(trav::read_eventlog(in, "a file with a name that is long enough")));
    });
}

TEST_CASE("failing: writers write a whole file or throw", "[unit]") {
    check_writer([](std::ostream& out) { trav::write_hp(out, some_table(), {.job = "a", .date = "b"}); },
                 false);
    auto const file = trav::hp_file(some_table());
    check_writer([&](std::ostream& out) { trav::plot::write_svg(out, trav::plot::traces(file)); });
}

TEST_CASE("failing: drawings and their parameters are written and read completely or not at all", "[unit]") {
    auto const traces = trav::plot::traces(trav::hp_file(some_table()));
    auto const shades = trav::plot::shades(traces, trav::plot::Ink::colour);
    auto const aux = [&](std::ostream& out) { trav::plot::write_aux(out, traces, shades); };
    check_writer(aux);
    check_writer([&](std::ostream& out) { trav::plot::write_postscript(out, traces, shades); });
    check_writer([&](std::ostream& out) {
        trav::plot::write_postscript(out, traces, shades, {.key = trav::plot::Key::apart});
    });
    Memory memory;
    std::ostream out(&memory);
    aux(out);
    check_reader(memory.text() + "ORDER a-label-that-is-long-enough-to-be-allocated 7\n",
                 [](std::istream& in) {
                     std::string text;
                     auto const saved = trav::plot::read_aux(in, "a file with a name that is long enough");
                     for (auto const& [label, place] : saved.order) text += label + std::to_string(place);
                     for (auto const& [label, shade] : saved.shade) text += label + std::to_string(shade);
                     return text;
                 });
}

TEST_CASE("failing: tables and reports are written completely or not at all", "[unit]") {
    trav::Table const table = some_table();
    check_writer([&](std::ostream& out) { out << trav::text(table, {.top = 1, .columns = 40}); });
    trav::ProfReport report{.job = trav::job({"a shop with a long name", "6", "+RTS", "-p"}),
                            .date = "Sat Jun  4 11:59 2016"};
    report.centres = {{1, "MAIN", "MAIN", "<built-in>"}, {2, "order", "Shop", "shop.hs:1"}};
    report.stacks = {{1, 0, 0, 0, 1, 800}, {2, 1, 0, 5, 2, 160}, {3, 1, 1, 7, 1, 40}};
    check_writer([&](std::ostream& out) { trav::write_prof(out, report, trav::ProfLevel::all); });
    check_writer([&](std::ostream& out) { trav::write_prof_json(out, report, "a shop with a long name"); });
    check_writer(
        [](std::ostream& out) {
            trav::write_retainer_pass(out, 0, {0.25, 108, 6.5});
            trav::write_retainer_sets(out, {{1, {"a retainer with a long name", "another"}}});
        },
        false);
}

TEST_CASE("failing: a selector that failed finds the same the next time", "[unit]") {
    Memory memory(minimal_v8);
    std::istream stream(&memory);
    trav::dump::Input input(stream, "a file");
    auto const dump = trav::dump::read_v8(input);
    for (std::string const text :
         {"app.cache[3]['the user']", "window.app['cache']", "[@5].cache", "class:Session", "@9",
          "app.cache['a name that is not there']", "class:Sessions", "@1234", "[@5", "no_global.a"}) {
        auto const answer = [&] {
            std::string found;
            try {
                trav::dump::Selector const selector(text);
                found = selector.name() + ':';
                for (auto const node : selector.find(dump)) found += ' ' + std::to_string(node);
            } catch (trav::dump::Error const& error) { found += error.what(); }
            return found;
        };
        std::string const expected = answer();
        CHECK(test::for_every_failure(test::allocations, [&](auto attempt) {
                  std::string found;
                  if (attempt([&] { found = answer(); })) found = answer();
                  CHECK(found == expected);
              }) > 0);
        if (expected.find("selector '") != std::string::npos) continue;  // no match
        trav::dump::Selector const selector(text);
        auto const nodes = selector.find(dump);
        CHECK(test::for_every_failure(test::allocations, [&](auto attempt) {
                  attempt([&] { selector.find(dump); });
                  CHECK(selector.find(dump) == nodes);
              }) > 0);
    }
}

TEST_CASE("failing: a sample of a .hp file or an eventlog that failed is written the next time", "[unit]") {
    trav::HpSample const of_hp{2, {{"a band with a name that is long enough to be allocated", 1}}};
    bool const eventlog = GENERATE(false, true);
    auto const written = [&](auto attempt) {
        Memory memory;
        std::ostream out(&memory);
        if (eventlog) {
            trav::EventlogWriter writer(out, {.arguments = {"shop"}, .rts = "trav", .seconds = 1});
            auto const write = [&] { writer.sample(sample); };
            if (attempt(write)) write();
            writer.end();
        } else {
            trav::HpWriter writer(out, {.job = "a job", .date = "a day"});
            auto const write = [&] { writer.sample(of_hp); };
            if (attempt(write)) write();
            writer.sample(of_hp);
        }
        return memory.text();
    };
    std::string const expected = written([](auto f) { return f(), false; });
    CHECK(test::for_every_failure(test::allocations,
                                  [&](auto attempt) { CHECK(written(attempt) == expected); }) > 0);
}
