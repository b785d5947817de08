#include "java.hpp"

#include "../terminal/text_last.hpp"

#include <trav/report/text.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>

namespace heapprof {

namespace {

using Json = nlohmann::ordered_json;

std::string and_more(std::size_t more) { return "... " + trav::grouped(more) + " more"; }

void add_frames(TextLast& rows, JavaThreadsAnswer::Thread const& thread) {
    std::size_t next = 0;
    auto const left_out = [&](std::size_t depth) {
        if (depth > next) rows.add({"", "  " + and_more(depth - next)});
    };
    for (auto const& frame : thread.frames) {
        left_out(std::min(frame.depth, thread.depth));
        next = std::min(frame.depth, thread.depth) + 1;
        rows.add({"", "  at " + frame.function});
        for (auto const& local : frame.locals)
            rows.add({trav::humanised(local.retained), "    " + object_text(local.object)});
        if (frame.more_locals != 0) rows.add({"", "    " + and_more(frame.more_locals)});
    }
    left_out(thread.depth);
}

}  // namespace

std::string java_text(JavaThreadsAnswer const& answer) {
    TextLast rows({"keeps", "thread, functions from the innermost on, their variables"});
    for (auto const& thread : answer.threads) {
        rows.add(
            {trav::humanised(thread.alone.bytes),
             thread.name + " @" + thread.object.id + (thread.out_of_memory ? ", ran out of memory" : "")});
        add_frames(rows, thread);
    }
    if (answer.more != 0) rows.add({"", and_more(answer.more)});
    std::string text = rows.str();
    if (!answer.has_frames) text += "The dump has no stacks: functions are not known.\n";
    if (!answer.has_locals) text += "The dump has no local variables.\n";
    return text;
}

std::string java_text(JavaLoadersAnswer const& answer) {
    TextLast rows({"keeps", "classes", "instances", "duplicates", "class loader"});
    for (auto const& loader : answer.loaders) {
        std::string text = loader.name;
        if (loader.object && !text.ends_with('@' + loader.object->id)) text += " @" + loader.object->id;
        if (!loader.kept_by.empty()) text += ", by " + loader.kept_by;
        if (!loader.kept.empty()) text += ": " + loader.kept;
        rows.add({loader.freed ? trav::humanised(*loader.freed) : "", trav::grouped(loader.classes),
                  trav::grouped(loader.objects), trav::grouped(loader.duplicates), text});
    }
    if (answer.more_loaders != 0) rows.add({"", "", "", "", and_more(answer.more_loaders)});
    std::string text = rows.str() + '\n';
    if (answer.duplicates.empty()) return text + "No class has several loaders.\n";
    TextLast classes({"loaders", "class of several loaders"});
    for (auto const& each : answer.duplicates) {
        std::string line = each.name + ':';
        constexpr std::size_t most = 8;
        for (std::size_t i = 0; i != std::min(most, each.loaders.size()); ++i) line += ' ' + each.loaders[i];
        if (each.loaders.size() > most) line += ' ' + and_more(each.loaders.size() - most);
        classes.add({trav::grouped(each.loaders.size()), line});
    }
    if (answer.more_duplicates != 0) classes.add({"", and_more(answer.more_duplicates)});
    return text + classes.str();
}

std::string java_text(JavaReferencesAnswer const& answer) {
    TextLast rows({"keep", "objects", "references", "cleared", "queued", "kind of reference"});
    for (auto const& kind : answer.kinds)
        rows.add({trav::humanised(kind.only.bytes), trav::grouped(kind.only.objects),
                  trav::grouped(kind.references), trav::grouped(kind.cleared),
                  kind.queued ? trav::grouped(*kind.queued) : "not known", kind.kind});
    return rows.str();
}

std::string java_text(JavaCollisionsAnswer const& answer) {
    if (answer.tables.empty()) return "No bucket of a hash table has several entries.\n";
    TextLast rows({"longest", "entries", "buckets", "retained", "hash table by its longest bucket"});
    for (auto const& table : answer.tables)
        rows.add({trav::grouped(table.longest), trav::grouped(table.entries), trav::grouped(table.buckets),
                  trav::humanised(table.retained),
                  (table.path.empty() ? "" : table.path + ": ") + object_text(table.object)});
    if (answer.more != 0) rows.add({"", "", "", "", and_more(answer.more)});
    return rows.str();
}

Json java_json(JavaThreadsAnswer const& answer) {
    Json threads = Json::array();
    for (auto const& thread : answer.threads) {
        Json frames = Json::array();
        for (auto const& frame : thread.frames) {
            Json locals = Json::array();
            for (auto const& local : frame.locals) {
                locals.push_back(object_json(local.object));
                locals.back()["retained"] = local.retained;
            }
            bool const known = frame.depth != JavaThreadsAnswer::no_frame;
            frames.push_back({{"depth", known ? Json(frame.depth) : Json()},
                              {"function", frame.function},
                              {"locals", std::move(locals)},
                              {"more_locals", frame.more_locals}});
        }
        Json line{{"thread", thread.name}};
        line.update(object_json(thread.object));
        line["alone"] = amount_json(thread.alone);
        line["out_of_memory"] = thread.out_of_memory;
        line["depth"] = thread.depth;
        line["frames"] = std::move(frames);
        threads.push_back(std::move(line));
    }
    return {{"threads", std::move(threads)},
            {"more_threads", answer.more},
            {"has_frames", answer.has_frames},
            {"has_locals", answer.has_locals}};
}

Json java_json(JavaLoadersAnswer const& answer) {
    Json loaders = Json::array(), duplicates = Json::array();
    for (auto const& each : answer.loaders)
        loaders.push_back({{"loader", each.name},
                           {"object", each.object ? object_json(*each.object) : Json()},
                           {"classes", each.classes},
                           {"instances", each.objects},
                           {"duplicates", each.duplicates},
                           {"freed", each.freed ? Json(*each.freed) : Json()},
                           {"kept_by", each.kept_by},
                           {"kept", each.kept}});
    for (auto const& each : answer.duplicates)
        duplicates.push_back({{"class", each.name}, {"loaders", each.loaders}});
    return {{"loaders", std::move(loaders)},
            {"more_loaders", answer.more_loaders},
            {"duplicates", std::move(duplicates)},
            {"more_duplicates", answer.more_duplicates}};
}

Json java_json(JavaReferencesAnswer const& answer) {
    Json kinds = Json::array();
    for (auto const& each : answer.kinds)
        kinds.push_back({{"kind", each.kind},
                         {"references", each.references},
                         {"cleared", each.cleared},
                         {"queued", each.queued ? Json(*each.queued) : Json()},
                         {"only", amount_json(each.only)}});
    return {{"references", std::move(kinds)}};
}

Json java_json(JavaCollisionsAnswer const& answer) {
    Json tables = Json::array();
    for (auto const& each : answer.tables) {
        Json line{{"path", each.path}};
        line.update(object_json(each.object));
        line["longest"] = each.longest;
        line["entries"] = each.entries;
        line["buckets"] = each.buckets;
        line["retained"] = each.retained;
        tables.push_back(std::move(line));
    }
    return {{"collisions", std::move(tables)}, {"more_collisions", answer.more}};
}

}  // namespace heapprof
