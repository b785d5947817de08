// trav/ghc/machine/ticky.hpp: counts entries and allocations for each kind of closure: GHC's ticky-ticky
// counters.
//
// Offers Ticky, a table with a row for each info table. It counts only after watch(); then each allocation
// costs two lookups and each entry one. Functions that C++ code calls by name are not closures: their
// allocations count for their caller.
#pragma once

#include "../../store/hashed.hpp"
#include "../heap/observer.hpp"
#include "../layout/info_table.hpp"

#include <cstddef>
#include <cstdint>
#include <list>
#include <string>
#include <vector>

namespace trav::ghc {

class Ticky {
  public:
    struct Row {
        std::string name;
        ClosureType type;
        std::uint64_t entries, objects, bytes;  ///< entered; allocated, with their bytes as GHC reports them
        std::uint64_t allocates;                ///< bytes that its code has allocated
        std::size_t arity;                      ///< number of arguments
    };

    /// Starts to count.
    void watch(Observers& heap) {
        if (!on_) heap.add(*this);
        on_ = true;
    }
    /// The counters, most entries first, then most bytes, then by name. A template, so that only its callers
    /// compile it.
    template <class = void>
    std::vector<Row> rows() const {
        std::list<Row> all;
        for (Entry const* const entry : kinds_) {
            Counter const& c = *counters_.find(entry);
            all.push_back({std::string(at_offset<char const>(info(entry), info(entry).description)),
                           info(entry).type, c.entries, c.objects, c.bytes, c.allocates,
                           is_function(info(entry).type) ? fun_info(entry).arity : 0});
        }
        all.sort([](Row const& a, Row const& b) {
            if (a.entries != b.entries) return a.entries > b.entries;
            if (a.bytes != b.bytes) return a.bytes > b.bytes;
            return a.name != b.name ? a.name < b.name : a.type < b.type;
        });
        return {all.begin(), all.end()};
    }

    void entered(Entry const* entry) {
        if (on_) ++counter(entry).entries;
    }
    /// Code of this info table runs from now on; null: the runtime system's.
    void runs(Entry const* code) { running_ = code; }
    void created(Closure* c, std::size_t bytes) {
        if (type(c) == ClosureType::BLACKHOLE || type(c) == ClosureType::IND) return;  // was a thunk
        if (running_) counter(running_).allocates += bytes;
        Counter& of = counter(c->info);
        ++of.objects;
        of.bytes += bytes;
    }
    void used(Closure*) {}
    void died(Closure*, std::size_t) {}
    void moved(Closure*, Closure*) {}

  private:
    struct Counter {
        std::uint64_t entries = 0, objects = 0, bytes = 0, allocates = 0;
    };
    Counter& counter(Entry const* entry) {
        auto const touched = counters_.touch(entry);
        if (touched.fresh) kinds_.push_back(entry);
        return touched.data();
    }

    bool on_ = false;
    Entry const* running_ = nullptr;
    Hashed<Entry const*, Counter> counters_;
    std::vector<Entry const*> kinds_;  // the keys of the counters
};

}  // namespace trav::ghc
