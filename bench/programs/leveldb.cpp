// leveldb 1.23 with 300,000 entries, a cache of 8 MiB and an open iterator.
#include "program.hpp"

#include "db/db_iter.cc"
#include "db/memtable.cc"
#include "db/table_cache.cc"
#include "table/block.cc"
#include "table/merger.cc"
#include "table/table.cc"
#include "table/two_level_iterator.cc"
#include "util/cache.cc"
#include "util/comparator.cc"

namespace std {
using enum memory_order;  // env_posix.cc has the name before C++20, memory_order::memory_order_relaxed
}
#define memory_order_relaxed relaxed
#include "util/env_posix.cc"
#undef memory_order_relaxed

#include "db/db_impl.h"
#include "db/version_set.h"
#include "db/write_batch_internal.h"
#include "leveldb/db.h"

#include <memory>
#include <set>
#include <string>

// [by hand]
TRAV_VALUE_OF(leveldb::LRUHandle::value,
              self.deleter == leveldb::DeleteEntry ? (leveldb::TableAndFile*)self.value : nullptr);
// [by hand]

int main(int, char** argv) {
    std::string const folder = std::string(argv[1]) + "/leveldb";
    leveldb::Options options;
    leveldb::DestroyDB(folder, options);
    options.create_if_missing = true;
    leveldb::DB* opened = nullptr;
    programs::check(leveldb::DB::Open(options, folder, &opened).ok(), "open a database");
    std::unique_ptr<leveldb::DB> const db(opened);
    std::string value(100, 'v'), found;
    auto const key_of = [](long i) { return "key" + std::to_string(i * 7919 % 1'000'003); };
    for (long i = 0; i != 300'000; ++i) {
        std::string const key = key_of(i);
        programs::check(db->Put({}, key, value + key).ok(), "put an entry");
    }
    for (long i = 0; i < 300'000; i += 3)
        programs::check(db->Get({}, key_of(i), &found).ok(), "get an entry");
    std::unique_ptr<leveldb::Iterator> const iterator(db->NewIterator({}));
    iterator->SeekToFirst();

    auto& opened_db = static_cast<leveldb::DBImpl&>(*db);
    {  // until no thread changes anything
        leveldb::MutexLock const lock(&opened_db.mutex_);
        while (opened_db.background_compaction_scheduled_) opened_db.background_work_finished_signal_.Wait();
    }

    auto files = programs::counted<leveldb::FileMetaData>();
    std::set<leveldb::FileMetaData const*> distinct;
    auto const& versions = opened_db.versions_->dummy_versions_;
    for (auto const* version = versions.next_; version != &versions; version = version->next_)
        for (auto const& level : version->files_) distinct.insert(level.begin(), level.end());
    for (auto const* const file : distinct)
        files.add(sizeof *file + programs::of(file->smallest.rep_) + programs::of(file->largest.rep_));
    trav::Objects<trav::ClassesOf<^^leveldb>> const heap;
    programs::finish(heap, trav::roots(*db, *iterator), {files});
}
