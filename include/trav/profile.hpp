// trav/profile.hpp: the profiler and its breakdowns (by type or any other key, root set, retainer set, and
// biography), dominators and retained sizes.
#pragma once

#include "profile/check.hpp"  // first: messages name few headers

#include "flow/solve.hpp"
#include "profile/biography.hpp"
#include "profile/by.hpp"
#include "profile/by_type.hpp"
#include "profile/dominator.hpp"
#include "profile/observed.hpp"
#include "profile/other_roots.hpp"
#include "profile/policies.hpp"
#include "profile/profiler.hpp"
#include "profile/retained_by_band.hpp"
#include "profile/retainer.hpp"
#include "profile/root_set.hpp"
#include "profile/series.hpp"
#include "profile/set_table.hpp"
#include "profile/shares.hpp"
#include "profile/stored_flow.hpp"
#include "profile/unseen.hpp"
