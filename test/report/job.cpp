#include "catch.hpp"

#include <trav/report/job.hpp>

using trav::ghc_date, trav::hp_job, trav::Job, trav::job, trav::prof_job;

TEST_CASE("job: the parts of a command line", "[unit]") {
    CHECK(job({"./bin/Tree", "6", "+RTS", "-hc", "-L60", "-RTS", "x"}) ==
          Job{"Tree", {"6", "x"}, {"-hc", "-L60"}});
    CHECK(job({"t", "+RTS", "-p", "--RTS", "+RTS", "a"}) == Job{"t", {"+RTS", "a"}, {"-p"}});
    CHECK(job({"t", "--", "+RTS", "a"}) == Job{"t", {"--", "+RTS", "a"}, {}});
    CHECK(job({"t", "+RTS", "-a", "-RTS", "+RTS", "-b"}) == Job{"t", {}, {"-a", "-b"}});
    CHECK(job({}) == Job{});
    // between +RTS and -RTS, `--` belongs to the run-time system
    CHECK(job({"p", "+RTS", "--", "-h", "-RTS", "x"}) == Job{"p", {"x"}, {"--", "-h"}});
}

TEST_CASE("job: the texts in GHC's files", "[unit]") {
    Job const run{"Tree", {"6"}, {"-hc", "-L60"}};
    CHECK(hp_job(run) == "Tree 6 +RTS -hc -L60");
    CHECK(prof_job(run) == "Tree +RTS -hc -L60 -RTS 6");
}

TEST_CASE("job: dates", "[unit]") {
    CHECK(ghc_date(0) == "Thu Jan  1 00:00 1970");
    CHECK(ghc_date(1465041594) == "Sat Jun  4 11:59 2016");  // date -u -d @1465041594
    CHECK(ghc_date(951827696) == "Tue Feb 29 12:34 2000");
    CHECK(ghc_date(~std::uint64_t{0}) == "Fri Dec 31 23:59 9999");
}
