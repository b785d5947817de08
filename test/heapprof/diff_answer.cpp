// The answer of diff as a struct, before conversion to text or JSON.
#include "catch.hpp"
#include "heapprof/small_heap.hpp"

#include <heapprof/question/diff.hpp>

#include <trav/dump/make_any_dump.hpp>

#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace {

using heapprof::DiffAnswer;
using trav::dump::IdLife;

// The answer for dumps of these texts.
DiffAnswer diff(std::vector<std::string> const& texts, std::size_t top, IdLife life = IdLife::process) {
    heapprof::TypeNumbers types;
    std::vector<heapprof::DumpObjects> dumps;
    std::unique_ptr<trav::dump::AnyDump const> last;
    for (std::string const& text : texts) {
        auto list = dump_of("ROOT app\n" + node("app", "App", 1) + text);
        list.ids_live = life;
        last = trav::dump::any_dump(std::move(list));
        dumps.push_back(heapprof::objects_of(heapprof::RetainedHeap(*last), types));
        dumps.back().file = std::to_string(dumps.size());
    }
    return heapprof::diff(heapprof::RetainedHeap(*last), dumps, types, top);
}

std::string text(trav::Amount const& amount) {
    return std::to_string(amount.bytes) + '/' + std::to_string(amount.objects);
}
std::string text(heapprof::TypeChange const& change) {
    std::string all = "new " + text(change.created) + ", gone " + text(change.gone) + ", survived " +
                      text(change.survived) + ':';
    for (std::size_t i = 0; i != change.bytes.size(); ++i)
        all += ' ' + text(trav::Amount{change.bytes[i], change.objects[i]});
    return all;
}
std::string growing(DiffAnswer const& answer) {
    std::string all;
    for (auto const& each : answer.growing) {
        all += each.path + ": " + each.object.type + " @" + each.object.id + ':';
        for (auto const bytes : each.retained) all += ' ' + std::to_string(bytes);
        all += '\n';
    }
    return all + std::to_string(answer.more_growing) + " more";
}
std::string left(DiffAnswer const& answer) {
    std::string all;
    for (auto const& each : answer.left) all += each.type + ' ' + text(each.amount) + '\n';
    all += std::to_string(answer.more_left) + " more, " + text(answer.rest_left) + '\n';
    for (auto const& each : answer.left_objects)
        all += each.path + ": " + each.object.type + " @" + each.object.id + ' ' +
               std::to_string(each.retained) + '\n';
    return all;
}

// The log grows. The box gains a row, and then loses another. Of the cells, one is in the last two dumps, and
// two are in one dump each.
std::vector<std::string> const texts{
    field("log", "Log", 10) + field("b", "Box", 2) + parts("b", "Row", 0, 3, 100),
    field("log", "Log", 20) + field("b", "Box", 2) + parts("b", "Row", 0, 4, 100) + field("c", "Cell", 7) +
        field("e", "Cell", 8),
    field("log", "Log", 50) + field("b", "Box", 2) + parts("b", "Row", 1, 4, 100) + field("c", "Cell", 9) +
        field("d", "Cell", 4)};

}  // namespace

TEST_CASE("heapprof diff answer: changes by type, their total, and the rest", "[unit]") {
    DiffAnswer const all = diff(texts, 0);
    CHECK(all.files == std::vector<std::string>{"1", "2", "3"});
    CHECK(all.more_types == 0);
    CHECK(text(all.rest) == "new 0/0, gone 0/0, survived 0/0: 0/0 0/0 0/0");
    std::string const log = "new 0/0, gone 0/0, survived 50/1: 10/1 20/1 50/1",
                      cell = "new 13/2, gone 0/0, survived 0/0: 0/0 15/2 13/2",
                      total = "new 113/3, gone 100/1, survived 253/5: 313/6 438/9 366/8";
    std::vector<std::string> types;
    for (auto const& each : all.types) types.push_back(each.type + ' ' + text(each.change));
    CHECK(types == std::vector<std::string>{"Log " + log, "Cell " + cell,
                                            "App new 0/0, gone 0/0, survived 1/1: 1/1 1/1 1/1",
                                            "Box new 0/0, gone 0/0, survived 2/1: 2/1 2/1 2/1",
                                            "Row new 100/1, gone 100/1, survived 200/2: 300/3 400/4 300/3"});
    CHECK(text(all.total) == total);

    DiffAnswer const two = diff(texts, 2);
    REQUIRE(two.types.size() == 2);
    CHECK(two.types[1].type == "Cell");
    CHECK(two.more_types == 3);
    CHECK(text(two.rest) == "new 100/1, gone 100/1, survived 203/4: 303/5 403/6 303/5");
    CHECK(text(two.total) == total);
    CHECK(diff(texts, 5).more_types == 0);
}

TEST_CASE("heapprof diff answer: objects made between the first two dumps and left", "[unit]") {
    CHECK(left(diff(texts, 0)) ==
          "Row 100/1\nCell 9/1\n0 more, 0/0\napp.b[]: Row @bRow3 100\napp.c: Cell @c 9\n");
    CHECK(left(diff(texts, 1)) == "Row 100/1\n1 more, 9/1\napp.b[]: Row @bRow3 100\n");
    CHECK(left(diff(texts, 2)) == left(diff(texts, 0)));
    CHECK(left(diff({texts[0], texts[2]}, 0)) == "0 more, 0/0\n");  // of two dumps
    CHECK(left(diff(texts, 0, IdLife::dump)) == "0 more, 0/0\n");
    // equal types are sorted by name
    std::string const equal = field("z", "Pear", 7) + field("y", "Apple", 7) + field("x", "Plum", 6);
    CHECK(left(diff({"", equal, equal}, 0)).starts_with("Apple 7/1\nPear 7/1\nPlum 6/1\n"));
}

TEST_CASE("heapprof diff answer: the paths of growing objects", "[unit]") {
    CHECK(growing(diff({texts[0], texts[1]}, 0)) ==
          "app: App @app: 313 438\napp.b: Box @b: 302 402\napp.log: Log @log: 10 20\n0 more");
    CHECK(growing(diff(texts, 0)) == "app.log: Log @log: 10 20 50\n0 more");
    CHECK(growing(diff({texts[0], texts[1]}, 2)) == "app: App @app: 313 438\napp.b: Box @b: 302 402\n1 more");
    DiffAnswer const by_path = diff({texts[0], texts[1]}, 2, IdLife::dump);
    CHECK(by_path.by_path());
    CHECK_FALSE(by_path.reused());
    CHECK(growing(by_path) == "app: App @app: 313 438\napp.b: Box @b: 302 402\n1 more");
    CHECK(diff(texts, 0, IdLife::object).reused());
}
