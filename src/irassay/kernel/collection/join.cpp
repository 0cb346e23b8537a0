// What joins labels and rankings: which query is which, which retrieved document has which label.
#include <algorithm>

#include "collection/collection.hpp"
#include "collection/doc_table.hpp"
#include "machine/interrupt.hpp"

namespace irassay {

void list_ids(const Rankings& rankings, uint32_t system, Ties ties, std::vector<uint32_t>& ids) {
  if (ties == Ties::float32) {
    if (const SingleOrder* order = rankings.single_order(system)) {
      ids = order->ids;
      return;
    }
  }
  const uint32_t begin = rankings.start[system];
  const uint32_t length = rankings.length(system);
  ids.resize(length);
  for (uint32_t i = 0; i < length; ++i) ids[i] = rankings.id(begin + i);
}

Join join(const Qrels& qrels, const Runs& runs) {
  Join out;
  out.of_qrels = qrels.serial.number();
  out.of_runs = runs.serial.number();
  out.query.assign(qrels.queries.size(), kNone);
  out.column.resize(qrels.queries.size());
  for (size_t q = 0; q < qrels.queries.size(); ++q) {
    poll();
    const auto at = std::lower_bound(runs.queries.begin(), runs.queries.end(), qrels.queries[q]);
    if (at == runs.queries.end() || *at != qrels.queries[q]) continue;
    out.query[q] = static_cast<uint32_t>(at - runs.queries.begin());
    const Vocabulary& judged = qrels.labels[q].docs;
    const DocTable table = table_of(judged);
    const Vocabulary& retrieved = runs.rankings[out.query[q]].docs;
    out.column[q].resize(retrieved.size());
    for (uint32_t d = 0; d < retrieved.size(); ++d) {
      const std::string_view doc = retrieved.doc(d);
      const DocTable::Entry* entry = table.find(doc_key_unpadded(doc), doc, judged);
      out.column[q][d] = entry == nullptr ? kNone : static_cast<uint32_t>(entry->id);
    }
  }
  return out;
}

namespace {

// Appends the judged documents of one list. Written without a branch on "judged": a fifth are, in no order to be guessed.
template <class Id>
size_t append_hits(const Id* ids, uint32_t length, const uint32_t* column, Hit* to) {
  size_t n = 0;
  for (uint32_t rank = 0; rank < length; ++rank) {
    const uint32_t at = column[ids[rank]];
    to[n] = {rank, at};
    n += at != kNone;
  }
  return n;
}

size_t append_list(const Rankings& rankings, uint32_t system, Ties ties, const uint32_t* column, Hit* to) {
  const uint32_t begin = rankings.start[system], length = rankings.length(system);
  if (length == 0) return 0;
  const SingleOrder* single = ties == Ties::float32 ? rankings.single_order(system) : nullptr;
  if (single != nullptr) return append_hits(single->ids.data(), length, column, to);
  switch (rankings.width) {
    case 1: return append_hits(rankings.packed.data() + begin, length, column, to);
    case 2: return append_hits(reinterpret_cast<const uint16_t*>(rankings.packed.data()) + begin, length, column, to);
    default: return append_hits(reinterpret_cast<const uint32_t*>(rankings.packed.data()) + begin, length, column, to);
  }
}

}  // namespace

void find_hits(const Runs& runs, const Join& join, uint32_t qrels_query, Ties ties, Hits& out) {
  const auto n_systems = static_cast<uint32_t>(runs.systems.size());
  out.start.assign(n_systems + 1, 0);
  out.n_retrieved.assign(n_systems, 0);
  const uint32_t query = join.query[qrels_query];
  if (query == kNone) return;
  const Rankings& rankings = runs.rankings[query];
  const std::vector<uint32_t>& column = join.column[qrels_query];
  size_t n = 0;
  for (uint32_t system = 0; system < n_systems; ++system) {
    const uint32_t length = rankings.length(system);
    if (out.hits.size() < n + length) out.hits.resize(std::max(n + length, out.hits.size() * 2));
    out.n_retrieved[system] = length;
    n += append_list(rankings, system, ties, column.data(), out.hits.data() + n);
    out.start[system + 1] = static_cast<uint32_t>(n);
  }
}

}  // namespace irassay
