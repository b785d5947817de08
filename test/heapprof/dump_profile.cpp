// The profile of a series of dumps: facts of each, lists, outline, owners and leaks.
#include "catch.hpp"
#include "heapprof/lines.hpp"
#include "support/folder.hpp"
#include "support/message_of.hpp"

#include <heapprof/question/compare.hpp>
#include <heapprof/question/dump_profile.hpp>

#include <trav/dump/error.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace {

using heapprof::Answer;
using heapprof::Question;
using heapprof::Where;
using Texts = std::vector<std::string>;

// An app with a cache, and later with a log of one entry, too.
std::string const early = "ROOT app\nNODE app App 1\nNODE c Cache 10\napp c cache\n",
                  late = early + "NODE l Log 100\napp l log\nNODE e Entry 7\nl e last\n";

// The files 0.graph, 1.graph ... with these dumps.
struct Dumps {
    explicit Dumps(Texts const& texts) {
        for (std::size_t i = 0; i != texts.size(); ++i) {
            question.files.push_back(folder / (std::to_string(i) + ".graph"));
            write(question.files.back(), whole(texts[i]));
        }
        question.breakdowns = {"type"};
    }
    Answer answer() const { return heapprof::profile_dumps(question); }
    std::string wrong() const {
        return test::message_of<trav::dump::Error>([&] { (void)answer(); });
    }
    Folder folder;
    Question question;
};

Texts ids(heapprof::Largest const& largest) {
    Texts all;
    for (auto const& each : largest.objects) all.push_back(each.object.id);
    return all;
}
Texts types(heapprof::RetainedTypes const& retained) {
    Texts all;
    for (auto const& each : retained.types) all.push_back(each.text);
    return all;
}

}  // namespace

TEST_CASE("heapprof dump profile: facts and samples of each dump", "[unit]") {
    Dumps const dumps({early, late, early});
    Answer const answer = dumps.answer();
    REQUIRE(answer.dumps.size() == 3);
    for (std::size_t i = 0; i != 3; ++i) {
        auto const& facts = answer.dumps[i];
        CHECK(facts.file == dumps.question.files[i]);
        CHECK(facts.nodes == (i == 1 ? 4 : 2));
        CHECK(facts.edges == (i == 1 ? 3 : 1));
        CHECK(facts.bytes == (i == 1 ? 118 : 11));
        CHECK(facts.largest.objects.empty());
        CHECK(facts.retained_types.types.empty());
        CHECK(answer.profile.samples.at(i).time == static_cast<double>(i + 1));
    }
    CHECK(answer.outline.boxes.empty());
    CHECK(answer.owners.empty());
    CHECK(answer.leaks.dumps.empty());
    auto const table = answer.profile.by_names({"type"});
    std::map<std::string, std::vector<std::uint64_t>> bytes;
    for (auto const& line : table.lines)
        for (auto const& amount : line.amounts) bytes[line.texts[0]].push_back(amount.bytes);
    CHECK(bytes ==
          std::map<std::string, std::vector<std::uint64_t>>{
              {"App", {1, 1, 1}}, {"Cache", {10, 10, 10}}, {"Log", {0, 100, 0}}, {"Entry", {0, 7, 0}}});
}

TEST_CASE("heapprof dump profile: lists of objects and types, with and without a condition", "[unit]") {
    Dumps dumps({early, late});
    dumps.question.largest = 2;
    Answer answer = dumps.answer();
    CHECK(ids(answer.dumps[0].largest) == Texts{"app", "c"});
    CHECK(ids(answer.dumps[1].largest) == Texts{"app", "l"});
    CHECK(answer.dumps[1].retained_types.types.empty());
    CHECK(answer.outline.boxes.empty());
    dumps.question.breakdowns = {"owner"};
    CHECK(dumps.answer().owners.empty());
    dumps.question.largest = 1;
    CHECK(ids(dumps.answer().dumps[1].largest) == Texts{"app"});
    dumps.question.largest = 2;
    dumps.question.breakdowns = {"type"};
    dumps.question.drops = true;  // the log retains 107 of the app's 118
    CHECK(ids(dumps.answer().dumps[1].largest).front() == "l");
    dumps.question.drops = false;
    dumps.question.where = Where("type=Entry or type=Cache");
    CHECK(ids(dumps.answer().dumps[1].largest) == Texts{"c", "e"});

    dumps.question.largest = 0;
    dumps.question.retained_types = 9;
    answer = dumps.answer();
    CHECK(answer.dumps[1].largest.objects.empty());
    CHECK(types(answer.dumps[1].retained_types) == Texts{"Cache", "Entry"});
    dumps.question.retained_types = 1;
    CHECK(types(dumps.answer().dumps[1].retained_types) == Texts{"Cache"});
    dumps.question.retained_types = 9;
    dumps.question.where.reset();
    CHECK(types(dumps.answer().dumps[1].retained_types) == Texts{"App", "Log", "Cache", "Entry"});
}

TEST_CASE("heapprof dump profile: an outline of the last dump, and the owners in it", "[unit]") {
    Dumps dumps({late, early});
    dumps.question.outline = true;
    Answer answer = dumps.answer();
    CHECK(answer.outline.boxes.size() == 3);  // with the heap
    CHECK(answer.outline.before.empty());
    CHECK(answer.outline.not_compared.empty());
    CHECK(answer.owners.empty());
    dumps.question.outline_size.objects = 1;
    CHECK(dumps.answer().outline.boxes.at(2).group == 1);
    dumps.question.outline_size = {};
    dumps.question.breakdowns.insert("owner");
    answer = dumps.answer();
    CHECK(answer.owners.contains("app.cache: Cache"));
    CHECK(answer.owners["app.cache: Cache"] == "c");
    for (auto const& [name, id] : answer.owners) CHECK((id == "app" || id == "c"));
    dumps.question.outline = false;
    CHECK(dumps.answer().owners.empty());
}

TEST_CASE("heapprof dump profile: a name of several owners is the name of the largest", "[unit]") {
    for (std::string const large : {"x", "y", "z"}) {
        std::string text = "ROOT app\nNODE app App 1\n";
        for (std::string const id : {"x", "y", "z"})
            text += "NODE " + id + " Log " + (id == large ? "5000" : "4000") + "\napp " + id + " log\n";
        Dumps dumps({text});
        dumps.question.outline = true;
        dumps.question.breakdowns = {"owner"};
        CHECK(dumps.answer().owners["app.log: Log"] == large);
    }
}

TEST_CASE("heapprof dump profile: small owners count for the owner around them", "[unit]") {
    Dumps dumps({"ROOT app\nNODE app App 1000000\nNODE s Small 2000\napp s small\nNODE l Large 4000\n"
                 "app l large\n"});
    dumps.question.breakdowns = {"owner"};
    std::map<std::string, std::uint64_t> bytes;
    for (auto const& line : dumps.answer().profile.by_names({"owner"}).lines)
        bytes[line.texts[0]] = line.amounts[0].bytes;
    CHECK(bytes == std::map<std::string, std::uint64_t>{{"app: App", 1'002'000}, {"app.large: Large", 4000}});
}

TEST_CASE("heapprof dump profile: leaks, and the outline compared with the first dump", "[unit]") {
    Dumps dumps({early, early, late});
    dumps.question.leaks = true;
    Answer answer = dumps.answer();
    REQUIRE(answer.leaks.dumps.size() == 3);
    CHECK(answer.leaks.dumps[2].bytes == 118);
    CHECK(answer.outline.boxes.empty());
    CHECK(answer.outline.before.empty());

    dumps.question.outline = true;
    answer = dumps.answer();
    CHECK(answer.outline.not_compared.empty());
    REQUIRE(answer.outline.before.size() == answer.outline.boxes.size());
    std::map<std::string, std::uint64_t> before;
    Texts const names = test::lines(answer.outline.ids);
    for (std::size_t i = 0; i != names.size(); ++i) before[names[i]] = answer.outline.before.at(i);
    CHECK(before["app"] == 11);
    CHECK(before["c"] == 10);
    CHECK(before["l"] == 0);
    CHECK(before["e"] == 0);

    Dumps one({late});
    one.question.leaks = one.question.outline = true;
    CHECK(one.answer().outline.before.empty());
    CHECK(one.answer().outline.not_compared.empty());
    CHECK(one.answer().leaks.dumps.size() == 1);

    Dumps others({"ROOT x\nNODE x App 1\n", late});
    others.question.leaks = others.question.outline = true;
    CHECK(others.answer().outline.before.empty());
    CHECK_FALSE(others.answer().outline.not_compared.empty());
}

TEST_CASE("heapprof dump profile: an id means the same object in all dumps", "[unit]") {
    std::string const other = "ROOT app\nNODE app App 1\nNODE c Log 10\napp c cache\n";
    auto const wrong = [&](Texts const& texts, auto const& ask) {
        Dumps dumps(texts);
        ask(dumps.question);
        return dumps.wrong();
    };
    auto const root = [](std::string const& selector) {
        return [selector](Question& question) {
            question.breakdowns = {"root"};
            question.roots = {{"it", heapprof::ObjectSelector(selector)}};
        };
    };
    auto const rule = [](std::string const& term) {
        return [term](Question& question) {
            question.breakdowns = {"retainer"};
            question.retainer_rule = {term};
        };
    };
    CHECK(wrong({early, early}, root("@c")).empty());
    CHECK(wrong({early, other}, root("@c")) != "");
    CHECK(wrong({early, other}, root("app.cache")).empty());
    CHECK(wrong({other}, root("@c")).empty());
    CHECK(wrong({early, early}, rule("@c")).empty());
    CHECK(wrong({early, other}, rule("@c")) != "");
    CHECK(wrong({early, other}, rule("[@c]")) != "");
    CHECK(wrong({early, other}, rule("app.cache")).empty());
    CHECK(wrong({early, other}, rule("roots")).empty());

    // Also in a later dump
    Dumps first({early}), later({other});
    root("@c")(first.question), root("@c")(later.question);
    heapprof::SameIds same = heapprof::same_ids(first.question);
    (void)heapprof::profile_dumps(first.question, same);
    CHECK(test::message_of<trav::dump::Error>([&] { (void)heapprof::profile_dumps(later.question, same); }) !=
          "");
}
