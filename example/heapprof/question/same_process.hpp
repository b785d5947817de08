// SameProcess: checks that dumps are of one process, the oldest first, as far as they tell. Otherwise what
// grows in each dump would say nothing.
//
// A dump may say when it was written. V8 numbers objects in the order in which it first sees them. Where
// an id means one object as long as the process lives, a sample of ids must have the same types in both
// dumps. The age of files is only a remark, since copies are younger. O(objects) for each dump.
#pragma once

#include "../file/any_dump.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace heapprof {

class SameProcess {
  public:
    /// Throws dump::Error if this dump cannot be a later one of the same process.
    void add(std::string const& file, AnyDump const& dump);

  private:
    struct Marks {
        std::string file;
        std::vector<std::string> own_types{};           // sorted; empty: not known
        std::map<std::uint64_t, std::string> sample{};  // by the smallest hashes of ids, the type
        std::uint64_t newest = 0;                       // the highest number of an object of V8
        double in_dump = 0, of_file = 0;                // seconds since 1970; 0: not known
    };
    static Marks marks_of(std::string const& file, AnyDump const& dump);
    static void check(Marks const& before, Marks const& after);

    std::optional<Marks> last_;
};

}  // namespace heapprof
