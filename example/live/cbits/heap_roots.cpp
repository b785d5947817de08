// heap_roots.cpp: the functions that HeapRoots.hs calls. Compile it for each way: ghc -prof defines
// PROFILING.
#if !defined(PROFILING)
#define TRAV_GHC_PROFILING 0
#endif
#include "heap_socket.hpp"

#include <trav/ghc/live/census.hpp>
#include <trav/ghc/live/graph.hpp>
#include <trav/ghc/live/words.hpp>
#include <trav/profile/by.hpp>
#include <trav/profile/profiler.hpp>
#include <trav/profile/retainer.hpp>
#include <trav/profile/root_names.hpp>
#include <trav/report/eventlog/writer.hpp>
#include <trav/report/hp/writer.hpp>
#include <trav/report/job.hpp>

#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <exception>
#include <fstream>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include <trav/ghc/live/runtime.hpp>  // last: it defines the names of closure types as macros

namespace {

using trav::ghc::Closure;
using trav::ghc::LiveGraph;

/// The grouping of a census; HeapRoots.hs has the same numbers.
enum class By : int { root, type, retainer };

/// A start of a census.
struct Root {
    Closure* node;
    char const* name;
};
struct Roots {
    std::vector<Root> all, named;  // named: by the program; the others are the runtime's
};

/// A null pointer stands for all roots of the runtime.
Roots roots_of(trav::ghc::StoppedWorld const& world, std::size_t count, StgStablePtr const* pointers,
               char const* const* names) {
    Roots roots;
    for (std::size_t i = 0; i != count; ++i)
        if (pointers[i] != nullptr) {
            roots.named.push_back({reinterpret_cast<Closure*>(deRefStablePtr(pointers[i])), names[i]});
            roots.all.push_back(roots.named.back());
        } else {
            for (Closure* const root : world.roots()) roots.all.push_back({root, names[i]});
        }
    return roots;
}

/// The names of retainers: a root has its name, a closure the cost centre that allocated it, or else its
/// type.
class RetainerNames {
  public:
    RetainerNames(LiveGraph const& graph, Roots const& roots) : graph_(graph) {
        for (auto const& [root, name] : roots.named)
            if (Closure* const c = trav::resolve(graph, root)) names_.try_emplace(c, name);
    }
    /// Whether it is a root, or a retainer for GHC's retainer profiler.
    bool is_retainer(Closure* c) const {
        return trav::ghc::properties(type(c)).retainer == trav::ghc::Answer::yes || names_.contains(c);
    }
    char const* name(Closure* c) const {
        auto const named = names_.find(c);
        if (named != names_.end()) return named->second.c_str();
#if TRAV_GHC_PROFILING
        return trav::ghc::maker(c);
#else
        return graph_.label(c).data();
#endif
    }

  private:
    LiveGraph const& graph_;
    std::unordered_map<Closure*, std::string> names_;
};

/// Bytes and objects of the heap by type.
trav::Profile by_type(LiveGraph const& graph, Roots const& roots) {
    std::vector<trav::AnyBreakdown<Closure*>> chosen{
        trav::by("static", [&](Closure* c) { return graph.is_static(c); }),
        trav::by("type", [&](Closure* c) { return graph.label(c).data(); })};
    std::vector<Closure*> nodes;
    for (auto const& root : roots.all) nodes.push_back(root.node);
    trav::Profiler profiler{graph, chosen};
    profiler.sample(nodes, 0);
    return profiler.profile();
}

/// The names of the roots that reach an object.
class RootFlow {
  public:
    using value = trav::InternedSets::Id;

    value source(Root const& root) { return sets_.singleton(names_.number(root.name)); }
    value join(value a, value b) { return sets_.unite(a, b); }
    trav::Band band(value set) const { return names_.band(sets_.elements(set)); }

  private:
    trav::RootNames names_;
    trav::InternedSets sets_;
};

}  // namespace

/// A census, or the reason why there is none.
struct HeapCensus {
    struct Line {
        std::vector<std::string> members;
        trav::Amount amount;
    };
    std::string error;
    std::vector<Line> lines;

    void take(trav::Band const& band, trav::Amount const& amount) {
        lines.push_back({band.members.empty() ? std::vector{band.text} : band.members, amount});
    }
    void by_type(LiveGraph const& graph, Roots const& roots) {
        auto const profile = ::by_type(graph, roots);
        for (auto const& entry : profile.samples.front().entries)
            if (profile.columns[0].bands[entry.bands[0]].text == "0")
                take(profile.columns[1].bands[entry.bands[1]], entry.amount);
    }
    /// By value of a flow.
    void by(LiveGraph const& graph, auto const& sources, auto& flow, trav::ghc::AddressRange heap) {
        auto const count = [&](auto words) {
            auto const amounts = trav::ghc::Census(graph, words, flow).run(sources);
            for (std::size_t set = 0; set != amounts.size(); ++set)
                if (amounts[set].objects != 0)
                    take(flow.band(static_cast<trav::InternedSets::Id>(set)), amounts[set]);
        };
#if TRAV_GHC_PROFILING
        if (RtsFlags.ProfFlags.doHeapProfile == 0) return count(trav::ghc::HeaderWords());
#endif
        count(trav::ghc::WordTable(heap));
    }
    void by_root(LiveGraph const& graph, Roots const& roots, trav::ghc::AddressRange heap) {
        RootFlow flow;
        std::vector<trav::Source<Closure*, trav::InternedSets::Id>> sources;
        for (auto const& root : roots.all) sources.push_back({root.node, flow.source(root)});
        by(graph, sources, flow, heap);
    }
    void by_retainer(LiveGraph const& graph, Roots const& roots, trav::ghc::AddressRange heap) {
        RetainerNames const names(graph, roots);
        auto flow = trav::by_retainer<Closure*>([&](Closure* c) { return names.is_retainer(c); },
                                                [&](Closure* c) { return names.name(c); },
                                                trav::InternedSets::no_cap);
        std::vector<Closure*> nodes;
        for (auto const& root : roots.all)
            if (Closure* const c = graph.resolve(root.node)) nodes.push_back(c);
        std::vector<trav::Source<Closure*, trav::InternedSets::Id>> sources;
        flow.sources(nodes, [&](Closure* c, trav::InternedSets::Id set) { sources.push_back({c, set}); });
        by(graph, sources, flow, heap);
    }
};

/// A file of samples over time: an eventlog, or a .hp file.
class HeapSamples {
  public:
    std::string error;

    HeapSamples(char const* path, char const* program) : file_(path, std::ios::binary) {
        if (!file_) throw std::runtime_error(std::string(path) + ": " + std::strerror(errno));
        auto const now = std::chrono::system_clock::now().time_since_epoch();
        auto const seconds = static_cast<std::uint64_t>(now / std::chrono::seconds(1));
        if (std::string_view(path).ends_with(".eventlog")) {
            log_.emplace(file_,
                         trav::EventlogHeader{.arguments = {program}, .rts = "trav", .seconds = seconds});
            log_->profile({.breakdown = trav::EventlogBreakdown::closure_type});
        } else {
            hp_.emplace(file_, trav::HpHeader{.job = program, .date = trav::ghc_date(seconds)});
        }
    }
    ~HeapSamples() {
        if (log_) log_->end();
    }
    void add(HeapCensus const& census) {
        auto const time = std::chrono::steady_clock::now() - start_;
        trav::HpSample sample{std::chrono::duration<double>(time).count()};
        trav::EventlogSample event{static_cast<std::uint64_t>(time / std::chrono::nanoseconds(1))};
        for (auto const& line : census.lines) {
            std::string const label = trav::set_text(line.members);
            sample.bands.push_back({label, line.amount.bytes});
            event.bands.push_back({line.amount.bytes, label});
        }
        if (log_) log_->sample(event);
        else hp_->sample(sample);
        if (!file_)
            throw std::runtime_error(std::string("a sample could not be written: ") + std::strerror(errno));
    }

  private:
    std::ofstream file_;
    std::optional<trav::HpWriter> hp_;
    std::optional<trav::EventlogWriter> log_;
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

namespace {

/// Creates an object; on failure, writes the reason to the 1000 bytes of `error`.
template <class T, class... Arguments>
T* made(char* error, Arguments... arguments) {
    try {
        return new T(arguments...);
    } catch (std::exception const& e) { std::strncpy(error, e.what(), 999); }
    return nullptr;
}

}  // namespace

// The caller must free a census; results of the functions below live as long as the census. Null: out of
// memory.
extern "C" {

/// Must be imported as `safe`.
HeapCensus* heap_roots_census(int by, std::size_t count, StgStablePtr const* pointers,
                              char const* const* names) {
    HeapCensus* const census = new (std::nothrow) HeapCensus;
    if (census == nullptr) return nullptr;
    try {
        trav::ghc::StoppedWorld const stopped;
        Roots const roots = roots_of(stopped, count, pointers, names);
        LiveGraph const graph{stopped.heap(), stopped.threaded(), stopped.region_of(), false,
                              stopped.weak_pointers()};
        switch (By{by}) {
        case By::root: census->by_root(graph, roots, stopped.heap()); break;
        case By::type: census->by_type(graph, roots); break;
        case By::retainer: census->by_retainer(graph, roots, stopped.heap()); break;
        }
    } catch (std::bad_alloc const&) {
        delete census;
        return nullptr;
    } catch (std::exception const& e) { census->error = e.what(); }
    return census;
}
/// Empty if there was no error.
char const* heap_roots_error(HeapCensus const* census) { return census->error.c_str(); }
std::size_t heap_roots_lines(HeapCensus const* census) { return census->lines.size(); }
std::size_t heap_roots_bytes(HeapCensus const* census, std::size_t line) {
    return census->lines[line].amount.bytes;
}
std::size_t heap_roots_objects(HeapCensus const* census, std::size_t line) {
    return census->lines[line].amount.objects;
}
std::size_t heap_roots_members(HeapCensus const* census, std::size_t line) {
    return census->lines[line].members.size();
}
char const* heap_roots_member(HeapCensus const* census, std::size_t line, std::size_t member) {
    return census->lines[line].members[member].c_str();
}
void heap_roots_free(HeapCensus* census) { delete census; }

/// The number of major collections so far.
std::uint32_t heap_roots_collections() {
    RTSStats stats;
    getRTSStats(&stats);
    return stats.major_gcs;
}

/// Performs a major collection. GHC's performMajorGC() does nothing if another thread's collection, of any
/// generation, comes first, and during parallel collections a waiting thread can starve on a busy machine.
/// Must be imported as `safe`, and called by one thread at a time.
void heap_roots_collect() {
    bool const in_parallel = std::exchange(RtsFlags.ParFlags.parGcEnabled, false);
    std::uint32_t const before = heap_roots_collections();
    do performMajorGC();
    while (heap_roots_collections() == before);
    RtsFlags.ParFlags.parGcEnabled = in_parallel;
}

/// The bytes that the last collection found alive, the bytes of their blocks, of all megabytes that the
/// runtime has, and of the process in memory; 0 if unknown.
void heap_roots_residency(std::uint64_t* bytes) {
    RTSStats stats;
    getRTSStats(&stats);
    std::ifstream statm("/proc/self/statm");
    std::uint64_t pages = 0, resident = 0;
    statm >> pages >> resident;
    bytes[0] = stats.gc.live_bytes;
    bytes[1] = stats.gc.live_bytes + stats.gc.slop_bytes;
    bytes[2] = stats.gc.mem_in_use_bytes;
    bytes[3] = resident * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

/// Opens a file of samples; on failure, writes the reason to the 1000 bytes of `error`.
HeapSamples* heap_roots_open(char const* path, char const* program, char* error) {
    return made<HeapSamples>(error, path, program);
}
/// Adds a census; returns the reason of a failure, or an empty text.
char const* heap_roots_add(HeapSamples* samples, HeapCensus const* census) {
    try {
        samples->add(*census);
    } catch (std::exception const& e) { samples->error = e.what(); }
    return samples->error.c_str();
}
void heap_roots_close(HeapSamples* samples) { delete samples; }

/// Listens for clients; `error` as above.
heap_socket::Listener* heap_roots_listen(char* error) { return made<heap_socket::Listener>(error); }
/// A descriptor that is readable if a client waits.
int heap_roots_listens(heap_socket::Listener const* listener) { return listener->descriptor(); }
/// The next client, as a descriptor; -1 if it does not belong to this user.
int heap_roots_accept(heap_socket::Listener const* listener) { return listener->accept().release(); }
void heap_roots_unlisten(heap_socket::Listener* listener) { delete listener; }

}  // extern "C"
