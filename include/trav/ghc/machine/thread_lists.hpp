// trav/ghc/machine/thread_lists.hpp: threads, in the order of GHC's collector.
//
// Offers ThreadLists. GHC has a list of threads for each of its two generations, newest first. A collection
// moves the live threads one by one to the head of a new list, so their order turns round. A thread's second
// collection promotes it. Threads that nothing reaches receive their exceptions in this order, which
// decides about their order in the run queue. O(threads) for each collection.
#pragma once

#include "../layout/closure.hpp"

#include <utility>
#include <vector>

namespace trav::ghc {

class ThreadLists {
  public:
    /// Adds a new thread.
    void add(Word id) { lists_[0].push_back({id, false}); }

    /// After a collection: drops ended threads, and returns unreachable ones.
    template <class HasEnded, class IsReached>
    std::vector<Word> collected(HasEnded&& has_ended, IsReached&& is_reached) {
        List const before[] = {std::exchange(lists_[0], {}), std::exchange(lists_[1], {})};
        List unreached[2];
        for (std::size_t g = 0; g != 2; ++g)
            for (std::size_t i = before[g].size(); i-- > 0;) {
                Entry const& entry = before[g][i];
                if (has_ended(entry.id)) continue;
                if (is_reached(entry.id)) keep(entry);
                else unreached[g].push_back(entry);
            }
        std::vector<Word> ids;
        for (List const* list : {&unreached[1], &unreached[0]})
            for (std::size_t i = list->size(); i-- > 0;) {
                ids.push_back((*list)[i].id);
                keep((*list)[i]);
            }
        return ids;
    }

  private:
    struct Entry {
        Word id;
        bool survived;  // a collection
    };
    using List = std::vector<Entry>;  // its head is its last element

    void keep(Entry const& entry) { lists_[entry.survived].push_back({entry.id, true}); }

    List lists_[2];  // by generation
};

}  // namespace trav::ghc
