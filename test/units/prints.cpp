// Prints the profile of a shelf by PRINT, or if that is not defined, in both ways. Exits with 1 if a line is
// not what it should be.
#include "shelf.hpp"

#include <cstdio>
#include <string>

namespace {

bool is_right(std::string const& printed) {
    // A book has a vtable, 8 bytes, and a text of 1,000; an atlas 5,000 more; a shelf two pointers.
    std::string const expected = "type      bytes       %  objects\n"
                                 "Atlas  5.87 KiB   85.4%        1\n"
                                 "Book     1008 B   14.3%        1\n"
                                 "Shelf      16 B    0.2%        1\n"
                                 "total  6.87 KiB  100.0%        3\n";
    if (printed == expected) return true;
    std::printf("printed:\n%sexpected:\n%s", printed.c_str(), expected.c_str());
    return false;
}

}  // namespace

int main() {
    Shelf const shelf;
#ifdef PRINT
    return is_right(PRINT(shelf)) ? 0 : 1;
#else
    return is_right(print_compiled(shelf)) && is_right(print_headers(shelf)) ? 0 : 1;
#endif
}
