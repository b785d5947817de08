// For test/live/HscEnv.hs, which passes its heap on: measures it instead of comparing it.
#include <cstddef>

extern "C" {
void bench_census(char const* name, void* kept);
int compare_retainers(char const* name, std::size_t) { return bench_census(name, nullptr), 0; }
}
