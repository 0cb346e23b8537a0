// Runs in which documents that are the same are one.
#include "collection/same_docs.hpp"

#include <algorithm>

#include "collection/doc_table.hpp"
#include "machine/interrupt.hpp"

namespace irassay {

namespace {

// A list's documents under their new ids, each once, and which of them are tied with the one before.
struct List {
  std::vector<uint32_t> ids;
  std::vector<uint32_t> places;  // in the list as it was
  std::vector<bool> tied;
};

// id_at(i), tied_at(i): of the list as it was. met: [id] whether this list has it, all false before and after.
template <class IdAt, class TiedAt>
List one_each(uint32_t n, IdAt id_at, TiedAt tied_at, const std::vector<uint32_t>& name, std::vector<bool>& met) {
  List out;
  uint32_t score = 0, last = 0;  // number of the score in the list, and that of the last document
  for (uint32_t i = 0; i < n; ++i) {
    score += i > 0 && !tied_at(i);
    const uint32_t id = name[id_at(i)];
    if (met[id]) continue;
    met[id] = true;
    out.tied.push_back(!out.ids.empty() && score == last);
    out.ids.push_back(id);
    out.places.push_back(i);
    last = score;
  }
  for (uint32_t id : out.ids) met[id] = false;
  return out;
}

void append(const std::vector<uint32_t>& ids, Rankings& out) {
  for (uint32_t id : ids)
    for (uint32_t byte = 0; byte < out.width; ++byte) out.packed.push_back(static_cast<uint8_t>(id >> (8 * byte)));
}

// [id] the id of the document that it is taken as.
std::vector<uint32_t> name_docs(const std::vector<const SameDocs*>& groups, Rankings& out) {
  const DocTable table = table_of(out.docs);
  std::vector<uint32_t> name(out.docs.size());
  for (uint32_t id = 0; id < name.size(); ++id) name[id] = id;
  const auto find = [&](const std::string& doc) {
    const DocTable::Entry* entry = table.find(doc_key_unpadded(doc), doc, out.docs);
    return entry == nullptr ? kNone : static_cast<uint32_t>(entry->id);
  };
  for (const SameDocs* group : groups) {
    std::vector<uint32_t> there;
    for (const std::string& doc : group->docs)
      if (const uint32_t id = find(doc); id != kNone && id < name.size()) there.push_back(id);
    if (there.empty()) continue;
    uint32_t first = find(group->docs[0]);
    if (first == kNone) {
      first = out.docs.add(group->docs[0]);
      name.push_back(first);
    }
    for (uint32_t id : there) name[id] = first;
  }
  return name;
}

Rankings merged(const Rankings& from, const std::vector<const SameDocs*>& groups) {
  Rankings out;
  out.docs = from.docs;
  out.contradicted = from.contradicted;
  const std::vector<uint32_t> name = name_docs(groups, out);
  out.width = out.docs.size() <= 0x100 ? 1 : out.docs.size() <= 0x10000 ? 2 : 4;
  std::vector<bool> met(out.docs.size());
  out.start.push_back(0);
  for (uint32_t s = 0; s < from.n_systems(); ++s) {
    const uint32_t start = from.start[s];
    const List list = one_each(
        from.length(s), [&](uint32_t i) { return from.id(start + i); }, [&](uint32_t i) { return from.tied[start + i]; }, name, met);
    append(list.ids, out);
    out.tied.insert(out.tied.end(), list.tied.begin(), list.tied.end());
    out.start.push_back(out.start.back() + static_cast<uint32_t>(list.ids.size()));
    if (from.scores.empty()) continue;
    const std::vector<double> scores = from.scores.list(s, from.length(s));
    std::vector<double> best;
    for (uint32_t place : list.places) best.push_back(scores[place]);
    out.scores.add(best.data(), static_cast<uint32_t>(best.size()));
  }
  for (const SingleOrder& order : from.single) {
    List list = one_each(
        static_cast<uint32_t>(order.ids.size()), [&](uint32_t i) { return order.ids[i]; }, [&](uint32_t i) { return order.tied[i]; },
        name, met);
    out.single.push_back({order.system, std::move(list.ids), std::move(list.tied)});
  }
  return out;
}

}  // namespace

std::shared_ptr<Runs> merge_docs(const Runs& runs, const std::vector<SameDocs>& groups) {
  std::vector<std::vector<const SameDocs*>> of(runs.queries.size());
  for (const SameDocs& group : groups) {
    const auto at = std::lower_bound(runs.queries.begin(), runs.queries.end(), group.query);
    if (at != runs.queries.end() && *at == group.query && !group.docs.empty())
      of[static_cast<size_t>(at - runs.queries.begin())].push_back(&group);
  }
  auto out = std::make_shared<Runs>();
  out->systems = runs.systems;
  out->queries = runs.queries;
  for (size_t q = 0; q < runs.queries.size(); ++q) {
    poll();
    out->rankings.push_back(of[q].empty() ? runs.rankings[q] : merged(runs.rankings[q], of[q]));
  }
  return out;
}

}  // namespace irassay
