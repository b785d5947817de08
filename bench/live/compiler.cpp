// For test/live/HscEnv.hs, which hands its heap on: it is measured instead of compared.
#include <cstddef>

extern "C" {
void bench_census(char const* name, void* kept);
int compare_retainers(char const* name, std::size_t) { return bench_census(name, nullptr), 0; }
}
