// trav/profile.hpp: the profiler and every breakdown: by anything an object knows, by root set, by retainer
// set, by the use made of an object over its life; dominators and retained sizes.
#pragma once

#include "profile/biography.hpp"
#include "profile/by.hpp"
#include "profile/by_type.hpp"
#include "profile/dominator.hpp"
#include "profile/labelled.hpp"
#include "profile/observed.hpp"
#include "profile/profiler.hpp"
#include "profile/rest.hpp"
#include "profile/retained_by.hpp"
#include "profile/retainer.hpp"
#include "profile/root_set.hpp"
#include "profile/series.hpp"
#include "profile/shares.hpp"
#include "profile/unseen.hpp"
