#pragma once

#define TRAV_NOINLINE [[gnu::noinline]]
