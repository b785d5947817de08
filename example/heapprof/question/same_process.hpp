// SameProcess: checks that dumps are of one process, the oldest first, as far as they tell. Otherwise what
// grows in each dump would say nothing.
//
// A dump may say when it was written. One of Java 9 or newer has a number that its virtual machine chose at
// random. V8 numbers objects in the order in which it first sees them. Where an id means one object as long
// as the process lives, a sample of ids must have the same types in both dumps. Where ids are addresses,
// some of the classes and modules of one name in both dumps must have kept theirs: Ruby may move a few of
// them. The age of files is only a remark, since copies are younger. O(objects) for each dump.
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
        std::map<std::string, std::string> code{};      // by type and name of a class or module, its address
        std::uint64_t process = 0;                      // chosen at random; 0: not known
        std::uint64_t newest = 0;                       // the highest number of an object of V8
        double in_dump = 0, of_file = 0;                // seconds since 1970; 0: not known
    };
    static Marks marks_of(std::string const& file, AnyDump const& dump);
    static void check(Marks const& before, Marks const& after);

    std::optional<Marks> last_;
};

}  // namespace heapprof
