// The program that the schemes profile: a chat server that keeps all messages in a log, and the descriptions
// of its structs.
#pragma once

#include <trav/graph/objects.hpp>

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace media {
struct Picture {
    std::vector<unsigned char> pixels;
};
struct Cache {
    std::map<int, std::shared_ptr<Picture>> pictures;
};
}  // namespace media

namespace chat {
struct Message {
    std::string text;
    std::shared_ptr<media::Picture> picture;
    std::unique_ptr<Message> reply;
};
struct Room {
    std::string topic;
    std::vector<std::unique_ptr<Message>> messages;
};
struct User {
    std::string name, language;
    std::unique_ptr<char[]> avatar;
    std::vector<Room*> rooms;
};
struct Users {
    std::vector<std::unique_ptr<User>> all;
};
}  // namespace chat

template <>
struct trav::Described<media::Picture> : trav::Members<&media::Picture::pixels> {};
template <>
struct trav::Described<media::Cache> : trav::Members<&media::Cache::pictures> {};
template <>
struct trav::Described<chat::Message>
    : trav::Members<&chat::Message::text, &chat::Message::picture, &chat::Message::reply> {};
template <>
struct trav::Described<chat::Room> : trav::Members<&chat::Room::topic, &chat::Room::messages> {};
template <>
struct trav::Described<chat::User>
    : trav::Members<&chat::User::name, &chat::User::language, &chat::User::avatar, &chat::User::rooms> {};
template <>
struct trav::Described<chat::Users> : trav::Members<&chat::Users::all> {};

namespace chat {

/// Two rooms, six users and a cache of two pictures.
struct Server {
    Room lobby{"lobby", {}}, log{"log", {}};
    Users users;
    media::Cache cache;

    Server() {
        cache.pictures[0] =
            std::make_shared<media::Picture>(media::Picture{std::vector<unsigned char>(40'000)});
        cache.pictures[1] =
            std::make_shared<media::Picture>(media::Picture{std::vector<unsigned char>(10'000)});
        for (int i = 0; i != 6; ++i)
            users.all.push_back(std::make_unique<User>(
                User{"user " + std::to_string(i),
                     i < 4 ? "English (United Kingdom), en-GB" : "German (Austria), de-AT, Wien",
                     std::make_unique<char[]>(2000),
                     {&lobby, &log}}));
    }
    /// Ten messages and two replies, which the lobby deletes the next day. The log keeps the messages. Calls
    /// created(message) for each new one.
    void day(auto created) {
        static char const* const texts[] = {"Good morning, everybody! Any news?",
                                            "Has anybody seen my umbrella?", "I shall be late for lunch."};
        lobby.messages.clear();
        for (int i = 0; i != 10; ++i) {
            auto const picture = i % 5 == 0 ? cache.pictures[i / 5] : nullptr;  // 0 and 5 have one
            for (Room* const room : {&lobby, &log}) {
                auto& all = room->messages;
                created(*all.emplace_back(std::make_unique<Message>(Message{texts[i % 3], picture, {}})));
            }
        }
        auto* last = lobby.messages.back().get();
        for (int i = 0; i != 2; ++i, last = last->reply.get())
            created(
                *(last->reply = std::make_unique<Message>(Message{"So do I, as always, I think.", {}, {}})));
    }
    void days(int count) {
        for (int i = 0; i != count; ++i) day([](Message&) {});
    }
    auto roots() const { return trav::roots(lobby, log, users, cache); }
};

}  // namespace chat
