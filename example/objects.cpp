// A program of many types: its structs described, its heap by type, and the members that trav cannot look
// into.
#include <trav/graph/objects.hpp>
#include <trav/profile/by_type.hpp>
#include <trav/profile/profiler.hpp>
#include <trav/profile/unseen.hpp>
#include <trav/report/table.hpp>

#include <functional>
#include <iostream>
#include <map>
#include <memory>
#include <string>
#include <vector>

struct Track {
    std::string title;
    std::vector<char> samples;
};
struct Playlist {
    std::vector<std::shared_ptr<Track>> tracks;
    std::function<void()> on_end;
};
class Player {
  public:
    Playlist& playlist(std::string const& name) {
        auto& list = playlists_[name];
        if (!list) list = std::make_unique<Playlist>();
        return *(current_ = list.get());
    }

  private:
    friend struct trav::Described<Player>;  // it names private members
    std::map<std::string, std::unique_ptr<Playlist>> playlists_;
    Playlist* current_ = nullptr;
};

template <>
struct trav::Described<Track> : trav::Members<&Track::title, &Track::samples> {};
template <>
struct trav::Described<Playlist> : trav::Members<&Playlist::tracks, &Playlist::on_end> {};
template <>
struct trav::Described<Player> : trav::Members<&Player::playlists_, &Player::current_> {};

int main() {
    Player player;
    for (int i = 0; i != 3; ++i) {
        auto const track = std::make_shared<Track>(Track{"track " + std::to_string(i), {}});
        track->samples.resize(100'000);
        player.playlist("all").tracks.push_back(track);
        if (i == 1) player.playlist("favourites").tracks.push_back(track);
    }
    player.playlist("favourites").on_end = [] { std::cout << "the end\n"; };

    trav::Objects<> const heap;
    auto type = trav::by_type();
    trav::Profiler profiler{heap, type};
    profiler.sample(trav::roots(player));
    trav::print(std::cout, profiler.profile().by(type));
    for (auto const& [member, amount] : trav::unseen(heap, trav::roots(player)))
        std::cout << "cannot look into " << amount.objects << ' ' << member << '\n';
}
