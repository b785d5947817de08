// example/comparison/editor.hpp: an editor whose history shares paragraphs and pictures with its document,
// and the answer that each program here must give: all objects by type, and the memory that dropping the
// history would free. doc/comparison.md compares the programs.
#pragma once

#include <cstddef>
#include <iomanip>
#include <iostream>
#include <map>
#include <memory>
#include <string>
#include <vector>

// [types]
struct Picture {
    std::vector<char> pixels;
};
struct Paragraph {
    std::string text;
    std::shared_ptr<Picture> picture{};
};
struct Document {
    std::vector<std::shared_ptr<Paragraph>> paragraphs;
};
struct Change {
    std::shared_ptr<Paragraph> before;  // the replaced one
    Change* previous = nullptr;
    Change* next = nullptr;
};
struct History {
    std::vector<std::unique_ptr<Change>> changes;
};
struct Editor {
    Document document;
    History history;
};
// [types]

/// 100 paragraphs, every tenth with a picture. The first 30 have been changed: the first one lost its
/// picture, and the last of these changes was undone.
inline Editor make_editor() {
    Editor editor;
    auto& paragraphs = editor.document.paragraphs;
    paragraphs = std::vector<std::shared_ptr<Paragraph>>(100);
    for (std::size_t i = 0; i != 100; ++i) {
        paragraphs[i] = std::make_shared<Paragraph>(Paragraph{std::string(200, 'x')});
        if (i % 10 == 0)
            paragraphs[i]->picture = std::make_shared<Picture>(Picture{std::vector<char>(10'000)});
    }
    auto& changes = editor.history.changes;
    changes.reserve(30);
    for (std::size_t i = 0; i != 30; ++i) {
        auto after = std::make_shared<Paragraph>(Paragraph{std::string(200, 'y')});
        if (i != 0) after->picture = paragraphs[i]->picture;
        changes.push_back(std::make_unique<Change>(Change{paragraphs[i]}));
        paragraphs[i] = after;
        if (i == 0) continue;
        changes[i]->previous = changes[i - 1].get();
        changes[i - 1]->next = changes[i].get();
    }
    paragraphs[29] = changes[29]->before;
    return editor;
}

struct Amount {
    std::size_t objects = 0, bytes = 0;
    friend bool operator==(Amount const&, Amount const&) = default;
};

struct Answer {
    std::map<std::string, Amount> by_type;  // objects of the document or the history
    Amount freed;                           // objects of the history alone
    friend bool operator==(Answer const&, Answer const&) = default;
};

/// The objects of make_editor(), counted by hand.
inline Answer right_answer() {
    std::size_t const picture = sizeof(Picture) + 10'000;
    std::size_t const paragraph = sizeof(Paragraph) + std::string(200, 'x').capacity() + 1;
    std::size_t const history = sizeof(History) + 30 * sizeof(void*);
    std::size_t const document = sizeof(Document) + 100 * sizeof(std::shared_ptr<Paragraph>);
    return {{{"Change", {30, 30 * sizeof(Change)}},
             {"Document", {1, document}},
             {"History", {1, history}},
             {"Paragraph", {100 + 29, 129 * paragraph}},
             {"Picture", {10, 10 * picture}}},
            {1 + 30 + 29 + 1, history + 30 * sizeof(Change) + 29 * paragraph + picture}};
}

/// Prints the answer, and returns 0 if it is right.
inline int print(Answer const& answer) {
    auto const line = [](std::string const& name, Amount const& amount) {
        std::cout << std::left << std::setw(20) << name << std::right << std::setw(4) << amount.objects
                  << std::setw(8) << amount.bytes << '\n';
    };
    for (auto const& [type, amount] : answer.by_type) line(type, amount);
    line("freed with history", answer.freed);
    return answer == right_answer() ? 0 : 1;
}
