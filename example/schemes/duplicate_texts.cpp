// Which texts are stored more than once?
#include "duplicate_texts.hpp"

#include "chat.hpp"

#include <trav/report/text.hpp>
#include <trav/traverse_heap.hpp>

#include <algorithm>
#include <cstddef>
#include <iostream>
#include <string>
#include <utility>
#include <vector>

int main() {
    chat::Server server;
    server.days(3);
    // [run]
    using Duplicates = DuplicateTexts<chat::Message, chat::Room, chat::User>;
    trav::Objects<> heap;
    Duplicates policy;
    trav::traverse(heap, server.roots(), policy);
    std::vector<std::pair<std::string, trav::Amount>> most(policy.texts.begin(), policy.texts.end());
    std::ranges::sort(most, [](auto const& a, auto const& b) {
        return Duplicates::wasted(a.second) > Duplicates::wasted(b.second);
    });
    trav::TextTable text{{"text", "copies", "wasted"}};
    for (std::size_t i = 0; i != 5; ++i)
        text.row({most[i].first, trav::grouped(most[i].second.objects),
                  trav::humanised(Duplicates::wasted(most[i].second))});
    std::cout << text.str();
    // [run]

    // Of ten messages four say good morning, in the lobby once, in the log on each of three days.
    auto const copies = [&](char const* of) { return policy.texts.at(of).objects; };
    std::string const news = "Good morning, everybody! Any news?";
    return copies(news.c_str()) == 16 && copies("Has anybody seen my umbrella?") == 12 &&
                   copies("I shall be late for lunch.") == 12 &&
                   copies("So do I, as always, I think.") == 2 &&
                   copies("English (United Kingdom), en-GB") == 4 && copies("lobby") == 1 &&
                   copies("user 0") == 1 && policy.texts.size() == 14 && most[0].first == news &&
                   Duplicates::wasted(most[0].second) == 15 * trav::owned_bytes(news)
               ? 0
               : 1;
}
