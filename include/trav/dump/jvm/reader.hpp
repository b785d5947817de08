// trav/dump/jvm/reader.hpp: reads an hprof file, plain or gzipped, from `jcmd PID GC.heap_dump FILE`, jmap, a
// JVM that ran out of memory, or Android's tools.
//
//     trav::dump::Input input("shop.hprof.gz");
//     trav::dump::JvmHeap const heap = trav::dump::read_hprof(input);
//
// Reads in one pass, so a pipe works. Only instances that precede their class in the file are kept unparsed
// until the end. While reading, each array of bytes or characters takes up to 72 bytes more; at the end, each
// object takes up to 20 bytes more. Throws a single Error that names the byte.
#pragma once

#include "detail/builder.hpp"
#include "detail/bytes.hpp"
#include "detail/segment.hpp"
#include "detail/symbols.hpp"
#include "heap.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace trav::dump {

namespace detail {

/// Reads one file into a Heap, which is made of (bytes, whether the file is Android's, more...).
template <class Heap>
class HprofReader {
  public:
    explicit HprofReader(Input& input, auto&&... more)
        : bytes_(input), heap_(bytes_, head(), more...), symbols_(heap_), segment_(bytes_, symbols_, heap_) {
        heap_.expect(input.plain_size());
    }

    Heap& read() {
        while (!bytes_.at_end()) record();
        segment_.finish();
        return heap_;
    }
    /// When the file was written.
    std::uint64_t written() const { return written_; }
    Symbols<Heap>& symbols() { return symbols_; }

  private:
    /// Reads the head. Returns whether the file is Android's.
    bool head() {
        std::string version;
        while (char const c = static_cast<char>(bytes_.u1())) {
            version += c;
            if (!std::string_view("JAVA PROFILE 1.0.").starts_with(version.substr(0, 17)) ||
                version.size() > 18)
                bytes_.fail(
                    "this is no hprof file: it does not begin with JAVA PROFILE 1.0.1, 1.0.2 or 1.0.3");
        }
        std::uint32_t const id_size = bytes_.u4();
        if (id_size != 4 && id_size != 8)
            bytes_.fail("ids of " + std::to_string(id_size) + " bytes: 4 or 8 are due");
        bytes_.id_size(id_size);
        written_ = std::uint64_t{bytes_.u4()} << 32;
        written_ |= bytes_.u4();
        return version == "JAVA PROFILE 1.0.3";
    }

    void record() {
        bytes_.in("the head of a record");
        std::uint8_t const tag = bytes_.u1();
        bytes_.skip(4);  // time of writing
        std::uint64_t const length = bytes_.u4(), begin = bytes_.offset();
        switch (tag) {
        case 0x01: string(length); break;
        case 0x02: load_class(); break;
        case 0x04: frame(); break;
        case 0x05: trace(); break;
        case 0x0c:
        case 0x1c:
            while (bytes_.offset() < begin + length) segment_.object();
            break;
        default: bytes_.in("a record"); bytes_.skip(length);
        }
        if (bytes_.offset() != begin + length)
            bytes_.fail("a record of kind " + std::to_string(tag) + " is " + std::to_string(length) +
                        " bytes long, but what is in it " + std::to_string(bytes_.offset() - begin));
    }
    void string(std::uint64_t length) {
        bytes_.in("a string");
        if (length < bytes_.id_size()) bytes_.fail("a string without an id");
        std::uint64_t const id = bytes_.id();
        symbols_.add_text(id, bytes_.take(static_cast<std::size_t>(length - bytes_.id_size())));
    }
    void load_class() {
        bytes_.in("a class");
        std::uint32_t const serial = bytes_.u4();
        std::uint64_t const id = bytes_.id();
        bytes_.skip(4);  // stack trace
        symbols_.add_class(id, bytes_.id(), serial);
    }
    void frame() {
        bytes_.in("a stack frame");
        std::uint64_t const id = bytes_.id();
        std::uint64_t const method = bytes_.id();
        bytes_.skip(bytes_.id_size());  // signature
        std::uint64_t const source = bytes_.id();
        std::uint32_t const of_class = bytes_.u4();
        symbols_.add_frame(id, method, source, of_class, static_cast<std::int32_t>(bytes_.u4()));
    }
    void trace() {
        bytes_.in("a stack trace");
        std::uint32_t const serial = bytes_.u4();
        bytes_.skip(4);  // thread
        bytes_.ids(bytes_.u4(), [&](std::uint64_t frame) { symbols_.add_to_trace(serial, frame); });
    }

    std::uint64_t written_ = 0;  // from the head; before heap_, which is made after the head is read
    Bytes bytes_;
    Heap heap_;
    Symbols<Heap> symbols_;
    SegmentReader<Heap> segment_;
};

}  // namespace detail

/// Reads a file to its end. Throws Error.
inline JvmHeap read_hprof(Input& input) {
    detail::HprofReader<detail::HeapBuilder> reader(input);
    JvmHeap heap = reader.read().finish();
    heap.written = reader.written();
    reader.symbols().add_frames(heap.stacks);
    return heap;
}

/// Whether a file that begins like this may be an hprof file.
inline bool looks_like_hprof(std::string_view text) { return text.starts_with("JAVA PROFILE"); }

}  // namespace trav::dump
