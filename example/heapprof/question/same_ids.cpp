#include "same_ids.hpp"

#include "../terminal/remarks.hpp"

#include <trav/dump/error.hpp>

namespace heapprof {

void SameIds::check(AnyDump const& dump) {
    for (auto const& selector : selectors_) {
        if (auto const at = first_.find(selector.text()); at != first_.end() &&
                                                          dump.id_life() == trav::dump::IdLife::dump &&
                                                          at->second.file != dump.source())
            throw trav::dump::Error(
                dump.source(), "selector '" + selector.text() + "' begins at an id, which is an address in " +
                                   at->second.file + " alone: the collector moves objects. Use a path");
        auto const found = selector.by_id(dump);
        if (!found) continue;
        Meaning const here{dump.source(), type_name(dump, *found), std::string(name(dump, *found))};
        Meaning& first = first_.try_emplace(selector.text(), here).first->second;
        if (first.file == here.file) first = here;
        if (first.file != here.file && dump.id_life() == trav::dump::IdLife::object)
            remark(here.file + ": '" + selector.text() +
                   "' begins at an address, which may be another object of " + "its type than in " +
                   first.file);
        auto const& [file, type, called] = first;
        if (type == here.type && called == here.name) continue;
        throw trav::dump::Error(here.file, "selector '" + selector.text() + "' is " + text(here) +
                                               " here, but " + text({file, type, called}) + " in " + file +
                                               ": ids were given anew in between");
    }
}

std::string SameIds::text(Meaning const& meaning) {
    bool const same = meaning.type == meaning.name || meaning.name.empty();
    return same ? meaning.type : meaning.type + " '" + meaning.name.substr(0, 40) + "'";
}

}  // namespace heapprof
