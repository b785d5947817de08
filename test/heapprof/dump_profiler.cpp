// The profiler of dumps: its calls, and the memory of a large .csr.
#include "catch.hpp"
#include "support/folder.hpp"
#include "support/message_of.hpp"
#include "support/sanitized.hpp"

#include <heapprof/file/memory_limit.hpp>
#include <heapprof/question/dump_profile.hpp>
#include <heapprof/question/dump_profiler.hpp>

#include <trav/dump/error.hpp>
#include <trav/graph/csr.hpp>
#include <trav/graph/write_csr.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace {

using heapprof::AnyDump;
using heapprof::DumpProfiler;
using heapprof::Question;
using heapprof::Where;

// The profiler of one process, with a note of each call.
class Noting final : public DumpProfiler {
  public:
    explicit Noting(bool reads_all) : reads_all_(reads_all) {}
    void visit(std::string const& file, trav::dump::Progress progress, heapprof::UseDump use) const override {
        notes += "visit ";
        heapprof::one_process().visit(file, std::move(progress), std::move(use));
    }
    bool reads_all() const override { return reads_all_; }
    void check(AnyDump const& dump, Question const& question) const override {
        notes += "check ";
        heapprof::one_process().check(dump, question);
    }
    Result profile(AnyDump const& dump, Question const& question, trav::dump::Progress const& progress,
                   double time) const override {
        notes += "profile " + std::to_string(static_cast<int>(time)) + ' ';
        return heapprof::one_process().profile(dump, question, progress, time);
    }
    void end() const override { notes += "end"; }

    mutable std::string notes;

  private:
    bool reads_all_;
};

}  // namespace

TEST_CASE("heapprof dump profiler: a check before each profile, and the end after the last", "[unit]") {
    Folder const folder;
    Question question;
    for (char const* const name : {"a.graph", "b.graph"}) {
        question.files.push_back(folder / name);
        write(question.files.back(), whole("ROOT app\nNODE app App 1\n"));
    }
    Noting const noting(true);
    (void)heapprof::profile_dumps(question, noting);
    CHECK(noting.notes == "visit check profile 1 visit check profile 2 end");
}

TEST_CASE("heapprof dump profiler: of one dump, ids are examined only if the process has all of it",
          "[unit]") {
    Folder const folder;
    auto const of = [&](std::vector<std::string> const& types) {
        Question question;
        question.breakdowns = {"root"};
        question.roots = {{"it", heapprof::ObjectSelector("@c")}};
        for (std::string const& type : types) {
            question.files.push_back(folder / (type + ".graph"));
            write(question.files.back(), whole("ROOT app\nNODE app App 1\nNODE c " + type + " 1\napp c c\n"));
        }
        return question;
    };
    auto const error = [&](bool reads_all, std::vector<std::string> const& types) {
        heapprof::SameIds ids = heapprof::same_ids(of({"Map"}));
        (void)heapprof::profile_dumps(of({"Map"}), ids);
        Noting const noting(reads_all);
        return test::message_of<trav::dump::Error>(
            [&] { (void)heapprof::profile_dumps(of(types), ids, noting); });
    };
    CHECK(error(true, {"Map"}).empty());
    CHECK(error(true, {"Log"}) != "");
    CHECK(error(false, {"Log"}).empty());
    CHECK(error(false, {"Map", "Log"}) != "");
}

TEST_CASE("heapprof dump profiler: a walk through a large .csr needs memory", "[unit]") {
    if (test::sanitized) return;  // a sanitizer takes more
    Folder const folder;
    constexpr std::size_t objects = 400'000;  // 68 bytes for each
    trav::write_csr(folder / "x.csr", trav::Csr<>(std::vector<std::uint32_t>(objects + 1), {}));
    auto const walks = [&](auto const& ask) {
        Question question;
        question.files = {folder / "x.csr"};
        ask(question);
        heapprof::MemoryLimit const limit(20 << 20);
        std::string const error =
            test::message_of<trav::dump::Error>([&] { (void)heapprof::profile_dumps(question); });
        CHECK((error.empty() || error.find(": this walks through the graph, ") != std::string::npos));
        return !error.empty();
    };
    CHECK(walks([](Question& question) { question.largest = 1; }));
    CHECK(walks([](Question& question) { question.retained_types = 1; }));
    CHECK(walks([](Question& question) { question.outline = true; }));
    CHECK(walks([](Question& question) { question.leaks = true; }));
    CHECK(walks([](Question& question) { question.breakdowns = {"owner"}; }));
    CHECK(walks([](Question& question) { question.where = Where("retained>1"); }));
    CHECK_FALSE(walks([](Question& question) { question.breakdowns = {"type"}; }));
    CHECK_FALSE(walks([](Question& question) { question.where = Where("type=A"); }));
    auto const bands = [&](std::string const& condition, std::string const& breakdown) {
        return walks([&](Question& question) {
            question.breakdowns = {breakdown};
            question.bands = {{"it", Where("type=A")}, {"other", Where(condition)}};
        });
    };
    CHECK(bands("retained>1", "band"));
    CHECK_FALSE(bands("size>1", "band"));
    CHECK_FALSE(bands("retained>1", "type"));
}
