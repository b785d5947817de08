// Restarts of jobs killed anywhere, compared with the result of one process. Some restart without the file of
// a rank, or with an older or incomplete file.
#include "catch.hpp"
#include "distributed/flows.hpp"
#include "distributed/passes_on.hpp"
#include "distributed/support.hpp"
#include "profile/expected.hpp"
#include "support/folder.hpp"
#include "support/native_bytes.hpp"

#include <trav/detail/content_hash.hpp>
#include <trav/distributed/checkpoint.hpp>
#include <trav/distributed/merge.hpp>
#include <trav/distributed/shared_graph.hpp>
#include <trav/distributed/threads.hpp>
#include <trav/flow/solve.hpp>
#include <trav/profile/profiler.hpp>
#include <trav/profile/retainer.hpp>
#include <trav/profile/root_set.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

using namespace test;
using trav::distributed::BadCheckpoint;
using trav::distributed::Checkpointed;
using trav::distributed::on_threads;
using trav::distributed::PartOf;
using trav::distributed::SharedGraph;
using trav::distributed::Threads;
using Begins = std::vector<std::uint64_t>;

static_assert(trav::distributed::Communicator<Checkpointed<Threads>>);

namespace {

struct Ended {};

// A rank that ends after a number of exchanges.
struct Ending : PassesOn<Threads> {
    int exchanges;

    trav::distributed::Messages exchange(trav::distributed::Messages messages) {
        if (exchanges-- == 0) throw Ended();
        return PassesOn::exchange(std::move(messages));
    }
};
constexpr int never = -1;

// A job of several ranks; its results must equal the results of one process.
template <class MakeFlow, class Sources>
class Job {
  public:
    Job(Arrays const& arrays, Begins begins, MakeFlow make_flow, Sources sources)
        : graph_(arrays.graph()), begins_(std::move(begins)), make_flow_(make_flow), sources_(sources) {}

    /// Ends after `supersteps` supersteps, or returns their number.
    std::uint64_t run(double seconds, int supersteps = never, std::string const& called = "a job") const {
        auto right_flow = make_flow_();
        auto const right = trav::solve_by_numbering(graph_, sources_(right_flow), right_flow);
        std::atomic<std::uint32_t> wrong = 0;
        std::atomic<std::uint64_t> took = 0;
        on_threads(ranks(), [&](Threads& threads) {
            Ending ending{{threads}, supersteps < 0 ? never : supersteps + 1};  // one sets up
            Checkpointed comm(ending, folder / "saved", seconds, called);
            PartOf const part(graph_, begins_, comm.rank());
            auto flow = make_flow_();
            auto const found = trav::solve(SharedGraph(comm, part), sources_(flow), flow);
            wrong += wrong_values(part, found, right, [&](auto const& value, auto const& other) {
                return meaning(flow, value) == meaning(right_flow, other);
            });
            if (comm.rank() == 0) took = found.figures().supersteps;
        });
        CHECK(wrong == 0);
        return took;
    }
    /// Saves after each exchange, and ends after `supersteps` supersteps; false if it was finished before.
    bool end_after(int supersteps) const {
        try {
            run(0, supersteps);
        } catch (Ended const&) { return true; }
        return false;
    }
    /// Continues without saving.
    std::uint64_t go_on() const { return run(forever); }

    std::string file(std::size_t rank) const {
        return folder / ("saved/flow-0.rank-" + std::to_string(rank));
    }
    std::size_t ranks() const { return begins_.size() - 1; }

    static constexpr double forever = 1e9;
    Folder const folder{};

  private:
    Whole graph_;
    Begins begins_;
    MakeFlow make_flow_;
    Sources sources_;
};
auto masks(Arrays const& arrays, Begins begins) {
    return Job(arrays, std::move(begins), [] { return Masks(); }, each_root(arrays, bit));
}

// Damages the files of a job, or leaves them as they are.
void damage(auto const& job, RandomGraphs& random) {
    auto const below = [&](std::size_t n) {
        return static_cast<std::size_t>(random.below(static_cast<int>(n)));
    };
    std::string const file = job.file(below(job.ranks())), before = read(file);
    switch (below(4)) {
    case 0: break;
    case 1: std::filesystem::remove(file); break;
    case 2: write(file, before.substr(0, below(before.size()))); break;
    case 3:  // the other files are of a later time
        job.end_after(2);
        write(file, before);
    }
}

void check_ended(Arrays const& arrays, Begins const& begins, RandomGraphs& random) {
    auto const check = [&](auto make_flow, auto sources) {
        Job const job(arrays, begins, make_flow, sources);
        job.end_after(random.below(4));
        damage(job, random);
        job.go_on();
    };
    switch (random.below(6)) {
    case 0: return check([] { return Masks(); }, each_root(arrays, bit));
    case 1: return check([] { return Least(); }, each_root(arrays, number));
    case 2: return check([] { return Distance(); }, each_root(arrays, number));
    case 3: return check([] { return Cutting(); }, each_root(arrays, bit));
    case 4: return check([] { return Sets(); }, each_root(arrays, set_of_text));
    case 5: return check([] { return CuttingSets(2); }, each_root(arrays, set_of_text));
    }
}

}  // namespace

TEST_CASE("killed jobs continue, on random graphs of all shapes", "[property]") {
    RandomGraphs random(31);
    for (int kind = 0; kind != RandomGraphs::kinds; ++kind)
        for (std::size_t const ranks : all_ranks) {
            INFO("kind " << kind << ", " << ranks << " ranks");
            Arrays const arrays(random.graph(kind, 150));
            if (random.below(2) == 0)
                check_ended(arrays, random_parts(random, arrays.count(), ranks), random);
            else
                check_ended(arrays.scattered(), trav::distributed::equal_parts(arrays.count(), ranks),
                            random);
        }
}

TEST_CASE("a job continues at its checkpoint, not at its sources") {
    // a value goes round a cycle, from rank to rank: each file is larger than a block
    Arrays const arrays(cycle(7 * 20000, {3}));
    auto const job = masks(arrays, trav::distributed::equal_parts(arrays.count(), 7));
    CHECK(job.go_on() == 7);
    CHECK(!std::filesystem::exists(job.file(0)));
    REQUIRE(job.end_after(3));
    CHECK(job.go_on() == 7 - 3);
    REQUIRE(job.end_after(2));  // two of the remaining ones
    CHECK(job.go_on() == 7 - 5);
}

TEST_CASE("updates are sent again to a rank without its file") {
    Arrays const arrays(shape("a:c b:c c:", "ab"));
    auto const job = masks(arrays, {0, 2, 3});
    job.run(0);
    for (std::size_t const lost : {0u, 1u}) {
        std::string const saved = read(job.file(lost));
        std::filesystem::remove(job.file(lost));
        job.go_on();
        write(job.file(lost), saved);
    }
    std::filesystem::remove(job.file(0));
    std::filesystem::remove(job.file(1));
    job.go_on();
}

TEST_CASE("a file with a changed byte is ignored") {
    Arrays const arrays(cycle(20, {0, 11}));
    auto const job = masks(arrays, {0, 10, 20});
    job.run(0);
    std::string const whole = read(job.file(1));
    // a header of 48 bytes, a word of presence bits, 10 masks, and a hash
    REQUIRE(whole.size() == 48 + 8 + 10 * 8 + 8);
    for (std::size_t at = 0; at != whole.size(); ++at) {
        std::string changed = whole;
        changed[at] = static_cast<char>(changed[at] ^ 4);
        write(job.file(1), changed);
        job.go_on();
    }
}

TEST_CASE("checkpoints of another job, another graph or other ranks are refused") {
    Arrays const arrays(shape("a:b b:c c:d d:a", "a"));
    auto const job = masks(arrays, {0, 2, 4});
    job.run(0);
    // `other` finds the file of one rank of this job
    auto const check_refused = [&](auto const& other, std::size_t rank, std::string const& what,
                                   std::string const& called = "a job") {
        std::filesystem::create_directories(other.folder / "saved");
        write(other.file(rank), read(job.file(rank)));
        std::string words = "it is taken";
        try {
            other.run(job.forever, never, called);
        } catch (BadCheckpoint const& error) { words = error.what(); }
        CHECK(words == "trav: " + other.file(rank) + ": a checkpoint of " + what +
                           ": remove it, or name another folder");
    };
    Arrays const others(shape("a:b b:c c:d d:b", "a"));
    Arrays larger = arrays;
    larger.sizes[0] += 8;
    for (std::size_t const rank : {0u, 1u}) {  // of the changed part
        check_refused(masks(arrays, {0, 2, 4}), rank, "another job", "another job");
        check_refused(masks(arrays, {0, 1, 3, 4}), rank, "2 ranks, not 3");
        check_refused(masks(arrays, {0, 1, 4}), rank, "another graph");
        check_refused(masks(others, {0, 2, 4}), rank, "another graph");
        check_refused(masks(larger, {0, 2, 4}), rank, "another graph");
        check_refused(masks(Arrays(shape("a:b b:c c:d d:a", "c")), {0, 2, 4}), rank, "another graph");
        // the same sources with other values, and a flow with cuts
        auto const two = [](auto&, std::size_t) { return 2u; };
        check_refused(
            Job(arrays, {0, 2, 4}, [] { return Masks(); }, each_root(arrays, two)), rank, "another graph");
        check_refused(
            Job(arrays, {0, 2, 4}, [] { return Cutting(); }, each_root(arrays, bit)), rank, "another graph");
    }
    Job const sets(arrays, {0, 2, 4}, [] { return CuttingSets(); }, each_root(arrays, set_of_text));
    sets.run(0);
    write(job.file(0), read(sets.file(0)));
    check_refused(
        Job(arrays, {0, 2, 4}, [] { return Sets(); }, each_root(arrays, set_of_text)), 0, "another graph");
    check_refused(Job(
                      arrays, {0, 2, 4}, [] { return CuttingSets(); },
                      each_root(arrays, [](auto& flow, std::size_t) { return flow.set("another"); })),
                  0, "another graph");
}

TEST_CASE("a complete file with impossible values is refused") {
    Arrays const arrays(cycle(20, {0, 11}));
    auto const job = masks(arrays, {0, 10, 20});
    job.run(0);
    std::string const whole = read(job.file(1));
    REQUIRE(whole.size() == 48 + 8 + 10 * 8 + 8);
    auto const check_refused = [&](std::string const& bytes) {
        trav::detail::ContentHash hash;
        hash.add(bytes);
        write(job.file(1), bytes + native_bytes(hash.value()));
        CHECK_THROWS_WITH(job.go_on(), "trav: " + job.file(1) +
                                           ": a checkpoint of another program: remove it, or name another "
                                           "folder");
    };
    std::string const bytes = whole.substr(0, whole.size() - 8);
    std::string beyond = bytes;  // ten of the 64 nodes of a word; the last is not in this part
    beyond.replace(48, 8, std::string("\xFF\x01\0\0\0\0\0\x80", 8));
    check_refused(beyond);
    check_refused(bytes + std::string("\x01\0\0\0\0\0\0\0", 8) + std::string(8, '\x01'));  // node 64
    check_refused(bytes.substr(0, bytes.size() - 4));
}

TEST_CASE("a job unable to save ends with the reason") {
    Folder const folder;
    write(folder / "file", "");
    std::filesystem::create_directories(folder / "saved/flow-0.rank-0");
    Arrays const arrays(shape("a:a", "a"));
    auto const run = [&](std::string const& where) {
        on_threads(1, [&](Threads& threads) {
            Checkpointed comm(threads, folder / where, 0, "a job");
            Masks flow;
            (void)trav::solve(SharedGraph(comm, PartOf(arrays.graph(), comm)), {{0, 1}}, flow);
        });
    };
    CHECK_THROWS_WITH(run("file"), "trav: " + folder / "file" + ": Not a directory");
    CHECK_THROWS_AS(run("file"), trav::BadFile);
    CHECK_THROWS_AS(run("saved"), trav::BadFile);
}

TEST_CASE("a profiler saves each of its flows until the files are removed") {
    Folder const folder;
    RandomGraphs random(32);
    Arrays const arrays = Arrays(random.graph(9, 200)).scattered();
    auto const breakdowns = [&](auto f) {
        trav::RootSets<std::uint32_t> roots{{"a", arrays.roots.at(0)}, {"b", 17u}, {"c", 90u}};
        auto retainers = trav::by_retainer<std::uint32_t>([](std::uint32_t n) { return n % 5 == 1; },
                                                          [](std::uint32_t n) { return std::to_string(n); });
        return f(roots, retainers);
    };
    std::string const expected = breakdowns([&](auto& roots, auto& retainers) {
        trav::Profiler profiler{arrays.graph(), roots, retainers};
        profiler.sample(arrays.roots, 0);
        return test::text(profiler.profile());
    });
    // returns the number of flows with saved values
    auto const run = [&](int exchanges, std::string const& where, bool remove) {
        std::atomic<std::uint64_t> restored = 0;
        on_threads(3, [&](Threads& threads) {
            Ending ending{{threads}, exchanges};
            Checkpointed comm(ending, where, 0, "a job");
            breakdowns([&](auto& roots, auto& retainers) {
                trav::Profiler profiler{SharedGraph(comm, PartOf(arrays.graph(), comm)), roots, retainers};
                profiler.sample(arrays.roots, 0);
                auto const profile = merged(comm, profiler.profile());
                if (profile && test::text(*profile) != expected) throw std::logic_error("another profile");
            });
            restored += comm.restored();
            if (remove) comm.remove();
        });
        return restored.load();
    };
    std::string const saved = folder / "saved";
    CHECK(run(never, "", false) == 0);  // saves nothing
    CHECK(folder.files().empty());
    CHECK_THROWS_AS(run(2, saved, false), Ended);  // in the first flow
    CHECK(run(never, saved, false) == 3);
    CHECK(run(never, saved, true) == 3 * 3);  // two flows, and a third one for reachability
    CHECK(std::filesystem::is_empty(saved));
    CHECK(run(never, saved, true) == 0);
}

TEST_CASE("a job killed halfway through the first sweep of large parts continues") {
    // each object refers to the one before it, and some also to an object of the next part
    constexpr int nodes = 3 * 8192;
    Shape list{"", std::vector<std::vector<int>>(nodes), {nodes - 1, 9000}};
    for (int n = 1; n != nodes; ++n) list.children[static_cast<std::size_t>(n)] = {n - 1};
    for (int n = 4000; n < nodes; n += 1000)
        list.children[static_cast<std::size_t>(n)].push_back((n + 8192 + 77) % nodes);
    Arrays const arrays(list);
    auto const begins = trav::distributed::equal_parts(nodes, 3);
    for (int const ended : {0, 1, 2})
        for (std::size_t const lost : {0u, 1u, 2u}) {
            auto const job = masks(arrays, begins);
            REQUIRE(job.end_after(ended));
            REQUIRE(std::filesystem::remove(job.file(lost)));
            job.go_on();
            Job const sets(arrays, begins, [] { return CuttingSets(2); }, each_root(arrays, set_of_text));
            REQUIRE(sets.end_after(ended));
            sets.go_on();
        }
}
