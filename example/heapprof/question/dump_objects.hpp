// DumpObjects: the objects of a dump, for comparing several dumps.
//
// An object is the same in two dumps if its id is. If ids are addresses that are used again, it is the same
// if its address and its type are; an object in the place of another one of its type cannot be told from it.
// If the collector moves objects, ids say nothing: then the objects that retain most are the same if a path
// to both has the same text, and the others are not compared.
//
// Costs 32 bytes per object, and as many again in the search for paths. A textual id is stored as its hash.
#pragma once

#include "../heap/retained_heap.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace heapprof {

/// An object of a dump.
struct DumpObject {
    std::uint64_t id;        ///< or a hash of id and type, or of a path
    std::uint64_t retained;  ///< 0: no root reaches it
    std::uint32_t type;      ///< number in TypeNumbers
    Node node;               ///< in its dump
    std::uint64_t bytes;
};

/// Numbers types by their names, for several dumps.
class TypeNumbers {
  public:
    std::uint32_t number(std::string const& name) {
        auto const [at, fresh] = numbers_.try_emplace(name, static_cast<std::uint32_t>(names_.size()));
        if (fresh) names_.push_back(name);
        return at->second;
    }
    std::string const& operator[](std::uint32_t number) const { return names_[number]; }
    std::size_t size() const { return names_.size(); }

  private:
    std::unordered_map<std::string, std::uint32_t> numbers_;
    std::vector<std::string> names_;
};

/// The objects of one dump, with the name of its file.
struct DumpObjects {
    std::string file;
    trav::dump::IdLife ids = trav::dump::IdLife::process;
    std::vector<DumpObject> objects{};              ///< sorted by id, unless objects are known by paths
    std::vector<DumpObject> placed{};               ///< if so, the objects that retain most, sorted by path
    std::unordered_map<Node, std::string> paths{};  ///< of these objects
    std::vector<std::string> own_types{};           ///< the types that the program defines, sorted, if known
    /// If ids are used again: hashes of the names of objects, with the id, sorted.
    std::vector<std::pair<std::uint64_t, std::uint64_t>> named{};

    bool by_path() const { return ids == trav::dump::IdLife::dump; }
    /// The objects that can be found in other dumps.
    std::vector<DumpObject> const& known() const { return by_path() ? placed : objects; }
};

/// The id of an object, or the hash of a textual one.
std::uint64_t id_of(AnyDump const& dump, Node n);

/// Takes the census of a dump.
DumpObjects objects_of(RetainedHeap const& heap, TypeNumbers& types);

}  // namespace heapprof
