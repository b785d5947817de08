#include "catch.hpp"
#include "dump/jvm/written_hprof.hpp"
#include "heapprof/ask.hpp"

#include <heapprof/question/compare.hpp>

#include <nlohmann/json.hpp>

#include <cstdint>
#include <map>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace {

using heapprof::DumpObject;
using heapprof::DumpObjects;

// Runs diff on dumps with these texts, named 1, 2 ...
Result diff(std::vector<std::string> const& texts, std::string const& arguments = "") {
    Folder const folder;
    std::string files;
    for (std::size_t i = 0; i != texts.size(); ++i) {
        std::string const name = std::to_string(i + 1) + ".graph";
        write(folder / name, texts[i]);
        files += ' ' + (folder / name);
    }
    return run("diff" + files + ' ' + arguments);
}

// An app with these sessions and a cache of this size.
std::string app(std::vector<std::string> const& sessions, int cache) {
    std::string text = "ROOT app\nNODE app App 1\nNODE map Map 2\nNODE cache Cache " + std::to_string(cache) +
                       "\napp map sessions\napp cache cache\n";
    for (std::string const& id : sessions) text += "NODE " + id + " Session 10\nmap " + id + ' ' + id + '\n';
    return text;
}

// A Java program with a class whose static field `all` has so many tokens. All objects lie at `first` and
// above, so that an address means another object if `first` differs.
std::string java(std::string const& name, std::uint64_t first, std::uint64_t tokens) {
    enum : std::uint64_t { object = 0x100, loader = 0x110, index = 0x118, token = 0x128, array = 0x130 };
    WrittenHprof file;
    std::uint64_t const all = first + 0x10;
    file.class_(object, "java/lang/Object", 0, {});
    file.class_(loader, "java/lang/ClassLoader", object, {{"name", java_object}});
    file.class_(index, name + "/Index", object, {}, {{"all", all}}, first);
    file.class_(token, name + "/Token", object, {{"id", java_int}}, {}, first, 4);
    file.class_(array, "[Ljava/lang/Object;", object, {});
    file.instance(first, loader, file.data().id(0));
    std::vector<std::uint64_t> elements;
    for (std::uint64_t i = 0; i != tokens; ++i) elements.push_back(first + 0x1000 + 0x10 * i);
    file.objects(all, array, elements);
    for (std::uint64_t const each : elements) file.instance(each, token, Big(file.data()).u(4, 7));
    file.heap.u(1, 0x05).id(index);
    return file.bytes();
}

DumpObjects random_objects(std::mt19937& random) {
    std::map<std::uint64_t, DumpObject> objects;
    for (int i = 0; i != 40; ++i) {
        std::uint64_t const id = random() % 60;
        objects[id] = {id, random() % 5, static_cast<std::uint32_t>(random() % 3), 0, random() % 50};
    }
    DumpObjects dump{"x", {}};
    for (auto const& [id, object] : objects) dump.objects.push_back(object);
    return dump;
}

DumpObject const* find(DumpObjects const& dump, std::uint64_t id) {
    for (DumpObject const& object : dump.objects)
        if (object.id == id) return &object;
    return nullptr;
}

}  // namespace

TEST_CASE("heapprof diff: lists new, gone, surviving and growing objects by type", "[unit]") {
    HEAPPROF_OR_SKIP();
    Result const result = diff({app({"a", "b"}, 100), app({"b", "c", "d"}, 70)});
    INFO(result.out << result.err);
    CHECK(result.code == 0);
    CHECK(result.out == "type     growth    grew   new  objects  gone  objects  survived  objects\n"
                        "Session   +10 B  1 of 1  20 B        2  10 B        1      10 B        1\n"
                        "App           0  0 of 1   0 B        0   0 B        0       1 B        1\n"
                        "Map           0  0 of 1   0 B        0   0 B        0       2 B        1\n"
                        "Cache     -30 B  0 of 1   0 B        0   0 B        0      70 B        1\n"
                        "total     -20 B          20 B        2  10 B        1      83 B        4\n"
                        "\n"
                        "   1     2  growth  retain more\n"
                        "22 B  32 B   +10 B  app.sessions: Map @map\n");
}

TEST_CASE("heapprof diff: three snapshots show the objects left behind", "[unit]") {
    HEAPPROF_OR_SKIP();
    Result const result = diff({app({"a"}, 5), app({"a", "b", "c"}, 5), app({"a", "c", "d", "e"}, 6)});
    INFO(result.out << result.err);
    CHECK(has(result.out, "Session   +30 B  2 of 2  30 B        3   0 B        0      10 B        1\n"));
    CHECK(has(result.out, "bytes  objects  made between 1 and 2, still in 3\n 10 B        1  Session\n"));
    CHECK(has(result.out, "retained  of these, what retains most\n    10 B  app.sessions.c: Session @c\n"));
    CHECK(has(result.out, "12 B  32 B  42 B   +30 B  app.sessions: Map @map\n"));
    CHECK(!has(result.out, "Cache @cache"));  // grew in one step only
    Result const none = diff({app({"a"}, 5), app({"a"}, 5), app({"a"}, 5)});
    CHECK(has(none.out, "made between 1 and 2, still in 3: nothing\n"));
    CHECK(has(none.out, "no object retains more\n"));
}

TEST_CASE("heapprof diff: of equal amounts, the first by type or by id comes first", "[unit]") {
    HEAPPROF_OR_SKIP();
    std::string const before = app({}, 5);
    std::string after = before;
    for (char const* const each : {"z Zebra 10", "y Apple 10", "x Zebra 20", "w Apple 20"})
        after += std::string("NODE ") + each + "\nmap " + each[0] + ' ' + each[0] + '\n';
    Result const result = diff({before, after, after});
    INFO(result.out << result.err);
    CHECK(has(result.out,
              "\nApple   +30 B  1 of 2  30 B        2   0 B        0       0 B        0\nZebra   +30 B "));
    CHECK(has(result.out, "\n 30 B        2  Apple\n 30 B        2  Zebra\n"));
    CHECK(has(result.out, "    20 B  app.sessions.w: Apple @w\n    20 B  app.sessions.x: Zebra @x\n"
                          "    10 B  app.sessions.y: Apple @y\n    10 B  app.sessions.z: Zebra @z\n"));
}

TEST_CASE("heapprof diff: refuses dumps if ids denote other objects", "[unit]") {
    HEAPPROF_OR_SKIP();
    auto const refused = [](std::string const& second, std::string const& says) {
        Result const result = diff({app({"a", "b"}, 1), second});
        INFO(result.err);
        CHECK(result.code == 1);
        CHECK(result.out.empty());
        CHECK(has(result.err, says));
    };
    refused("ROOT x\nNODE x X 1\n", "2.graph: has no object in common with ");
    refused("ROOT app\nNODE app Map 1\nNODE map Session 2\napp map x\nmap a y\nNODE a Session 1\n",
            "of 3 ids that are in ");
    CHECK(diff({app({}, 1)}).code == 2);
    CHECK(diff({app({}, 1), app({}, 1)}, "--top x").code == 2);
    // Each round of the shop adds sessions; the first round's sessions survive.
    Result const shop = run("diff " + shop_1 + ' ' + shop_2 + ' ' + shop_3);
    INFO(shop.err << shop.out);
    CHECK(shop.code == 0);
    CHECK(has(shop.out, "1,500  Session\n"));
    CHECK(run("diff " + shop_1 + ' ' + game).code == 1);
}

TEST_CASE("heapprof diff: addresses of a moving collector identify no objects", "[unit]") {
    HEAPPROF_OR_SKIP();
    Folder const folder;
    // Each token of the second dump lies where another one, or none, was in the first.
    write(folder / "1.hprof", java("shop", 0x10000, 300));
    write(folder / "2.hprof", java("shop", 0x10010, 400));
    write(folder / "3.hprof", java("shop", 0x20000, 500));
    write(folder / "other.hprof", java("game", 0x10000, 300));
    auto const files = [&](std::string const& ending) {
        return ' ' + (folder / "1") + ending + ' ' + (folder / "2") + ending + ' ' + (folder / "3") + ending;
    };
    for (std::string const number : {"1", "2", "3"})
        REQUIRE(run("export " + (folder / number) + ".hprof -o " + (folder / number) + ".csr").code == 0);
    for (std::string const ending : {".hprof", ".csr"}) {
        Result const result = run("diff" + files(ending) + " --json -");
        INFO(result.err << result.out);
        REQUIRE(result.code == 0);
        auto const json = nlohmann::json::parse(result.out);
        CHECK(json["same"] == "path");
        auto const& token = json["types"][0]["type"] == "shop.Token" ? json["types"][0] : json["types"][1];
        CHECK(token["type"] == "shop.Token");
        CHECK(token["objects"] == nlohmann::json({300, 400, 500}));
        for (char const* const unknown : {"new", "gone", "survived"}) CHECK(token[unknown].is_null());
        CHECK(json["left"].is_null());
        CHECK(json["left_objects"].is_null());
        std::set<std::string> growing;
        for (auto const& each : json["growing"]) growing.insert(each["path"]);
        CHECK(growing == std::set<std::string>{R"(["shop.Index"])", R"(["shop.Index"].all)"});

        std::string const text = run("diff" + files(ending)).out;
        INFO(text);
        CHECK(has(text, "Which objects are new, gone or survived is not known"));
        CHECK(has(text, R"(["shop.Index"].all: java.lang.Object[] @0x20010)"));
        CHECK(!has(text, "survived  objects"));
        std::string const csv = run("diff" + files(ending) + " --csv -").out;
        CHECK(has(csv, "\r\nshop.Token,"));
        CHECK(has(csv, ",2,,,,,,\r\n"));
    }
    auto const refused = [&](std::string const& arguments, std::string const& says) {
        Result const result = run(arguments);
        INFO(result.err);
        CHECK(result.code == 1);
        CHECK(has(result.err, says));
    };
    refused("diff " + (folder / "1.hprof") + ' ' + (folder / "other.hprof"),
            "other.hprof: is of another program than " + (folder / "1.hprof") +
                ": of the 2 types that one of them defines, 0 are in both");
    write(folder / "x.graph", app({}, 1));
    refused("diff " + (folder / "1.hprof") + ' ' + (folder / "x.graph"),
            "x.graph: is of another runtime than ");
    // The array in 1 and the loader in 2 have the same address.
    refused("dump " + (folder / "1.hprof") + ' ' + (folder / "2.hprof") + " --root @0x10010 --by root",
            "2.hprof: selector '@0x10010' begins at an id, which is an address in " + (folder / "1.hprof") +
                " alone: the collector moves objects. Use a path");
    CHECK(run("dump " + (folder / "1.hprof") + " --root @0x10010 --by root").code == 0);
}

namespace {

// A program whose ids are addresses: a named module, and these objects, as id and type.
std::string addresses(std::string const& module, std::vector<std::pair<int, std::string>> const& objects) {
    std::string text, refs;
    for (auto const& [id, type] : objects) {
        text += R"({"id": )" + std::to_string(id) + R"(, "type": ")" + type + R"(", "size": 10})" + "\n";
        refs += (refs.empty() ? "" : ", ") + std::to_string(id);
    }
    return R"({"id": )" + module +
           R"(, "type": "module", "size": 1, "name": "app", "roots": ["app"], "refs": [)" + refs + "]}\n" +
           text + R"({"objects": )" + std::to_string(objects.size() + 1) + R"(, "reused_ids": true})" + "\n";
}

}  // namespace

TEST_CASE("heapprof diff: an address with another type is another object", "[unit]") {
    HEAPPROF_OR_SKIP();
    Folder const folder;
    // 10 survived, or made room for another session; 11 became a cart; 12 is gone; 13 is new.
    write(folder / "1.jsonl",
          addresses("1", {{10, "Session"}, {11, "Session"}, {12, "Session"}, {14, "Cart"}}));
    write(folder / "2.jsonl",
          addresses("1", {{10, "Session"}, {11, "Cart"}, {13, "Session"}, {14, "Session"}}));
    write(folder / "3.jsonl", addresses("1", {{11, "Cart"}, {13, "Cart"}, {14, "Session"}}));
    write(folder / "other.jsonl", addresses("2", {{10, "Session"}, {11, "Session"}}));
    for (std::string const n : {"1", "2", "3"})
        REQUIRE(run("export " + (folder / n) + ".jsonl -o " + (folder / n) + ".csr").code == 0);
    for (std::string const ending : {".jsonl", ".csr"}) {
        std::string const one = (folder / "1") + ending, two = (folder / "2") + ending,
                          three = (folder / "3") + ending;
        Result const result = run("diff " + one + ' ' + two + " --json -");
        INFO(result.err << result.out);
        REQUIRE(result.code == 0);
        auto const json = nlohmann::json::parse(result.out);
        CHECK(json["same"] == "address and type");
        std::map<std::string, std::vector<int>> found;
        for (auto const& type : json["types"])
            found[type["type"]] = {type["new"]["objects"], type["gone"]["objects"],
                                   type["survived"]["objects"]};
        CHECK(found == std::map<std::string, std::vector<int>>{
                           {"Session", {2, 2, 1}}, {"Cart", {1, 1, 0}}, {"module", {0, 0, 1}}});
        CHECK(has(run("diff " + one + ' ' + two).out,
                  "An id is an address here, which later objects have again: some of the objects that"));
        // of the objects made before the second dump, 11 and 14 are in the third; 13 is another one
        auto const left =
            nlohmann::json::parse(run("diff " + one + ' ' + two + ' ' + three + " --json -").out)["left"];
        REQUIRE(left.size() == 2);
        for (auto const& type : left) CHECK(type["objects"] == 1);
    }
    Result const other = run("diff " + (folder / "1.jsonl") + ' ' + (folder / "other.jsonl"));
    CHECK(other.code == 1);
    CHECK(has(other.err, "other.jsonl: is of another process than " + (folder / "1.jsonl") +
                             ": of 1 names of one object in both, 0 have the same address"));
    Result const root =
        run("dump " + (folder / "1.jsonl") + ' ' + (folder / "2.jsonl") + " --root @10 --by root");
    CHECK(root.code == 0);
    CHECK(has(root.err,
              "2.jsonl: '@10' begins at an address, which may be another object of its type than in "));
}

TEST_CASE("heapprof diff: what survived in Python is between the truth and the addresses in use",
          "[conformance]") {
    HEAPPROF_OR_SKIP();
    PYTHON_OR_SKIP();
    Folder const folder;
    write(folder / "app.py", "import sys\nsys.path.insert(0, 'example/dump')\nimport python_heap\n"
                             "class Token: pass\n"
                             "class Other: pass\n"
                             "kept = [Token() for _ in range(1000)]\n"
                             "def dump(n):\n"
                             "    with open(sys.argv[n], 'w') as file: python_heap.write(file)\n"
                             "dump(1)\n"
                             "del kept[:600]\n"
                             "kept += [Token() for _ in range(300)] + [Other() for _ in range(700)]\n"
                             "dump(2)\n");
    REQUIRE(std::system(
                ("python3 " + (folder / "app.py") + ' ' + (folder / "1.jsonl") + ' ' + (folder / "2.jsonl"))
                    .c_str()) == 0);
    Result const result =
        run("diff " + (folder / "1.jsonl") + ' ' + (folder / "2.jsonl") + " --top 0 --json -");
    INFO(result.err);
    REQUIRE(result.code == 0);
    auto const json = nlohmann::json::parse(result.out);
    for (auto const& type : json["types"]) {
        int const fresh = type["new"]["objects"], gone = type["gone"]["objects"],
                  survived = type["survived"]["objects"];
        if (type["type"] == "__main__.Token") {  // 400 survived, 600 are gone, 300 are new
            CHECK(survived >= 400);
            CHECK(survived <= 700);
            CHECK(survived + fresh == 700);
            CHECK(survived + gone == 1000);
        }
        if (type["type"] == "__main__.Other") {
            CHECK(fresh == 700);
            CHECK(survived == 0);
        }
    }
}

TEST_CASE("heapprof diff: changes follow the definition", "[property]") {
    std::mt19937 random(5);
    heapprof::TypeNumbers types;
    for (std::string const name : {"A", "B", "C"}) types.number(name);
    for (int round = 0; round != 300; ++round) {
        std::vector<DumpObjects> dumps;
        for (std::size_t n = 2 + random() % 3; n != 0; --n) dumps.push_back(random_objects(random));
        DumpObjects const &first = dumps.front(), &last = dumps.back();
        for (auto const& change : heapprof::changes(dumps, types)) {
            trav::Amount created, gone, survived;
            std::vector<std::uint64_t> bytes(dumps.size());
            for (std::uint64_t id = 0; id != 60; ++id) {
                DumpObject const *a = find(first, id), *b = find(last, id);
                if (b && b->type == change.type) (a ? survived : created) += {b->bytes, 1};
                if (a && !b && a->type == change.type) gone += {a->bytes, 1};
                for (std::size_t d = 0; d != dumps.size(); ++d)
                    if (auto const* o = find(dumps[d], id); o && o->type == change.type) bytes[d] += o->bytes;
            }
            CHECK(change.created == created);
            CHECK(change.gone == gone);
            CHECK(change.survived == survived);
            CHECK(change.bytes == bytes);
        }
        std::set<std::uint64_t> left, grew, found;
        for (std::uint64_t id = 0; id != 60; ++id) {
            if (!find(first, id) && find(dumps[1], id) && find(last, id)) left.insert(id);
            bool always = find(first, id) != nullptr;
            for (std::size_t d = 1; d != dumps.size(); ++d) {
                DumpObject const *a = find(dumps[d - 1], id), *b = find(dumps[d], id);
                always = always && a && b && b->retained > a->retained;
            }
            if (always) grew.insert(id);
        }
        for (DumpObject const& object : heapprof::left_behind(dumps)) found.insert(object.id);
        CHECK(found == left);
        found.clear();
        for (auto const& object : heapprof::growing(dumps)) found.insert(object.last.id);
        CHECK(found == grew);
    }
}

TEST_CASE("heapprof diff: what an object retained before is its own, nothing, or not known", "[unit]") {
    using Retained = std::vector<std::uint64_t>;
    std::vector<DumpObject> const before{{1, 10, 0, 0, 1}, {2, 20, 1, 1, 1}, {4, 40, 0, 2, 1}},
        after{{1, 11, 0, 5, 1}, {2, 22, 2, 6, 1}, {3, 33, 0, 7, 1}};  // 2 has another type, and 3 is new
    heapprof::Node const kept = 5, other = 6, added = 7, nowhere = 9;
    CHECK(heapprof::retained_before({.file = "1", .objects = before}, {.file = "2", .objects = after},
                                    {added, kept, other}) == Retained{0, 10, heapprof::not_known});
    // A path that is new may lead to an old object.
    auto const moving = trav::dump::IdLife::dump;
    CHECK(heapprof::retained_before({.file = "1", .ids = moving, .placed = before},
                                    {.file = "2", .ids = moving, .placed = after}, {added, kept, nowhere}) ==
          Retained{heapprof::not_known, 10, heapprof::not_known});
}
