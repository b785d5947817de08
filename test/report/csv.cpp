#include "catch.hpp"
#include "report/some_table.hpp"

#include <trav/report/csv.hpp>

#include <sstream>

TEST_CASE("csv: a row for each line and sample, as in RFC 4180", "[unit]") {
    std::ostringstream out;
    trav::write_csv(out, some_table());
    CHECK(out.str() == "time,root,type,bytes,objects\r\n"
                       "1,cache,Map,4096,2\r\n"
                       "1,\"a,b\",Big Map,2048,1\r\n"
                       "1,cache,Set,1024,7\r\n"
                       "2.5,cache,Map,8192,3\r\n"
                       "2.5,cache,Set,512,5\r\n"
                       "2.5,\"a,b\",Set,100,1\r\n");
}

TEST_CASE("csv: quotes, commas and line breaks are quoted", "[unit]") {
    std::ostringstream out;
    trav::write_csv(out,
                    {{"type"}, {0}, {{{"say \"a\""}, {{1, 1}}}, {{"b\nc"}, {{2, 1}}}, {{"d\re"}, {{3, 1}}}}});
    CHECK(out.str() == "time,type,bytes,objects\r\n0,\"say \"\"a\"\"\",1,1\r\n"
                       "0,\"b\nc\",2,1\r\n0,\"d\re\",3,1\r\n");
}
