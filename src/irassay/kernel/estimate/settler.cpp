// Labels one by one until a pair is settled. Labels never widen an exact bound, so the number is found by halving; where a bound
// is from outside (AP), that many labels settle the pair, and fewer might.
#include "estimate/settler.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "collection/doc_table.hpp"
#include "machine/in_threads.hpp"

namespace irassay {

namespace {

constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

// Ids of the documents among the query's retrieved ones.
std::vector<uint32_t> ids_of(const Vocabulary& docs, const LabelOrder& order, const std::vector<uint32_t>& steps) {
  const DocTable table = table_of(docs);
  std::vector<uint32_t> ids;
  for (uint32_t step : steps) {
    const std::string& doc = order.doc[step];
    const DocTable::Entry* entry = table.find(doc_key_unpadded(doc), doc, docs);
    if (entry == nullptr) throw std::invalid_argument("a document to label is in no list of its query");
    ids.push_back(entry->id);
  }
  return ids;
}

}  // namespace

Settler::Settler(std::shared_ptr<const Qrels> qrels, std::shared_ptr<const Runs> runs, Task task, const Expecter& expecter,
                 const LabelOrder& order, std::vector<uint32_t> a, std::vector<uint32_t> b, uint32_t n_draws, double tolerance)
    : task_(std::move(task)),
      n_docs_(static_cast<uint32_t>(order.doc.size())),
      n_draws_(n_draws),
      tolerance_(tolerance),
      a_(std::move(a)),
      b_(std::move(b)) {
  if (a_.size() != b_.size() || order.query.size() != order.doc.size()) throw std::invalid_argument("lists of one length are needed");
  expecter.check(*qrels, *runs, task_);
  task_.weigh(*runs);
  std::vector<uint32_t> systems;
  for (const auto* list : {&a_, &b_}) systems.insert(systems.end(), list->begin(), list->end());
  std::sort(systems.begin(), systems.end());
  systems.erase(std::unique(systems.begin(), systems.end()), systems.end());
  if (!systems.empty() && systems.back() >= runs->systems.size()) throw std::invalid_argument("no such system");
  for (auto* list : {&a_, &b_})
    for (uint32_t& s : *list) s = static_cast<uint32_t>(std::lower_bound(systems.begin(), systems.end(), s) - systems.begin());
  const Join joined = join(*qrels, *runs);
  std::vector<std::vector<uint32_t>> steps(qrels->queries.size());
  for (uint32_t i = 0; i < n_docs_; ++i) steps.at(order.query[i]).push_back(i);
  QueryHoles query;
  for (uint32_t q = 0; q < qrels->queries.size(); ++q) {
    poll();
    if (joined.query[q] == kNone) continue;
    lay_out(task_, *qrels, *runs, joined, q, query);
    Sheet sheet;
    lay_sheet(query, systems, sheet);
    sheet.steps = std::move(steps[q]);
    if (!sheet.steps.empty()) {
      const std::vector<uint32_t> ids = ids_of(runs->rankings[joined.query[q]].docs, order, sheet.steps);
      for (uint32_t id : ids)
        if (joined.column[q][id] != kNone && qrels->labels[q].grades[joined.column[q][id]] != kUnjudged)
          throw std::invalid_argument("a document to label has a label");
      for (uint32_t doc = 0; doc < query.n_docs; ++doc) {
        const auto at = std::find(ids.begin(), ids.end(), query.doc_id[doc]);
        if (at != ids.end()) sheet.place[doc] = static_cast<uint32_t>(at - ids.begin());
      }
      sheet.levels = expecter.levels_of(q, ids, n_draws_);
    }
    if (!sheet.steps.empty()) active_.push_back(static_cast<uint32_t>(sheets_.size()));
    sheets_.push_back(std::move(sheet));
  }
}

void Settler::lay_sheet(const QueryHoles& query, const std::vector<uint32_t>& systems, Sheet& sheet) const {
  sheet.gains = query.gains;
  sheet.n_universe = query.n_universe;
  sheet.place.assign(query.n_docs, kNone);
  sheet.hole_start.assign(1, 0);
  sheet.gained_start.assign(1, 0);
  for (uint32_t s : systems) {
    sheet.holes.insert(sheet.holes.end(), query.holes_of(s), query.holes_of(s) + query.n_holes(s));
    sheet.gained.insert(sheet.gained.end(), query.gained_of(s), query.gained_of(s) + query.n_gained(s));
    sheet.hole_start.push_back(static_cast<uint32_t>(sheet.holes.size()));
    sheet.gained_start.push_back(static_cast<uint32_t>(sheet.gained.size()));
    sheet.length.push_back(query.length[s]);
  }
}

// One list: what has no label yet stays a hole, what was drawn with a gain is gained.
void Settler::lay_list(const Sheet& sheet, uint32_t system, uint32_t draw, uint32_t n_labels, Leaf& leaf) const {
  QueryHoles& out = leaf.query;
  double sum = 0;
  bool first = true;
  const auto gained = [&](uint32_t rank, double gain) {
    out.gained.push_back({rank, gain});
    if (task_.form != Form::first)
      sum += task_.weights[rank] * gain;
    else if (first)
      sum = task_.weights[rank];
    first = false;
  };
  uint32_t g = sheet.gained_start[system];
  const uint32_t last_gained = sheet.gained_start[system + 1];
  for (uint32_t h = sheet.hole_start[system]; h < sheet.hole_start[system + 1]; ++h) {
    const Hole hole = sheet.holes[h];
    for (; g < last_gained && sheet.gained[g].rank < hole.rank; ++g) gained(sheet.gained[g].rank, sheet.gained[g].gain);
    const uint32_t place = sheet.place[hole.doc];
    if (place != kNone && place < n_labels) {
      const double gain = task_.levels[sheet.levels[draw * sheet.steps.size() + place]];
      if (gain > 0) gained(hole.rank, gain);
      continue;
    }
    uint32_t& row = leaf.row_of[hole.doc];
    if (row == kNone) {
      row = out.n_docs++;
      out.doc_id.push_back(hole.doc);
    }
    out.holes.push_back({hole.rank, row});
  }
  for (; g < last_gained; ++g) gained(sheet.gained[g].rank, sheet.gained[g].gain);
  out.judged.push_back(sum);
  out.length.push_back(sheet.length[system]);
  out.hole_start.push_back(static_cast<uint32_t>(out.holes.size()));
  out.gained_start.push_back(static_cast<uint32_t>(out.gained.size()));
}

Settler::Range Settler::range(const Sheet& sheet, uint32_t pair, uint32_t draw, uint32_t n_labels, Leaf& leaf) const {
  QueryHoles& out = leaf.query;
  out.n_systems = 2;
  out.n_columns = (2 + kLanes) / kLanes * kLanes;
  out.n_docs = 0;
  out.n_universe = sheet.n_universe - n_labels;
  for (auto* list : {&out.doc_id, &out.length}) list->clear();
  out.holes.clear();
  out.gained.clear();
  out.judged.clear();
  out.hole_start.assign(1, 0);
  out.gained_start.assign(1, 0);
  leaf.row_of.assign(sheet.place.size(), kNone);
  for (uint32_t system : {a_[pair], b_[pair]}) lay_list(sheet, system, draw, n_labels, leaf);
  out.length.push_back(0);
  out.hole_start.push_back(static_cast<uint32_t>(out.holes.size()));
  out.gained_start.push_back(static_cast<uint32_t>(out.gained.size()));
  out.judged.resize(out.n_columns, 0.0);
  out.asked.assign(out.n_columns / kLanes, 1);
  out.gains = sheet.gains;
  for (uint32_t i = 0; i < n_labels; ++i)
    if (const double gain = task_.levels[sheet.levels[draw * sheet.steps.size() + i]]; gain > 0) out.gains.push_back(gain);
  std::sort(out.gains.begin(), out.gains.end(), [](double x, double y) { return x > y; });
  out.weight_of.assign(static_cast<size_t>(out.n_docs) * out.n_columns, 0.0);
  for (uint32_t s = 0; s < 2; ++s)
    for (uint32_t h = 0; h < out.n_holes(s); ++h)
      out.weight_of[static_cast<size_t>(out.holes_of(s)[h].doc) * out.n_columns + s] = task_.weights[out.holes_of(s)[h].rank];
  leaf.sums.fill(task_, out);
  std::vector<double> row(out.n_columns);
  bound_row(task_, out, leaf.sums, 0, leaf.scratch, row.data());
  const double high = row[1];
  bound_row(task_, out, leaf.sums, 1, leaf.scratch, row.data());
  return {0.0 - row[0], high};
}

Settler::Start Settler::start(uint32_t pair, Leaf& leaf) const {
  Start out{{0.0, 0.0}, {}};
  for (const Sheet& sheet : sheets_) {
    const Range first = range(sheet, pair, 0, 0, leaf);
    if (sheet.steps.empty()) {
      out.rest.low += first.low;
      out.rest.high += first.high;
    } else {
      out.first.push_back(first);
    }
  }
  return out;
}

void Settler::open(const Start& start, uint32_t pair, uint32_t draw, Ledger& ledger) const {
  ledger.pair = pair;
  ledger.draw = draw;
  ledger.range.assign(n_docs_ + active_.size(), Range{kUnknown, kUnknown});
  size_t at = 0;
  for (size_t i = 0; i < active_.size(); ++i) {
    ledger.range[at] = start.first[i];
    at += sheets_[active_[i]].steps.size() + 1;
  }
}

bool Settler::settled(const Start& start, uint32_t n_labels, Ledger& ledger) const {
  Range sum = start.rest;
  size_t at = 0;
  for (uint32_t s : active_) {
    const Sheet& sheet = sheets_[s];
    const uint32_t n = static_cast<uint32_t>(std::lower_bound(sheet.steps.begin(), sheet.steps.end(), n_labels) - sheet.steps.begin());
    Range& known = ledger.range[at + n];
    if (std::isnan(known.low)) known = range(sheet, ledger.pair, ledger.draw, n, ledger.leaf);
    sum.low += known.low;
    sum.high += known.high;
    at += sheet.steps.size() + 1;
  }
  return sum.low > tolerance_ || sum.high < -tolerance_ || (sum.low >= -tolerance_ && sum.high <= tolerance_);
}

// The fewest labels, at least `from`, of a pair that all of them settle.
uint32_t Settler::search(const Start& start, uint32_t from, Ledger& ledger) const {
  if (settled(start, from, ledger)) return from;
  uint32_t open = from, closed = n_docs_;
  while (closed - open > 1) {
    const uint32_t middle = open + (closed - open) / 2;
    (settled(start, middle, ledger) ? closed : open) = middle;
  }
  return closed;
}

void Settler::one_draw(const std::vector<Start>& starts, uint32_t draw, Settled& out) const {
  Ledger ledger;
  uint32_t n_settled = 0;
  for (uint32_t pair = 0; pair < starts.size(); ++pair) {
    poll();
    open(starts[pair], pair, draw, ledger);
    n_settled += settled(starts[pair], n_docs_, ledger);
  }
  uint32_t labels = n_settled < starts.size() ? n_docs_ + 1 : 0;
  for (uint32_t pair = 0; pair < starts.size() && labels < n_docs_; ++pair) {
    poll();
    open(starts[pair], pair, draw, ledger);
    labels = search(starts[pair], labels, ledger);
  }
  out.labels[draw] = labels;
  out.pairs[draw] = n_settled;
}

Settled Settler::settle(uint32_t threads) const {
  std::vector<Start> starts(a_.size());
  in_threads(static_cast<uint32_t>(starts.size()), threads, [&](uint32_t pair) {
    Leaf leaf;
    starts[pair] = start(pair, leaf);
  });
  Settled out{std::vector<uint32_t>(n_draws_), std::vector<uint32_t>(n_draws_)};
  in_threads(n_draws_, threads, [&](uint32_t draw) { one_draw(starts, draw, out); });
  return out;
}

std::vector<uint8_t> Settler::drawn() const {
  std::vector<uint8_t> out(static_cast<size_t>(n_draws_) * n_docs_);
  for (const Sheet& sheet : sheets_)
    for (uint32_t d = 0; d < n_draws_; ++d)
      for (size_t i = 0; i < sheet.steps.size(); ++i)
        out[static_cast<size_t>(d) * n_docs_ + sheet.steps[i]] = sheet.levels[d * sheet.steps.size() + i];
  return out;
}

}  // namespace irassay
