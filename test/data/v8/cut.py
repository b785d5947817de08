"""Cuts a heap snapshot down to what an object of the program leads to, and the ways there from the root:

    python3 cut.py FILE NAME > CUT       NAME: that of a field of the global object

That is, to what is at most six steps away, not through hidden classes and code.
"""
import collections
import json
import sys

with open(sys.argv[1]) as file:
    snapshot = json.load(file)
meta = snapshot["snapshot"]["meta"]
strings, numbers, edge_numbers = snapshot["strings"], snapshot["nodes"], snapshot["edges"]
width = len(meta["node_fields"])
kind_at, name_at, count_at = map(meta["node_fields"].index, ("type", "name", "edge_count"))
nodes = [numbers[i:i + width] for i in range(0, len(numbers), width)]
kinds, edge_kinds = meta["node_types"][0], meta["edge_types"][0]
edges, at = [], 0
for node in nodes:
    edges.append([edge_numbers[i:i + 3] for i in range(3 * at, 3 * (at + node[count_at]), 3)])
    at += node[count_at]


def label(edge):
    return str(edge[1]) if edge_kinds[edge[0]] in ("element", "hidden") else strings[edge[1]]


above = {0: None}  # of each node, by a shortest way
queue = collections.deque(above)
while queue:
    here = queue.popleft()
    for edge in edges[here]:
        if edge_kinds[edge[0]] != "weak" and edge[2] // width not in above:
            above[edge[2] // width] = here
            queue.append(edge[2] // width)

seed = next(edge[2] // width for node in range(len(nodes)) for edge in edges[node]
            if edge_kinds[edge[0]] == "property" and label(edge) == sys.argv[2])
kept, level = {seed}, [seed]
for _ in range(6):
    level, last = [], level
    for here in last:
        code = kinds[nodes[here][kind_at]] in ("code", "object shape")
        for edge in edges[here]:
            to, name = edge[2] // width, label(edge)
            runtime = name in ("map", "__proto__", "code", "native_context", "global_object")
            if to not in kept and not runtime and (not code or name in ("script", "name")):
                kept.add(to)
                level.append(to)
for node in list(kept):
    while above.get(node, node) not in (None, *kept):
        node = above[node]
        kept.add(node)

place = {node: i for i, node in enumerate(sorted(kept))}
texts = {}


def text(number):
    return texts.setdefault(strings[number], len(texts))


new_nodes, new_edges = [], []
for node in sorted(kept):
    row = list(nodes[node])
    mine = [edge for edge in edges[node] if edge[2] // width in place]
    row[name_at], row[count_at] = text(row[name_at]), len(mine)
    new_nodes += row
    for kind, name, to in mine:
        numbered = edge_kinds[kind] in ("element", "hidden")
        new_edges += [kind, name if numbered else text(name), place[to // width] * width]
of_place = len(meta["location_fields"])
object_fields = [i for i, field in enumerate(meta["location_fields"]) if field.endswith("object_index")]
locations = []
for i in range(0, len(snapshot["locations"]), of_place):
    row = snapshot["locations"][i:i + of_place]
    if row[0] // width in place:
        for field in object_fields:
            row[field] = place.get(row[field] // width, 0) * width
        locations += row
snapshot["snapshot"].update(node_count=len(kept), edge_count=len(new_edges) // 3)
snapshot.update(nodes=new_nodes, edges=new_edges, locations=locations, strings=list(texts))
json.dump(snapshot, sys.stdout, separators=(",", ":"), ensure_ascii=False)
