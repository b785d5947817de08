// trav/ghc/layout/info_table.hpp: GHC's info tables, with tables next to code and profiling strings.
//
// Offers InfoTable, FunInfo, ConInfo and functions that read them: info(c), srt(info), description(c),
// type_description(c), constructor_name(c), constructor_number(c); and tagged(c). A closure's info pointer is
// the address just after its table. Fields of specific types precede the common part; strings, SRTs and large
// bitmaps are offsets from the info pointer.
#pragma once

#include "bitmap.hpp"
#include "closure_type.hpp"
#include "pointer.hpp"

#include <string_view>

namespace trav::ghc {

struct PayloadLayout {
    std::uint32_t ptrs, nptrs;
};

/// The closure type determines the valid member.
union Layout {
    PayloadLayout payload;
    Word bitmap;
    std::int64_t large_bitmap;
    Word selector;
};

/// The part common to all info tables; also the complete table of thunks and return addresses.
struct InfoTable {
#if TRAV_GHC_PROFILING
    std::int64_t type_description, description;
#endif
    Layout layout;
    ClosureType type;
    std::int32_t srt;
};

struct FunInfo {
    std::int64_t slow_apply;
    Word bitmap;
    FunType fun_type;
    std::uint32_t arity;
    InfoTable common;
};

struct ConInfo {
    std::int64_t constructor_name;
    InfoTable common;
};

static_assert(words_of<InfoTable> == 2 + profiling_words && words_of<FunInfo> == 5 + profiling_words &&
              words_of<ConInfo> == 3 + profiling_words);

/// The table before an info pointer.
inline InfoTable const& info(Entry const* entry) { return reinterpret_cast<InfoTable const*>(entry)[-1]; }
inline FunInfo const& fun_info(Entry const* entry) { return reinterpret_cast<FunInfo const*>(entry)[-1]; }
inline ConInfo const& con_info(Entry const* entry) { return reinterpret_cast<ConInfo const*>(entry)[-1]; }

/// The info table of a closure (untagged).
inline InfoTable const& info(Closure const* c) { return info(c->info); }

/// The type of a closure (untagged).
inline ClosureType type(Closure const* c) { return info(c).type; }

/// The object at an offset from a table's info pointer. GHC writes only the lower half of the offset.
template <class T>
T* at_offset(InfoTable const& table, std::int64_t offset) {
    auto const bytes = static_cast<std::int32_t>(offset);
    return reinterpret_cast<T*>(address(&table + 1) + static_cast<Word>(std::int64_t{bytes}));
}

/// The table's static reference table; null if it has none. (In a constructor the field is its number.)
inline Closure* srt(InfoTable const& table) {
    return table.srt != 0 && !is_constructor(table.type) ? at_offset<Closure>(table, table.srt) : nullptr;
}

#if TRAV_GHC_PROFILING
/// The closure description (-hd).
inline std::string_view description(Closure const* c) {
    return at_offset<char const>(info(c), info(c).description);
}

/// The type description (-hy).
inline std::string_view type_description(Closure const* c) {
    return at_offset<char const>(info(c), info(c).type_description);
}
#endif

/// `package:Module.Constructor` of a constructor (-hT).
inline std::string_view constructor_name(Closure const* c) {
    return at_offset<char const>(info(c), con_info(c->info).constructor_name);
}

/// The number of a constructor within its type, from 0.
inline std::uint32_t constructor_number(Closure const* c) { return static_cast<std::uint32_t>(info(c).srt); }

/// The pointer as GHC stores it: tagged with a constructor's number or a function's arity, if they fit.
inline Closure* tagged(Closure const* c) {
    Closure* const p = untag(c);
    if (!p) return p;
    if (is_constructor(type(p)))
        return with_tag(p, constructor_number(p) < 7 ? constructor_number(p) + 1 : 7);
    if (is_function(type(p)) && fun_info(p->info).arity <= tag_mask)
        return with_tag(p, fun_info(p->info).arity);
    return p;
}

}  // namespace trav::ghc
