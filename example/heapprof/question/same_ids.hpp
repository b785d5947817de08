// SameIds: checks that an id means the same object in each of several dumps.
//
// Ids change if an inspector of V8 disconnects and reconnects, or if the process is another one. Then @83981
// selects another object, and its numbers would be taken for those of the first object. So an object selected
// by id must have the type and name that it has in the first dump. The first dump may be read again. If the
// collector moves objects, no id is valid in several dumps. If ids are used again, a remark says so.
#pragma once

#include "../file/any_dump.hpp"

#include <trav/dump/selector.hpp>

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace heapprof {

/// The meaning of the ids of some selectors in the dumps so far.
class SameIds {
  public:
    explicit SameIds(std::vector<trav::dump::Selector> selectors) : selectors_(std::move(selectors)) {}

    /// Throws dump::Error if an id means another object here than in the first dump, or no object.
    void check(AnyDump const& dump);

  private:
    struct Meaning {
        std::string file, type, name;
    };
    static std::string text(Meaning const& meaning);

    std::vector<trav::dump::Selector> selectors_;
    std::map<std::string, Meaning> first_;
};

}  // namespace heapprof
