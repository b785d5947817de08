// SegmentReader: reads a heap segment of an hprof file, which consists of objects and roots.
#pragma once

#include "bytes.hpp"
#include "classes.hpp"
#include "java_strings.hpp"
#include "symbols.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace trav::dump::detail {

/// `Heap`: a HeapBuilder, or another class with the members that are used here.
template <class Heap>
class SegmentReader {
  public:
    SegmentReader(Bytes& bytes, Symbols<Heap>& symbols, Heap& heap)
        : bytes_(bytes), symbols_(symbols), heap_(heap) {}

    /// Reads the next object or root.
    void object() {
        bytes_.in("the heap");
        std::uint64_t const at = bytes_.offset();
        std::uint8_t const tag = bytes_.u1();
        switch (tag) {
        case 0x01: root("JNI global"), bytes_.skip(bytes_.id_size()); return;
        case 0x02: jni_local(); return;
        case 0x03: local(); return;
        case 0x04: in_thread("native stack"); return;
        case 0x05: root(""); return;  // a class of the system
        case 0x06: in_thread("block"); return;
        case 0x07: root("monitor"); return;
        case 0x08: thread(); return;
        case 0x20: class_dump(); return;
        case 0x21: instance(); return;
        case 0x22: objects(); return;
        case 0x23: primitives(true); return;
        case 0xff: root("unknown root"); return;
        // Android
        case 0x89: root("interned string"); return;
        case 0x8a: root("finalizing"); return;
        case 0x8b: root("debugger"); return;
        case 0x8c: root("reference cleanup"); return;
        case 0x8d: root("virtual machine"); return;
        case 0x8e: root("JNI monitor"), bytes_.skip(8); return;
        case 0x90: bytes_.skip(bytes_.id_size()); return;  // unreachable: not a root
        case 0xc3: primitives(false); return;
        case 0xfe: bytes_.skip(4 + bytes_.id_size()); return;  // says which heap follows
        default: break;
        }
        bytes_.fail("there is no object or root of kind " + std::to_string(tag) + ", at byte " +
                    std::to_string(at));
    }

    /// Adds the roots that are local variables. They wait until the end because their thread may come after
    /// them.
    void finish() {
        for (auto const& [id, thread, frame] : locals_)
            heap_.roots().add_local(id, thread, frame, symbols_.function(thread, frame));
    }

  private:
    void root(char const* what) { heap_.roots().add(bytes_.id(), 0, *what == 0 ? 0 : heap_.name(what)); }
    void in_thread(char const* what) {
        std::uint64_t const id = bytes_.id();
        heap_.roots().add(id, bytes_.u4(), heap_.name(what));
    }
    void jni_local() {
        std::uint64_t const id = bytes_.id();
        std::uint32_t const thread = bytes_.u4();
        heap_.roots().add_local(id, thread, bytes_.u4(), heap_.name("JNI local"));
    }
    void thread() {
        std::uint64_t const id = bytes_.id();
        std::uint32_t const serial = bytes_.u4();
        symbols_.add_thread(serial, bytes_.u4());
        heap_.roots().add_thread(id, serial);
    }
    void local() {
        std::uint64_t const id = bytes_.id();
        std::uint32_t const thread = bytes_.u4();
        locals_.push_back({id, thread, bytes_.u4()});
    }
    void class_dump() {
        ClassRecord record;
        record.id = bytes_.id();
        bytes_.skip(4);  // stack trace
        record.super = bytes_.id();
        std::vector<Static> statics{{heap_.name("<super>"), FieldType::object, record.super}};
        for (char const* name : {"<loader>", "<signers>", "<protection domain>"})
            statics.push_back({heap_.name(name), FieldType::object, bytes_.id()});
        bytes_.skip(2 * bytes_.id_size());
        record.instance_size = bytes_.u4();
        for (std::uint16_t left = bytes_.u2(); left != 0; --left) {  // constants
            bytes_.skip(2);
            value(bytes_.u1());
        }
        for (std::uint16_t left = bytes_.u2(); left != 0; --left) {
            std::uint64_t const name = bytes_.id();
            std::uint8_t const type = bytes_.u1();
            statics.push_back({symbols_.text(name), type, value(type)});
        }
        for (std::uint16_t left = bytes_.u2(); left != 0; --left) {
            std::uint32_t const name = symbols_.text(bytes_.id());
            record.fields.push_back({name, known(bytes_.u1())});
        }
        record.name = symbols_.class_name(record.id);
        heap_.add_class(std::move(record), statics);
    }
    void instance() {
        std::size_t const id_size = bytes_.id_size();
        char const* const head = bytes_.take(2 * id_size + 8).data();  // the stack trace is between the ids
        std::uint64_t const id = bytes_.id_at(head), class_id = bytes_.id_at(head + id_size + 4);
        auto const size = static_cast<std::size_t>(Bytes::number_at(head + 2 * id_size + 4, 4));
        heap_.add_instance(id, class_id, bytes_.take(size));
    }
    void objects() {
        std::uint64_t const id = bytes_.id();
        bytes_.skip(4);  // stack trace
        std::uint32_t const length = bytes_.u4();
        heap_.add_objects(id, bytes_.id(), length);
        bytes_.ids(length, [&](std::uint64_t to) { heap_.add_slot(to); });
    }
    void primitives(bool with_data) {
        std::uint64_t const id = bytes_.id();
        bytes_.skip(4);  // stack trace
        std::uint32_t const length = bytes_.u4();
        std::uint8_t const type = known(bytes_.u1());
        if (type == FieldType::object) bytes_.fail("an array of numbers has references");
        std::uint64_t const size = with_data ? length * std::uint64_t{FieldType::size(type, 0)} : 0;
        auto const kept = static_cast<std::size_t>(std::min<std::uint64_t>(size, JavaStrings::longest_text));
        heap_.add_primitives(id, type, length, bytes_.take(kept));
        bool const text = type == FieldType::byte || type == FieldType::character;
        if (text && size != kept) heap_.note_rest(bytes_.hash(size - kept));
        else bytes_.skip(size - kept);
    }

    std::uint8_t known(std::uint8_t type) {
        if (FieldType::size(type, bytes_.id_size()) == 0)
            bytes_.fail("there is no type " + std::to_string(type) + " of fields");
        return type;
    }
    std::uint64_t value(std::uint8_t type) {
        std::size_t const size = FieldType::size(known(type), bytes_.id_size());
        return Bytes::number_at(bytes_.take(size).data(), size);
    }
    struct Local {
        std::uint64_t id;
        std::uint32_t thread, frame;
    };

    Bytes& bytes_;
    Symbols<Heap>& symbols_;
    Heap& heap_;
    std::vector<Local> locals_;
};

}  // namespace trav::dump::detail
