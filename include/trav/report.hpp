// trav/report.hpp: output for people and other programs: tables, .hp files, eventlogs, .prof files, flame
// graphs and pictures; JSON if nlohmann_json is installed.
#pragma once

#include "report/csv.hpp"
#include "report/eventlog/heap_profile.hpp"
#include "report/eventlog/reader.hpp"
#include "report/eventlog/writer.hpp"
#include "report/heapsnapshot.hpp"
#include "report/hp/hp.hpp"
#include "report/hp/reader.hpp"
#include "report/plot/postscript.hpp"
#include "report/plot/svg.hpp"
#include "report/prof/prof.hpp"
#include "report/stacks/allocation_stacks.hpp"
#include "report/stacks/folded.hpp"
#include "report/stacks/pprof.hpp"
#include "report/stacks/speedscope.hpp"
#include "report/table.hpp"

#if __has_include(<nlohmann/json.hpp>)
#include "report/json.hpp"
#include "report/prof/json.hpp"
#endif
