#include "catch.hpp"
#include "heapprof/ask.hpp"

#include <heapprof/question/compare.hpp>

#include <cstdint>
#include <map>
#include <random>
#include <set>
#include <string>
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
                        "22 B  32 B   +10 B  Map @map\n");
}

TEST_CASE("heapprof diff: three snapshots show the objects left behind", "[unit]") {
    HEAPPROF_OR_SKIP();
    Result const result = diff({app({"a"}, 5), app({"a", "b", "c"}, 5), app({"a", "c", "d", "e"}, 6)});
    INFO(result.out << result.err);
    CHECK(has(result.out, "Session   +30 B  2 of 2  30 B        3   0 B        0      10 B        1\n"));
    CHECK(has(result.out, "bytes  objects  made between 1 and 2, still in 3\n 10 B        1  Session\n"));
    CHECK(has(result.out, "retained  of these, what retains most\n    10 B  Session @c\n"));
    CHECK(has(result.out, "12 B  32 B  42 B   +30 B  Map @map\n"));
    CHECK(!has(result.out, "Cache @cache"));  // grew in one step only
    Result const none = diff({app({"a"}, 5), app({"a"}, 5), app({"a"}, 5)});
    CHECK(has(none.out, "made between 1 and 2, still in 3: nothing\n"));
    CHECK(has(none.out, "no object retains more\n"));
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
