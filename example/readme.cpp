#include <trav/trav.hpp>

#include <iostream>
#include <map>
#include <memory>
#include <string>
#include <vector>

struct Picture {
    std::vector<unsigned char> pixels;
};
struct Session {
    std::string user;
    std::shared_ptr<Picture> photo;
};
std::map<int, Session> sessions;
std::vector<std::shared_ptr<Picture>> cache;

template <>
struct trav::Described<Picture> : trav::Members<&Picture::pixels> {};
template <>
struct trav::Described<Session> : trav::Members<&Session::user, &Session::photo> {};

int main() {
    for (int i = 0; i != 1000; ++i) {
        auto photo = std::make_shared<Picture>(Picture{std::vector<unsigned char>(10'000)});
        if (i % 4 != 0) cache.push_back(photo);
        if (i % 4 != 1) sessions[i] = {"a user of our shop", photo};
    }
    auto type = trav::by_type();
    trav::RootSets<trav::Object> roots{{"sessions", trav::object(sessions)}, {"cache", trav::object(cache)}};
    trav::Profiler profiler{trav::Objects<>(), roots, type};
    profiler.sample(trav::roots(sessions, cache));
    trav::print(std::cout, profiler.profile().by(roots, type));
}
