// The answers of `heapprof java`: tables about threads, class loaders, references and hash tables, which only
// dumps of Java virtual machines have.
#pragma once

#include "../heap/object_text.hpp"
#include "../heap/retained_heap.hpp"

#include <trav/dump/jvm/dump.hpp>
#include <trav/profile/amount.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace heapprof {

/// Threads, those first that keep most alive. The thread that ran out of memory comes before all others.
struct JavaThreadsAnswer {
    /// A local variable: its object.
    struct Local {
        ObjectName object;
        std::uint64_t retained;
    };
    /// A running function. Frames between two listed ones may be omitted.
    struct Frame {
        std::size_t depth;     ///< 0: the innermost function; `no_frame`: variables of unknown functions
        std::string function;  ///< "shop.Shop.run(Shop.java:41)"
        std::vector<Local> locals{};
        std::size_t more_locals = 0;
    };
    static constexpr std::size_t no_frame = static_cast<std::size_t>(-1);
    struct Thread {
        std::string name;
        ObjectName object;
        trav::Amount alone;  ///< kept alive by this thread only
        bool out_of_memory;  ///< whether it threw the OutOfMemoryError for which the dump was written
        std::size_t depth;   ///< all frames
        std::vector<Frame> frames{};
    };
    std::vector<Thread> threads{};
    std::size_t more = 0;
    bool has_frames = false, has_locals = false;
};

/// Class loaders, and classes that several of them have loaded.
struct JavaLoadersAnswer {
    struct Loader {
        std::string name;
        std::optional<ObjectName> object;  ///< nullopt: a part of the virtual machine
        std::uint64_t classes = 0, objects = 0, duplicates = 0;
        std::optional<std::uint64_t> freed{};  ///< bytes: without the loader, its classes and their instances
        std::string kept_by{};                 ///< the shortest path from a root to one of these; empty: none
        std::string kept{};                    ///< the type of the object there
    };
    struct Duplicate {
        std::string name;
        std::vector<std::string> loaders;  ///< in the order of the file
    };
    std::vector<Loader> loaders;
    std::size_t more_loaders = 0;
    std::vector<Duplicate> duplicates;
    std::size_t more_duplicates = 0;
};

/// References by kind, and the objects that are reachable through references of this kind only.
struct JavaReferencesAnswer {
    struct Kind {
        std::string kind;
        std::uint64_t references = 0, cleared = 0;
        std::optional<std::uint64_t> queued{};  ///< nullopt: the dump does not tell
        trav::Amount only{};                    ///< not counting objects that a stronger kind reaches
    };
    std::vector<Kind> kinds;
};

/// Hash tables by the entries in their longest bucket.
struct JavaCollisionsAnswer {
    struct Table {
        ObjectName object;
        std::string path;  ///< its name as an owner; may be empty
        std::uint64_t entries, buckets, longest, retained;
    };
    std::vector<Table> tables;
    std::size_t more = 0;
};

/// Lists have at most `top` entries; 0: all.
JavaThreadsAnswer java_threads(trav::dump::JvmHeap const& java, RetainedHeap const& heap, std::size_t top);
JavaLoadersAnswer java_loaders(trav::dump::JvmHeap const& java, RetainedHeap const& heap, std::size_t top);
JavaReferencesAnswer java_references(trav::dump::JvmHeap const& java);
JavaCollisionsAnswer java_collisions(trav::dump::JvmHeap const& java, RetainedHeap const& heap,
                                     std::size_t top);

/// The answers as lines.
std::string java_text(JavaThreadsAnswer const& answer);
std::string java_text(JavaLoadersAnswer const& answer);
std::string java_text(JavaReferencesAnswer const& answer);
std::string java_text(JavaCollisionsAnswer const& answer);

/// The answers as JSON.
nlohmann::ordered_json java_json(JavaThreadsAnswer const& answer);
nlohmann::ordered_json java_json(JavaLoadersAnswer const& answer);
nlohmann::ordered_json java_json(JavaReferencesAnswer const& answer);
nlohmann::ordered_json java_json(JavaCollisionsAnswer const& answer);

}  // namespace heapprof
