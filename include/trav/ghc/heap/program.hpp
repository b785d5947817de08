// trav/ghc/heap/program.hpp: data that the compiler and linker lay out before a program runs: info tables,
// strings, bitmaps and static closures.
//
// Offers Program: table(...) (the info pointer for a piece of code; equal requests share a table) and
// static_closure(...). Everything is in one segment of fixed size, because the offset of an SRT has 32 bits.
// A lookup takes O(log tables).
#pragma once

#include "../../detail/growing_array.hpp"
#include "../../store/hashed.hpp"
#include "../layout/info_table.hpp"
#include "code.hpp"

#include <compare>
#include <cstddef>
#include <cstring>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace trav::ghc {

class Program {
  public:
    /// A segment of that many bytes. The system provides its memory on first use.
    explicit Program(std::size_t bytes) : free_(segment_.room(bytes + readable_bytes)), end_(free_ + bytes) {}

    /// Whether the address belongs to the program: then it is a static closure, not a heap object.
    bool contains(void const* p) const {
        return address(p) - address(segment_.begin()) < address(end_) - address(segment_.begin());
    }
    /// The offset of an address in the program; it is the same in every run.
    Word place(void const* p) const { return address(p) - address(segment_.begin()); }

    /// The info pointer of closures with that many pointers, followed by that many words.
    Entry const* table(ClosureType type, Code const& code, std::uint32_t ptrs, std::uint32_t nptrs) {
        Word layout = 0;
        PayloadLayout const payload{ptrs, nptrs};
        std::memcpy(&layout, &payload, sizeof layout);
        return table(type, code, layout);
    }

    /// The info pointer of code with this layout word: a selector's index or a small bitmap. RET_BIG does not
    /// use the word; `frame` is then the pattern of a large bitmap.
    Entry const* table(ClosureType type, Code const& code, Word layout, std::string_view frame = {}) {
        std::string_view const pattern = is_function(type) ? code.arguments : frame;
        Word const variant = is_constructor(type) ? code.constructor : address(code.srt);
        auto const known = tables_.find(Key{type, layout, variant, address(code.entry), code.description,
                                            code.type, code.module, pattern});
        if (known != tables_.end()) return known->second;
        // the key refers to the segment's copies of the texts
        return tables_[Key{type, layout, variant, address(code.entry), text(code.description),
                           text(code.type), text(code.module), text(pattern)}] =
                   lay_out(type, code, layout, pattern);
    }

    /// A static closure of that many words; all except its header are zero.
    Closure* static_closure(Entry const* table, CostCentreStack* ccs, Word hp, std::size_t words) {
        auto* const c = static_cast<Closure*>(take(words * word_bytes));
        std::memset(static_cast<void*>(c), 0, words * word_bytes);
        c->info = table;
        c->ccs = ccs;
        c->hp = hp;
        statics_.push_back(c);
        return c;
    }

    /// Every static closure, oldest first.
    std::vector<Closure*> const& statics() const { return statics_; }

    /// The segment's copy of the text, zero-terminated; equal texts share a copy.
    std::string_view text(std::string_view t) {
        if (auto* const known = texts_.find(t)) return {*known, t.size()};
        auto* const copy = static_cast<char*>(take(t.size() + 1));
        if (!t.empty()) std::memcpy(copy, t.data(), t.size());
        copy[t.size()] = '\0';
        std::string_view const kept(copy, t.size());
        texts_.touch(kept).data() = copy;
        return kept;
    }

  private:
    struct Key {
        ClosureType type;
        Word layout, variant, entry;
        std::string_view description, type_description, module, pattern;
        friend auto operator<=>(Key const&, Key const&) = default;
    };

    void* take(std::size_t bytes) {
        bytes = (bytes + word_bytes - 1) / word_bytes * word_bytes;
        if (bytes > static_cast<std::size_t>(end_ - free_))
            throw std::length_error("ghc heap: the program's segment of " +
                                    std::to_string(end_ - segment_.begin()) +
                                    " bytes is full; make the heap with a larger one");
        return std::exchange(free_, free_ + bytes);
    }

    std::int64_t offset(void const* p, Entry const* from) const {
        return static_cast<std::int64_t>(address(p) - address(from));
    }

    LargeBitmap* large_bitmap(std::string_view pattern) {
        std::size_t const size = pattern_words(pattern), words = (size + word_bits - 1) / word_bits;
        auto* const bitmap = static_cast<LargeBitmap*>(take((1 + words) * word_bytes));
        bitmap->size = size;
        Word* const bits = words_after(bitmap);
        std::memset(bits, 0, words * word_bytes);
        std::size_t at = 0;
        for (char const kind : pattern) {
            if (kind == 'p') ++at;
            else
                for (std::size_t n = argument_words(kind); n > 0; --n, ++at)
                    bits[at / word_bits] |= Word{1} << at % word_bits;
        }
        return bitmap;
    }

    static FunType fun_type(std::string_view pattern) {
        for (auto t = static_cast<std::uint32_t>(FunType::NONE);
             t <= static_cast<std::uint32_t>(FunType::PPPPPPPP); ++t)
            if (ghc::pattern(FunType{t}) == pattern) return FunType{t};
        return pattern_words(pattern) <= small_bitmap_limit ? FunType::GEN : FunType::GEN_BIG;
    }

    Entry const* lay_out(ClosureType type, Code const& code, Word layout, std::string_view pattern) {
        std::size_t const extra = is_function(type)      ? sizeof(FunInfo) - sizeof(InfoTable)
                                  : is_constructor(type) ? sizeof(ConInfo) - sizeof(InfoTable)
                                                         : 0;
        auto* const begin = static_cast<std::byte*>(take(extra + sizeof(InfoTable) + sizeof(Entry)));
        auto* const table = reinterpret_cast<InfoTable*>(begin + extra);
        auto* const entry = reinterpret_cast<Entry*>(table + 1);
        entry->code = address(code.entry);
        table->type = type;
        table->type_description = offset(text(code.type).data(), entry);
        table->description = offset(text(code.description).data(), entry);
        std::memcpy(&table->layout, &layout, sizeof layout);
        table->srt = static_cast<std::int32_t>(is_constructor(type) ? code.constructor
                                               : code.srt           ? offset(code.srt, entry)
                                                                    : 0);
        if (is_function(type)) {
            auto* const fun = reinterpret_cast<FunInfo*>(begin);
            fun->slow_apply = 0;
            fun->fun_type = fun_type(pattern);
            fun->arity = static_cast<std::uint32_t>(pattern.size());
            fun->bitmap = fun->fun_type == FunType::GEN ? small_bitmap(pattern)
                          : fun->fun_type == FunType::GEN_BIG
                              ? static_cast<Word>(offset(large_bitmap(pattern), entry))
                              : 0;
        } else if (is_constructor(type)) {
            std::string const name = std::string(code.module) + "." + std::string(code.description);
            reinterpret_cast<ConInfo*>(begin)->constructor_name = offset(text(name).data(), entry);
        } else if (type == ClosureType::RET_BIG) {
            table->layout.large_bitmap = offset(large_bitmap(pattern), entry);
        }
        return entry;
    }

    trav::detail::GrowingArray<std::byte> segment_;
    std::byte *free_, *end_;
    std::map<Key, Entry const*> tables_;
    Hashed<std::string_view, char const*> texts_;
    std::vector<Closure*> statics_;
};

}  // namespace trav::ghc
