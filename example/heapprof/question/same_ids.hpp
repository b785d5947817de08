// SameIds: whether an id means the same object in each of several dumps.
//
// Ids are given anew when an inspector of V8 has come and gone, or when the process is another one. Then
// @83981 selects another object, and its numbers would be taken for those of the first. What an id selects
// must have the type and the name that it has in the first dump. The first dump may be read again.
#pragma once

#include <trav/dump/selector.hpp>

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace heapprof {

/// What the ids of some selectors mean in the dumps so far.
class SameIds {
  public:
    explicit SameIds(std::vector<trav::dump::Selector> selectors) : selectors_(std::move(selectors)) {}

    /// Throws dump::Error if an id means something else here than in the first dump, or nothing.
    template <trav::dump::Dump D>
    void check(D const& dump) {
        for (auto const& selector : selectors_) {
            auto const found = selector.by_id(dump);
            if (!found) continue;
            Meaning const here{dump.source(), type_name(dump, *found), std::string(name(dump, *found))};
            Meaning& first = first_.try_emplace(selector.text(), here).first->second;
            if (first.file == here.file) first = here;
            auto const& [file, type, called] = first;
            if (type == here.type && called == here.name) continue;
            throw trav::dump::Error(here.file, "selector '" + selector.text() + "' is " + text(here) +
                                                   " here, but " + text({file, type, called}) + " in " +
                                                   file + ": ids were given anew in between");
        }
    }

  private:
    struct Meaning {
        std::string file, type, name;
    };
    static std::string text(Meaning const& meaning) {
        bool const same = meaning.type == meaning.name || meaning.name.empty();
        return same ? meaning.type : meaning.type + " '" + meaning.name.substr(0, 40) + "'";
    }

    std::vector<trav::dump::Selector> selectors_;
    std::map<std::string, Meaning> first_;
};

}  // namespace heapprof
