// trav/graph/c_file.hpp: a description of FILE, the open file of the C library. A FILE and the buffer that
// the library has allocated for it count as one object.
//
//     struct Log {
//         std::FILE* file;      // described like any pointer
//     };
//
//     type    bytes       %  objects
//     FILE  4.21 KiB   99.7%        1
//
// A buffer that the program passed to setvbuf counts where the program keeps it, if a profile reaches that
// place, and otherwise here. Without glibc this header has no effect, and trav::unseen lists FILE.
#pragma once

#include "buffer.hpp"
#include "described.hpp"

#include <cstdio>
#include <string_view>

#if defined(__GLIBC__)
template <>
struct trav::Described<std::FILE> {
    static constexpr std::string_view name = "FILE";
    static constexpr bool gives_way = true;
    static void members(std::FILE const& file, auto&& member) {
        char const* const first = file._IO_buf_base;
        if (first != file._shortbuf)  // the buffer of an unbuffered file is a part of it
            member("buffer", Buffer{first, 0, file._IO_buf_end - first});
    }
};
#endif
