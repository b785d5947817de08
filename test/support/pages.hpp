// Memory from the system, unknown to malloc.
#pragma once

#if __has_include(<sys/mman.h>)
#include "catch.hpp"

#include <cstddef>
#include <cstdint>
#include <sys/mman.h>

namespace test {

/// Pages until the end of the scope.
class Pages {
  public:
    static constexpr std::size_t size = 4096;  ///< of a page

    explicit Pages(std::size_t number, int access = PROT_READ | PROT_WRITE,
                   int kind = MAP_PRIVATE | MAP_NORESERVE, void* where = nullptr)
        : bytes_(number * size), at_(mmap(where, bytes_, access, kind | MAP_ANONYMOUS, -1, 0)) {
        REQUIRE(at_ != MAP_FAILED);
    }
    Pages(Pages const&) = delete;
    Pages& operator=(Pages const&) = delete;
    ~Pages() { munmap(at_, bytes_); }

    char* begin() const { return static_cast<char*>(at_); }
    std::uintptr_t* words() const { return static_cast<std::uintptr_t*>(at_); }
    /// Changes the access to pages. The first one begins at `first`.
    static void allow(char* first, std::size_t number, int access) {
        REQUIRE(mprotect(first, number * size, access) == 0);
    }

  private:
    std::size_t bytes_;
    void* at_;
};

}  // namespace test
#endif
