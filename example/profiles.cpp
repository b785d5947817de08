// A profile of a small server: its memory by root and by type, and the bytes that dropping a root would free.
#include <trav/graph/objects.hpp>
#include <trav/profile/by_type.hpp>
#include <trav/profile/profiler.hpp>
#include <trav/profile/root_set.hpp>
#include <trav/profile/shares.hpp>
#include <trav/report/table.hpp>

#include <iostream>
#include <map>
#include <memory>
#include <string>
#include <vector>

struct Photo {
    std::vector<char> pixels;
};
struct Session {
    std::shared_ptr<Photo> avatar;
};
struct Cache {
    std::map<int, std::shared_ptr<Photo>> photos;
};
template <>
struct trav::Described<Photo> : trav::Members<&Photo::pixels> {};
template <>
struct trav::Described<Session> : trav::Members<&Session::avatar> {};
template <>
struct trav::Described<Cache> : trav::Members<&Cache::photos> {};

int main() {
    Cache cache;
    std::vector<std::unique_ptr<Session>> sessions;
    for (int i = 0; i != 4; ++i) {
        auto const photo = std::make_shared<Photo>(Photo{std::vector<char>(50'000)});
        if (i != 0) cache.photos[i] = photo;
        if (i != 3) sessions.push_back(std::make_unique<Session>(Session{photo}));
    }

    trav::Objects<> const heap;
    auto type = trav::by_type();
    trav::RootSets<trav::Object> roots{{"cache", trav::object(cache)}, {"sessions", trav::object(sessions)}};
    trav::Profiler profiler{heap, roots, type};
    profiler.sample(trav::roots(cache, sessions));
    auto const profile = profiler.profile();

    trav::print(std::cout, profile.by(roots, type));
    trav::print(std::cout, profile.where(type == "Photo").by(roots));
    std::cout << "dropping the cache frees " << trav::Shares(profile, roots).freed_if_dropped({"cache"}).bytes
              << " bytes\n";
}
