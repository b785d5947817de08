// Allocates blocks whose bytes travtrack/preloaded.cpp knows. Does not include trav.
#include <array>
#include <csignal>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <new>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace {

std::array<void* volatile, 1000> kept;
std::size_t used = 0;
void keep(void* block) { kept[used++] = block; }

}  // namespace

extern "C" {
[[gnu::noinline]] void by_malloc() {
    for (int i = 0; i != 10; ++i) keep(std::malloc(100));  // 1,000 bytes
}
[[gnu::noinline]] void by_calloc() {
    for (int i = 0; i != 5; ++i) keep(std::calloc(4, 25));  // 500
}
[[gnu::noinline]] void by_realloc() {
    for (int i = 0; i != 2; ++i) keep(std::realloc(std::malloc(10), 3000));  // 6,000
    keep(std::realloc(nullptr, 70));                                         // 70
    keep(std::realloc(std::malloc(5000), 7));                                // 7
}
[[gnu::noinline]] void by_aligned_alloc() {
    for (int i = 0; i != 3; ++i) keep(std::aligned_alloc(64, 640));  // 1,920
    void* block = nullptr;
    if (posix_memalign(&block, 4096, 50) == 0) keep(block);  // 50
}
[[gnu::noinline]] void by_new() {
    for (int i = 0; i != 7; ++i) keep(new char[33]);         // 231
    keep(::operator new(1'024'000, std::align_val_t{256}));  // 1,024,000
}
[[gnu::noinline]] void by_library() {
    keep(strdup("twelve bytes"));  // 13
}
[[gnu::noinline]] void in_thread() {
    for (int i = 0; i != 4; ++i) keep(std::malloc(64));  // 256
}
[[gnu::noinline]] void freed() {
    for (int i = 0; i != 1000; ++i) {
        void* const volatile block = std::malloc(static_cast<std::size_t>(i) * 7);
        std::free(block);
    }
}
[[gnu::noinline]] void at_peak() {
    void* blocks[5];
    for (void*& block : blocks) block = std::malloc(1'000'000);
    for (void* const block : blocks) std::free(block);  // none left of 5,000,000
}
[[gnu::noinline]] void in_child() {
    for (int i = 0; i != 2; ++i) keep(std::malloc(77));  // 154
}
[[gnu::noinline]] void at_start() {
    keep(std::malloc(11));  // 11
}
}

namespace {
[[maybe_unused]] bool const started = (at_start(), true);
}

int main(int argc, char** argv) {
    by_malloc();
    if (argc > 1 && std::strcmp(argv[1], "signal") == 0) {
        raise(SIGUSR1);
        freed();  // the first block writes the file
        for (std::size_t i = 1; i != used; ++i) std::free(kept[i]);
        return 0;
    }
    if (argc > 1 && std::strcmp(argv[1], "peak") == 0) {
        at_peak();
        by_new();
        return 0;
    }
    by_calloc();
    by_realloc();
    by_aligned_alloc();
    by_new();
    by_library();
    std::thread(in_thread).join();
    freed();
    if (argc > 1 && std::strcmp(argv[1], "fork") == 0) {
        pid_t const child = fork();
        if (child == 0) {
            in_child();
            return 0;
        }
        waitpid(child, nullptr, 0);
    }
    return chdir("/");
}
