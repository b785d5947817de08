// SameProcess: checks that dumps are of one process, the oldest first, as far as they show it. Growth between
// other dumps would mean nothing.
//
// A dump may record its time. Java 9 and newer write a random number of their virtual machine. V8 numbers
// objects in the order of its first visit. If ids last as long as the process, a sample of ids must have the
// same types in both dumps. If ids are addresses, a tenth of the classes and modules with the same name must
// have the same address: Ruby may move some. The age of files is only a remark, since copies are younger.
// O(objects) for each dump.
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
