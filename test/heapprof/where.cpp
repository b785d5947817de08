#include "catch.hpp"
#include "dump/joined_lines.hpp"
#include "dump/jvm/written_hprof.hpp"
#include "dump/written_v8.hpp"
#include "heapprof/ask.hpp"
#include "heapprof/dump_of.hpp"
#include "support/message_of.hpp"

#include <heapprof/question/where.hpp>
#include <heapprof/terminal/remarks.hpp>

#include <trav/dump/make_any_dump.hpp>
#include <trav/dump/ruby/reader.hpp>
#include <trav/dump/v8/dump.hpp>

#include <algorithm>
#include <cstdlib>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

using namespace heapprof;

// What a condition that cannot be parsed says.
std::string wrong(std::string const& text) {
    return test::message_of<std::invalid_argument>([&] { WhereSyntax const parsed(text); });
}

// The ids of the objects of a condition.
std::string ids(AnyDump const& dump, std::string const& condition) {
    std::string text;
    std::vector<bool> const found = Where(condition).find(dump);
    for (Node n = 0; n != found.size(); ++n)
        if (found[n]) text += (text.empty() ? "" : " ") + dump.id(n);
    return text;
}

// An app with two sessions, of which the first holds 30 bytes more; a log that nothing but a weak reference
// holds; the class of a session, by machinery.
auto const json_dump = [] {
    return any_dump_of_json(joined_lines(R"(
{"id": "app", "type": "App", "size": 1, "roots": ["main app"], "refs": [{"id": "map", "name": "sessions"}]}
{"id": "map", "type": "shop.Map", "size": 2, "refs": [{"id": "ann", "name": 0}, {"id": "bob", "name": 1},
    {"id": "log", "name": "log", "weak": true}]}
{"id": "ann", "type": "shop.Session", "size": 10, "name": "Ann",
    "fields": {"total": 0, "open": true, "user name": "Ann Lee", "next": null, "rate": 0.5},
    "refs": [{"id": "text", "name": "note"}, {"id": "five", "name": "count"},
    {"id": "class", "name": "class", "runtime": true}]}
{"id": "bob", "type": "shop.Session", "size": 20, "fields": {"total": 2048, "open": false},
    "refs": [{"id": "dict"}, {"id": "class", "name": "class", "runtime": true}]}
{"id": "text", "type": "str", "size": 30, "name": "a note"}
{"id": "five", "type": "int", "size": 4, "value": 5}
{"id": "six", "type": "int", "size": 4, "value": 6}
{"id": "dict", "type": "dict", "size": 8, "refs": [{"id": "six", "name": "count"}]}
{"id": "class", "type": "type", "size": 100}
{"id": "log", "type": "Detached <div>", "size": 50}
{"objects": 10}
)"));
}();
AnyDump const& shop = *json_dump;

std::string error_of(AnyDump const& dump, std::string const& condition) {
    return test::message_of<trav::dump::Error>([&] { (void)ids(dump, condition); });
}

}  // namespace

TEST_CASE("where: a condition that cannot be parsed names the column and what is due", "[unit]") {
    std::string const terms = "type, name, size, retained, count, held by, .FIELD, not or '(' is due";
    CHECK(wrong("") == "'', column 1: " + terms);
    CHECK(wrong("  ") == "'  ', column 3: " + terms);
    CHECK(wrong("typ=x") == "'typ=x', column 1: " + terms);
    CHECK(wrong("type=x and") == "'type=x and', column 11: " + terms);
    CHECK(wrong("type=x nd size>1") == "'type=x nd size>1', column 8: 'and' or 'or' is due");
    CHECK(wrong("type=x)") == "'type=x)', column 7: 'and', 'or' or the end is due");
    CHECK(wrong("(type=x") == "'(type=x', column 8: ')' is due");
    CHECK(wrong("type x") == "'type x', column 6: '=' or '!=' is due");
    CHECK(wrong("type>x") == "'type>x', column 5: '=' or '!=' is due");
    CHECK(wrong("type=") == "'type=', column 6: a pattern is due");
    CHECK(wrong("type=\"x") == "'type=\"x', column 8: the closing quote is due");
    CHECK(wrong("size 5") == "'size 5', column 6: =, !=, <, <=, > or >= is due");
    CHECK(wrong("size>x") == "'size>x', column 6: a number, such as 1000 or 1KiB is due");
    CHECK(wrong("size>1QiB") == "'size>1QiB', column 6: a number, such as 1000 or 1KiB is due");
    CHECK(wrong("size>1KMiB") == "'size>1KMiB', column 6: a number, such as 1000 or 1KiB is due");
    CHECK(wrong(".=5") == "'.=5', column 2: the name of a field is due");
    CHECK(wrong(".a=yes") == "'.a=yes', column 4: a number, true, false, null or a text in quotes is due");
    CHECK(wrong(".a>\"x\"") == "'.a>\"x\"', column 4: a number is due");
    CHECK(wrong(".a<true") == "'.a<true', column 4: a number is due");
    CHECK(wrong("size=true") == "'size=true', column 6: a number, such as 1000 or 1KiB is due");
    CHECK(wrong("size=null") == "'size=null', column 6: a number, such as 1000 or 1KiB is due");
    CHECK(wrong("[a]=5") == "'[a]=5', column 2: the name of a field in quotes is due");
    CHECK(wrong("[\"a\"=5") == "'[\"a\"=5', column 5: ']' is due");
    CHECK(wrong("heldby=x") == "'heldby=x', column 1: " + terms);
    CHECK(wrong(std::string(101, '('))
              .ends_with("column 102: more than 100 parentheses and operators are open"));
    CHECK(wrong(std::string(100, '(') + "size>1" + std::string(100, ')')).empty());
    std::string many = "size>1";
    for (int i = 0; i != 99; ++i) many += " or size>1";
    CHECK(wrong(many).empty());
    CHECK(wrong(many + " or size>1").ends_with("there are more than 100 terms"));
}

TEST_CASE("where: letters, digits, _, $ and bytes beyond ASCII make a word", "[unit]") {
    for (char const* const name : {"azAZ09_$", "z", "Z", "9", "_", "$", "\xc3\xa9", "\x80"})
        CHECK(WhereSyntax('.' + std::string(name) + "=5").terms[0].field == name);
    for (char const* const end : {"`", "{", "@", "[", "/", ":", "-", "#"})
        CHECK(wrong(".a" + std::string(end) + "=5") ==
              "'.a" + std::string(end) + "=5', column 3: =, !=, <, <=, > or >= is due");
    for (char const* const more : {"z", "Z", "9", "_", "$", "\xc3\xa9"})
        CHECK(wrong("type" + std::string(more) + "=x").find("column 1: type, name") != std::string::npos);
}

TEST_CASE("where: numbers and their units", "[unit]") {
    auto const whole = [](char const* text) { return WhereNumber::parse(text).value().whole; };
    CHECK(whole("0") == 0);
    CHECK(whole("9223372036854775807") == 9223372036854775807);
    CHECK(whole("1K") == 1024);
    CHECK(whole("1.5KiB") == 1536);
    CHECK(whole("2MiB") == 2097152);
    CHECK(whole("3G") == 3221225472);
    CHECK(whole("1TiB") == 1099511627776);
    CHECK(whole("7B") == 7);
    CHECK(!whole("0.5"));
    CHECK(!whole("1.3KiB"));  // 1331.2
    CHECK(WhereNumber::parse("-0.5").value().number == -0.5);
    for (char const* const bad : {"", "K", "1k", "1KB", "1Ki", "1iB", "1BiB x", "0x10"})
        CHECK(!WhereNumber::parse(bad));
}

TEST_CASE("where: types, names and sizes", "[unit]") {
    CHECK(ids(shop, "type=shop.Session") == "ann bob");
    CHECK(ids(shop, "type=Session") == "ann bob");  // the last part
    CHECK(ids(shop, "type=S*") == "ann bob");
    CHECK(ids(shop, "type=?pp") == "app");
    CHECK(ids(shop, "type=\"Detached <div>\"") == "log");
    CHECK(ids(shop, "name=A*") == "ann");
    CHECK(ids(shop, "name=\"a note\"") == "text");
    CHECK(ids(shop, "size>20") == "log text class");
    CHECK(ids(shop, "size>=20 and size<=30") == "bob text");
    CHECK(ids(shop, "size<2") == "app");
    CHECK(ids(shop, "size=10") == "ann");
    CHECK(ids(shop, "size!=10 and type=Session") == "bob");
    CHECK(ids(shop, "type!=Session and type!=int and size<10") == "app map dict");
}

TEST_CASE("where: retained bytes, references and referrers", "[unit]") {
    CHECK(ids(shop, "retained>=44") == "app map ann class");  // ann: 10 + 30 + 4
    CHECK(ids(shop, "retained>44") == "app map class");
    CHECK(ids(shop, "retained=0") == "log");   // garbage
    CHECK(ids(shop, "count=2") == "map ann");  // neither weak references nor machinery
    CHECK(ids(shop, "count=1") == "app bob dict");
    CHECK(ids(shop, "held by=Session") == "text five dict");
    CHECK(ids(shop, "held by=sessions") == "map");
    CHECK(ids(shop, "held by=\"main *\"") == "app");
    CHECK(ids(shop, "held by=count") == "five six");
    CHECK(ids(shop, "held by=Map") == "ann bob");  // not the log
}

TEST_CASE("where: values of fields", "[unit]") {
    CHECK(ids(shop, ".total=0") == "ann");
    CHECK(ids(shop, ".total=2KiB") == "bob");
    CHECK(ids(shop, ".total>=0") == "ann bob");
    CHECK(ids(shop, ".rate=0.5") == "ann");
    CHECK(ids(shop, ".rate<0.25") == "");
    CHECK(ids(shop, ".open=true") == "ann");
    CHECK(ids(shop, ".open=false") == "bob");
    CHECK(ids(shop, ".next=null") == "ann");
    CHECK(ids(shop, ".next = undefined") == "ann");
    CHECK(ids(shop, "[\"user name\"]=\"Ann L*\"") == "ann");
    CHECK(ids(shop, ".note=\"a note\"") == "ann");  // the text that it refers to
    CHECK(ids(shop, ".note=\"a\"") == "");
    CHECK(ids(shop, ".count=5") == "ann");
    CHECK(ids(shop, ".count=6") == "bob dict");  // bob's is behind a reference without a name
    CHECK(ids(shop, ".count!=6 and type=Session") == "ann");
    CHECK(ids(shop, ".total=\"0\"") == "");  // another kind
}

TEST_CASE("where: ? is one character, and NaN equals NaN", "[unit]") {
    auto const dump = any_dump_of_json(R"({"id": 1, "type": "T", "size": 8, "name": "caf\u00e9"})"
                                       "\n"
                                       R"({"id": 2, "type": "T", "size": 8, "name": "cafes"})"
                                       "\n");
    CHECK(ids(*dump, "name=\"caf?\"") == "1");
    CHECK(ids(*dump, "name=\"caf??\"") == "2");
    auto const holds = [](char const* term, char const* value) {
        return WhereSyntax(std::string(".x") + term).terms[0].holds(WhereNumber::parse(value).value());
    };
    CHECK(holds("=NaN", "NaN"));
    CHECK(holds("=nan", "NaN"));
    CHECK_FALSE(holds("=NaN", "0"));
    CHECK_FALSE(holds("=0", "NaN"));
    CHECK_FALSE(holds("<NaN", "NaN"));
    CHECK_FALSE(holds(">=0", "NaN"));
}

TEST_CASE("where: whole numbers are compared exactly", "[unit]") {
    // as doubles both are 2^53
    auto const rows = any_dump_of_json(joined_lines(R"(
{"id": "a", "type": "Row", "size": 1, "fields": {"key": 9007199254740992, "rate": 0.5}}
{"id": "b", "type": "Row", "size": 1, "fields": {"key": 9007199254740993, "rate": 1.5}}
{"objects": 2}
)"));
    CHECK(ids(*rows, ".key=9007199254740993") == "b");
    CHECK(ids(*rows, ".key>9007199254740992") == "b");
    CHECK(ids(*rows, ".key<=9007199254740992") == "a");
    CHECK(ids(*rows, ".key>0.5") == "a b");
    CHECK(ids(*rows, ".rate<1") == "a");
    CHECK(ids(*rows, ".rate>=1.5") == "b");
}

TEST_CASE("where: a backslash in quotes takes the next character as it is", "[unit]") {
    auto const texts = any_dump_of_json(joined_lines(R"(
{"id": "a", "type": "A", "size": 1, "name": "say \"hi\""}
{"id": "b", "type": "B", "size": 1, "name": "a\\b"}
{"objects": 2}
)"));
    CHECK(ids(*texts, R"(name="say \"hi\"")") == "a");
    CHECK(ids(*texts, R"(name="a\\b")") == "b");
    CHECK(wrong(R"(name="x\")") == R"('name="x\"', column 10: the closing quote is due)");
    CHECK(wrong(R"(name="x\)") == R"('name="x\', column 9: the closing quote is due)");
}

TEST_CASE("where: not binds closest, then and", "[unit]") {
    CHECK(ids(shop, "type=App or type=Session and .open=true") == "app ann");
    CHECK(ids(shop, "type=Session and .open=true or type=App") == "app ann");
    CHECK(ids(shop, "(type=App or type=Session) and .open=true") == "ann");
    CHECK(ids(shop, "not type=Session and size>10") == "log text class");
    CHECK(ids(shop, "not (type=Session or size<50)") == "log class");
    CHECK(ids(shop, "not not type=App") == "app");
    CHECK(ids(shop, "type=Session and not .open=true") == "bob");
    CHECK(ids(shop, "((type=(x) or type=App))") == "app");
    CHECK(ids(shop, "type=App\tor\ttype=dict") == "app dict");
}

TEST_CASE("where: values that a dump does not have are errors", "[unit]") {
    auto const graph = any_dump_of("NODE a A 1\nNODE b B 2 text\na b x\n");
    CHECK(error_of(*graph, ".x=5") == "test.graph: no object in it has a value");
    CHECK(ids(*graph, ".x=\"te*\"") == "a");
    auto const dump = any_dump_of_json(R"({"id": 1, "type": "x", "size": 1, "fields": {"a": 1}})", "n.jsonl");
    CHECK(error_of(*dump, ".a=true") == "n.jsonl: there is no true or false in it, so .a cannot be compared");
    CHECK(error_of(*dump, ".a=null") == "n.jsonl: there is no null in it, so .a cannot be compared");
    std::istringstream ruby(
        "{\"type\":\"ROOT\", \"root\":\"vm\", \"references\":[\"0x8\"]}\n"
        "{\"address\":\"0x8\", \"type\":\"STRING\", \"value\":\"ann\", \"memsize\":40}\n");
    trav::dump::Input ruby_input(ruby, "r.rubyheap");
    auto const heap = trav::dump::any_dump(trav::dump::read_ruby(ruby_input));
    CHECK(error_of(*heap, ".a=\"x\"") == "r.rubyheap: Ruby does not write the names of fields");
    CHECK(ids(*heap, "name=a*") == "0x8");
}

TEST_CASE("where: types, fields and referrers that do not exist are remarks", "[unit]") {
    remarks.clear();
    CHECK(ids(shop, "type=Sesion or .totl=5 or held by=nobody").empty());
    CHECK(remarks ==
          std::vector<std::string>{"test.jsonl: nothing is of type Sesion",
                                   "test.jsonl: no type, field or root called nobody holds anything",
                                   "test.jsonl: nothing has a field totl"});
    remarks.clear();
    CHECK(!ids(shop, "type=Session or .total=7").empty());
    CHECK(remarks.empty());
}

TEST_CASE("where: texts that are cut in the dump match by their beginning, and others are counted",
          "[unit]") {
    remarks.clear();
    std::istringstream ruby("{\"type\":\"ROOT\", \"root\":\"vm\", \"references\":[\"0x8\"]}\n"
                            "{\"address\":\"0x8\", \"type\":\"STRING\", \"value\":\"" +
                            std::string(100, 'a') + "\", \"memsize\":40}\n");
    trav::dump::Input input(ruby, "r.rubyheap");
    auto const heap = trav::dump::any_dump(trav::dump::read_ruby(input));
    CHECK(ids(*heap, "name=a*") == "0x8");
    CHECK(ids(*heap, "name=b*").empty());
    CHECK(ids(*heap, "name=aa").empty());  // it is longer
    CHECK(remarks.empty());
    CHECK(ids(*heap, "name=*ab").empty());
    CHECK(ids(*heap, "name=" + std::string(100, 'a')).empty());
    REQUIRE(remarks.size() == 2);
    CHECK(remarks[0] == "r.rubyheap: 1 texts may match \"*ab\", but are not known whole: they count as "
                        "different");
    remarks.clear();
    // V8 writes 1,024 characters of longer texts
    Written v8;
    v8.node("string", 2000, {}, std::string(1024, 'x'));
    v8.node("string", 1040, {}, std::string(1023, 'x'));
    auto const long_texts = trav::dump::any_dump(trav::dump::V8Dump(v8.snapshot));
    CHECK(ids(*long_texts, "name=x*") == "10 11");
    CHECK(ids(*long_texts, "name=*x").find("10") == std::string::npos);
    REQUIRE(remarks.size() == 1);
    CHECK(remarks[0].find(": 1 texts may match \"*x\"") != std::string::npos);
    remarks.clear();
}

TEST_CASE("where: bands are the first conditions that hold", "[unit]") {
    Folder const folder;
    std::string const file = folder / "x.bands";
    write(file,
          "# sessions\nopen: type=Session and .open=true\n\nlarge session: type=Session\r\nrest: size>40\n");
    auto const grouping = by_bands(shop, read_bands(file));
    std::string text;
    for (Node n = 0; n != shop.node_count(); ++n)
        text += shop.id(n) + '=' + grouping.bands[grouping.band_of[n]] + ' ';
    CHECK(text == "app=(other) map=(other) ann=open bob=large session log=rest text=(other) five=(other) "
                  "class=rest dict=(other) six=(other) ");
    auto const error = [&](std::string const& lines) {
        write(file, lines);
        try {
            (void)read_bands(file);
        } catch (trav::dump::Error const& thrown) { return std::string(thrown.what()).substr(file.size()); }
        return std::string();
    };
    CHECK(error("a: size>1\nb size>1\n") == ": line 2: 'NAME: CONDITION' is due");
    CHECK(error(": size>1\n") == ": line 1: 'NAME: CONDITION' is due");
    CHECK(error("a: size>1\na: size>2\n") == ": line 2: there are two bands 'a'");
    CHECK(error("a: size\n") == ": line 1: ' size', column 6: =, !=, <, <=, > or >= is due");
    CHECK(error("# none\n") == ": there is no band in it");
    CHECK_THROWS_WITH(read_bands(folder / "gone"), (folder / "gone") + ": No such file or directory");
}

TEST_CASE("heapprof where: restricts tables, and selects objects", "[unit]") {
    HEAPPROF_OR_SKIP();
    std::string const text = "NODE app App 1\nNODE a Session 100\nNODE b Session 2000\nNODE x Text 5000\n"
                             "ROOT app\napp a s\napp b t\nb x text\n";
    Result const dump = ask("dump", "--where 'type=Session and retained>1KiB'", text);
    CHECK(dump.code == 0);
    CHECK(has(dump.out, "Session  1.95 KiB  100.0%        1\ntotal    1.95 KiB  100.0%        1\n"));
    CHECK(!has(dump.out, "Text"));
    Result const none = ask("dump", "--where 'type=Session and size>1MiB'", text);
    CHECK(none.code == 0);  // nothing is an answer
    CHECK(has(none.out, "total"));
    CHECK(!has(none.out, "Session"));
    Result const why = ask("why", "'where:type=Session and size<1K'", text);
    CHECK(has(why.out, "Session @a, own 100 B"));
    CHECK(has(ask("show", "'where:name=nobody'", text).err, "'where:name=nobody' matches nothing"));
    CHECK(has(ask("tree", "--under 'where:size=2000'", text).out, "Text @x"));
    Result const rooted =
        ask("dump", "--by root --root 'big=where:type=Session and size>1K' --root 'where:type=T*'", text);
    INFO(rooted.err << rooted.out);
    CHECK(has(rooted.out, "type=T*  4.88 KiB"));  // x
    CHECK(has(rooted.out, "big      1.95 KiB"));  // b
    CHECK(has(rooted.out, "(other)     101 B"));  // app and a
    CHECK(has(ask("dump", "--root where:size=3", text).err, "'where:size=3' matches nothing"));
    for (char const* const command : {"why", "show"}) CHECK(has(ask(command, "'T*'", text).out, "Text @x"));
    Result const bad = ask("dump", "--where 'type=Session nd size>1'", text);
    CHECK(bad.code == 2);
    CHECK(bad.err == "heapprof: --where: 'type=Session nd size>1', column 14: 'and' or 'or' is due (see "
                     "heapprof --help)\n");
    CHECK(has(ask("why", "where:size", text).err, "selector: 'size', column 5"));
}

TEST_CASE("heapprof where: a value is pasted as show prints it", "[unit]") {
    HEAPPROF_OR_SKIP();
    Folder const folder;
    write(folder / "x.jsonl",
          R"({"id": 1, "type": "Session", "size": 8, "roots": ["app"], )"
          R"("fields": {"user": "a\n\"b\" \\n\u202e"}})"
          "\n"
          R"({"id": 2, "type": "Session", "size": 8, "roots": ["b"], "fields": {"user": "an"}})"
          "\n");
    std::string const shown = run("show " + (folder / "x.jsonl") + " @1").out;
    std::string const value = R"("a\n\"b\" \\n\u202e")";
    CHECK(has(shown, value));
    Result const found = run("show " + (folder / "x.jsonl") + " 'where:.user=" + value + '\'');
    CHECK(found.out == shown);
}

TEST_CASE("heapprof where: restricts the lists of retained sizes", "[unit]") {
    HEAPPROF_OR_SKIP();
    std::string const text = "NODE app App 1\nNODE a Session 100\nNODE b Session 2000\nNODE x Text 5000\n"
                             "NODE c Session 300\nROOT app\napp a s\napp b t\nb x text\nx c of\n";
    auto const answer = [&](std::string const& where) {
        auto const json =
            nlohmann::json::parse(ask("dump", "--largest 2 --retained 9 --json - " + where, text).out);
        std::string lines;
        for (auto const& each : json["dumps"][0]["largest"]) lines += each["id"].get<std::string>() + ' ';
        for (auto const& each : json["dumps"][0]["retained"])
            lines += each["type"].get<std::string>() + ' ' + each["own"].dump() + ' ' +
                     each["objects"].dump() + ' ' + each["retained"].dump() + ", ";
        return lines;
    };
    // c, inside of b, counts once.
    CHECK(answer("") == "app b App 1 1 7401, Session 2400 3 7400, Text 5000 1 5300, ");
    CHECK(answer("--where type=Session") == "b c Session 2400 3 7400, ");
    CHECK(answer("--where 'type=Session and size<1K or type=Text'") ==
          "x c Text 5000 1 5300, Session 400 2 400, ");
    CHECK(answer("--where size=7").empty());
    std::string const remarks = ask("dump", "--largest 2 --where type=Nobody", text).err;
    CHECK(remarks.find("nothing is of type Nobody") == remarks.rfind("nothing is of type Nobody"));
    CHECK(has(remarks, "nothing is of type Nobody"));
}

TEST_CASE("heapprof where: bands of a file", "[unit]") {
    HEAPPROF_OR_SKIP();
    Folder const folder;
    write(folder / "my.bands", "small: type=Session and size<1K\nlarge: type=Session\n");
    std::string const text =
        "NODE app App 1\nNODE a Session 100\nNODE b Session 2000\nROOT app\napp a s\napp b t\n";
    std::string const bands = "--bands " + (folder / "my.bands");
    Result const dump = ask("dump", bands, text);
    CHECK(has(dump.out, "band        bytes"));
    CHECK(has(dump.out, "large    1.95 KiB   95.2%        1\nsmall       100 B    4.8%        1\n"
                        "(other)       1 B    0.0%        1\n"));
    CHECK(ask("dump", bands + " --by band --fail 'band=large objects > 0'", text).code == 3);
    CHECK(has(ask("dump", bands + " --by type --only band=small", text).out, "Session  100 B"));
    Result const without = ask("dump", "--by band", text);
    CHECK(without.code == 2);
    CHECK(has(without.err, "the breakdown by band needs its conditions: --bands FILE"));
}

TEST_CASE("heapprof show: values of Java's fields, unless the file cannot be read twice", "[unit]") {
    HEAPPROF_OR_SKIP();
    WrittenHprof file;
    file.root_class = 0x10;
    file.class_(1, "java/lang/Object", 0, {});
    file.class_(2, "java/nio/DirectByteBuffer", 1,
                {{"capacity", java_int}, {"big", java_boolean}, {"att", java_object}, {"me", java_object}});
    file.class_(3, "java/lang/Integer", 1, {{"value", java_int}});
    file.instance(0x10, 2, file.data().u(4, 52428800).u(1, 1).id(0).id(0x11));
    file.instance(0x11, 3, file.data().u(4, 7));
    Folder const folder;
    write(folder / "x.hprof", file.bytes());
    std::string const x = folder / "x.hprof";
    Result const show = run("show " + x + " @0x10");
    CHECK(has(show.out, "          .capacity = 52428800\n          .big = true\n          .att = null\n"));
    CHECK(has(show.out, " B  .me = 7\n"));
    CHECK(has(run("show " + x + " @0x11").out, "java.lang.Integer @0x11 = 7, own 16 B"));
    auto const json = nlohmann::json::parse(run("show " + x + " @0x10 --json -").out);
    CHECK(json["values"] == nlohmann::json::parse(R"([{"field": ".capacity", "value": 52428800},
        {"field": ".big", "value": true}, {"field": ".att", "value": null}])"));
    CHECK(json["more_values"] == 0);
    CHECK(json["fields"][0]["value"] == 7);
    CHECK(has(run("show " + x + " @0x10 --top 1").out, "... 2 more values\n"));
    CHECK(has(run("why " + x + " 'where:.capacity>=50MiB'").out, "java.nio.DirectByteBuffer @0x10"));
    CHECK(has(run("why " + x + " 'where:.me=7'").out, "java.nio.DirectByteBuffer @0x10"));
    std::string const err = folder / "err";
    CHECK(std::system(("'" + profiler() + "' show - @0x10 <" + x + " >/dev/null 2>" + err).c_str()) == 0);
    CHECK(has(read(err), "standard input: cannot be read twice, so the values of fields are not known"));
}

TEST_CASE("heapprof where: values of V8, and numbers that are not written", "[unit]") {
    HEAPPROF_OR_SKIP();
    CHECK(has(run("why " + shop_3 + " 'where:type=LazyReport and .thunk=null'").out,
              "where:type=LazyReport and .thunk=null: 2 objects"));  // two of three were forced
    Result const number = run("why " + shop_3 + " 'where:.total>5'");
    CHECK(number.code == 1);
    CHECK(has(number.err,
              "there is no number in it, so .total cannot be compared; V8 writes numbers if asked"));
}

TEST_CASE("heapprof where: numbers and buffers of Python", "[unit]") {
    HEAPPROF_OR_SKIP();
    PYTHON_OR_SKIP();
    Folder const folder;
    write(folder / "app.py", R"(
class Order:
    def __init__(self, total):
        self.total, self.open, self.paid, self.rate, self.note = total, True, True, -0.5, None
orders = [Order(n) for n in range(3)]
view = memoryview(bytearray(5000))
gone = memoryview(b'x')
gone.release()
huge = 10 ** 5000
)");
    std::string const heap = folder / "app.jsonl";
    std::string const command =
        "python3 -IS example/dump/python_heap.py " + (folder / "app.py") + " >" + heap;
    REQUIRE(std::system(command.c_str()) == 0);
    CHECK(has(run("why " + heap +
                  " 'where:type=Order and .total=2 and .open=true and .paid=true and .rate=-0.5 "
                  "and .note=null'")
                  .out,
              "__main__.Order @"));
    CHECK(has(run("why " + heap + " 'where:type=Order and .total>0'").out, ": 2 objects"));
    CHECK(has(run("show " + heap + " __main__.view").out, ".nbytes = 5000\n"));
    CHECK(!has(run("show " + heap + " __main__.gone").out, "nbytes"));
}

TEST_CASE("where: no condition, and a band of the name of the rest, are refused", "[unit]") {
    HEAPPROF_OR_SKIP();
    Folder const folder;
    write(folder / "x.graph", whole("ROOT a\nNODE a App 1\n"));
    Result const empty = run("dump " + (folder / "x.graph") + " --where ''");
    CHECK(empty.code != 0);
    CHECK(has(empty.err, "a condition is due"));
    std::string const file = folder / "x.bands";
    write(file, "(other): type=App\n");
    CHECK_THROWS_WITH(heapprof::read_bands(file),
                      file + ": line 1: '(other)' is the rest, which no condition names");
}

TEST_CASE("where: an object has the field of the only object behind its nameless references", "[unit]") {
    auto const bags = any_dump_of_json(joined_lines(R"(
{"id": "one", "type": "Bag", "size": 1, "roots": ["one"], "refs": [{"id": "a"}, {"id": "empty"}]}
{"id": "two", "type": "Bag", "size": 1, "roots": ["two"], "refs": [{"id": "a"}, {"id": "b"}]}
{"id": "pair", "type": "Bag", "size": 1, "roots": ["pair"], "refs": [{"id": "a"}, {"id": "a"}]}
{"id": "own", "type": "Bag", "size": 1, "roots": ["own"], "fields": {"count": 7}, "refs": [{"id": "a"}]}
{"id": "a", "type": "dict", "size": 1, "fields": {"count": 5}}
{"id": "b", "type": "dict", "size": 1, "fields": {"count": 5}}
{"id": "empty", "type": "dict", "size": 1}
{"objects": 7}
)"));
    CHECK(ids(*bags, "type=Bag and .count=5") == "one pair");
    CHECK(ids(*bags, "type=Bag and .count=7") == "own");
    CHECK(ids(*bags, "type=dict and .count=5") == "a b");
}
