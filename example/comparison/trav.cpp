// The editor's objects with trav.
#include "editor.hpp"

#include <trav/graph/objects.hpp>
#include <trav/profile/by_type.hpp>
#include <trav/profile/profiler.hpp>
#include <trav/profile/root_set.hpp>
#include <trav/profile/shares.hpp>

// [describe]
template <>
struct trav::Described<Picture> : trav::Members<&Picture::pixels> {};
template <>
struct trav::Described<Paragraph> : trav::Members<&Paragraph::text, &Paragraph::picture> {};
template <>
struct trav::Described<Document> : trav::Members<&Document::paragraphs> {};
template <>
struct trav::Described<Change> : trav::Members<&Change::before, &Change::previous, &Change::next> {};
template <>
struct trav::Described<History> : trav::Members<&History::changes> {};
// [describe]

int main() {
    Editor const editor = make_editor();
    Answer answer;
    // [ask]
    trav::Objects<> const heap;
    auto type = trav::by_type();
    trav::RootSets<trav::Object> roots{{"document", trav::object(editor.document)},
                                       {"history", trav::object(editor.history)}};
    trav::Profiler profiler{heap, type, roots};
    profiler.sample(trav::roots(editor.document, editor.history));

    auto const profile = profiler.profile().where(!(type == "shared_ptr block"));
    for (auto const& line : profile.by(type).lines)
        answer.by_type[line.texts[0]] = {line.sum().objects, line.sum().bytes};
    auto const freed = trav::Shares(profile, roots).freed_if_dropped({"history"});
    answer.freed = {freed.objects, freed.bytes};
    // [ask]
    return print(answer);
}
