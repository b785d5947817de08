// The JSON and the head of the page of `heapprof page`.
#include "catch.hpp"
#include "heapprof/leaks_answer.hpp"
#include "heapprof/unpacked_page.hpp"

#include <cstddef>
#include <string>

namespace {

using Page = UnpackedPage;
using heapprof::Answer;
using heapprof::DumpOptions;
using heapprof::Outline;
using nlohmann::json;

}  // namespace

TEST_CASE("heapprof page text: facts, types, owners and findings, with their boxes", "[unit]") {
    D3_OR_SKIP();
    Answer answer = with_ids({"8", "", "7", "6"});
    answer.dumps = {{"a.x", 3, 4, 5, {}, {}}, {"b.x", 6, 7, 8, {}, {}}};
    answer.outline.texts = {"", "one", "two"};
    answer.outline.steps = {"", ".s"};
    answer.outline.boxes[2].objects = 12;
    answer.outline.note = "as others do";
    answer.outline.not_compared = "no ids";
    answer.outline.types = {{"T", {{3, "n", "7", "a.b", {9, 2}}, {Outline::none, "", "5", "", {1, 1}}}},
                            {"U", {{0, "", "8", "", {0, 0}}}}};
    answer.owners = {{"first", "8"}, {"last", "6"}, {"absent", "5"}, {"nameless", ""}};
    answer.leaks = ::answer(3, {Verdict::leaks, Verdict::grew});  // both of the object 7
    answer.leaks.findings[1].object.id = "66";
    Page const page(answer, {}, "<job>");
    json const& data = page.data;
    CHECK(page.texts.at("texts") == "\none\ntwo\n");
    CHECK(page.texts.at("steps") == "\n.s\n");
    CHECK(data["job"] == "<job>");
    CHECK(page.text.find('<') == std::string::npos);
    CHECK(data["dumps"] == json::parse(R"([{"file": "a.x", "nodes": 3, "edges": 4, "bytes": 5},
                                           {"file": "b.x", "nodes": 6, "edges": 7, "bytes": 8}])"));
    CHECK(data["tables"].empty());
    CHECK_FALSE(data.contains("roots"));
    CHECK(data["tree"]["boxes"] == 5);
    CHECK(data["tree"]["nameless"] == 12);
    CHECK(data["tree"]["note"] == "as others do");
    CHECK(data["tree"]["not_compared"] == "no ids");
    CHECK(data["types"] == json::parse(R"([
        {"type": "T", "largest": [
            {"at": 3, "id": "7", "name": "n", "retained": 9, "objects": 2, "path": "a.b"},
            {"at": -1, "id": "5", "name": "", "retained": 1, "objects": 1, "path": ""}]},
        {"type": "U", "largest": [
            {"at": 0, "id": "8", "name": "", "retained": 0, "objects": 0, "path": ""}]}])"));
    CHECK(data["owners"] == json::parse(R"([["absent", -1], ["first", 1], ["last", 4], ["nameless", -1]])"));
    CHECK(data["leaks"]["leaks"] == true);
    CHECK(data["leaks"]["findings"][0]["at"] == 3);
    CHECK(data["leaks"]["findings"][1]["at"] == -1);
    answer.leaks = {};
    CHECK_FALSE(Page(answer).data.contains("leaks"));
}

TEST_CASE("heapprof page text: a page without boxes, and one with a newline in an id", "[unit]") {
    D3_OR_SKIP();
    Page none{Answer{}};
    CHECK(none.data["tree"]["boxes"] == 0);
    CHECK(none.columns["below"].empty());
    CHECK(none.data["owners"] == json::array());
    Answer answer = with_ids({"a\\nb"});  // one_line("a\nb")
    answer.owners = {{"it", "a\nb"}};
    CHECK(Page(answer).data["owners"] == json::parse(R"([["it", 1]])"));
}

TEST_CASE("heapprof page text: tables and roots of a profile", "[unit]") {
    D3_OR_SKIP();
    Answer answer;
    answer.profile = {
        "",
        "",
        {{"type", nullptr, {{"T"}, {"U"}}}, {"root", nullptr, {{"a", {"a"}}, {"a,b", {"a", "b"}}}}},
        {{1, {{{0, 0}, {30, 3}}, {{1, 1}, {70, 1}}}}}};
    DumpOptions options;
    options.by = {{"type"}, {"root", "type"}};
    json const tables = Page(answer, options).data["tables"];
    REQUIRE(tables.size() == 2);
    CHECK(tables[0]["by"] == json{"type"});
    CHECK(tables[1]["by"] == json{"root", "type"});
    CHECK(tables[1]["lines"].size() == 2);
    options.question.breakdowns = {"root", "type"};
    options.question.roots = {{"a", heapprof::ObjectSelector("a")}, {"b", heapprof::ObjectSelector("b")}};
    json const roots = Page(answer, options).data["roots"];
    REQUIRE(roots.size() == 2);
    CHECK(roots[0]["root"] == "a");
    CHECK(roots[1]["root"] == "b");
}

TEST_CASE("heapprof page text: a tag in the head reloads the page", "[unit]") {
    D3_OR_SKIP();
    CHECK(heapprof::reload_tag(0).empty());
    CHECK(heapprof::reload_tag(5) == "<meta http-equiv=\"refresh\" content=\"5\">\n");
    std::string const once = heapprof::page_text({}, {}, "job"), charset = "<meta charset=\"utf-8\">\n";
    std::string again = heapprof::page_text({}, {}, "job", 5);
    std::size_t const at = once.find(charset) + charset.size();
    CHECK(again.substr(at).starts_with(heapprof::reload_tag(5)));
    CHECK(again.erase(at, heapprof::reload_tag(5).size()) == once);
}
