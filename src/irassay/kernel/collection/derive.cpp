// Nouns made from nouns: residual runs, stacks of variants.
#include "collection/derive.hpp"

#include <algorithm>
#include <stdexcept>
#include <string_view>
#include <unordered_set>

#include "machine/interrupt.hpp"

namespace irassay {

namespace {

// Copies list `system` without the documents that are labelled; returns how many are left.
uint32_t copy_rest(const Rankings& from, uint32_t system, const std::vector<uint32_t>& column, Rankings& out) {
  uint32_t n_rest = 0;
  const bool scored = !from.scores.empty();
  const std::vector<double> scores = scored ? from.scores.list(system, from.length(system)) : std::vector<double>();
  std::vector<double> rest;
  bool tie_broken = false;  // the document before was taken out: a tie with it may be a tie with the one before that
  for (uint32_t at = from.start[system]; at < from.start[system + 1]; ++at) {
    const uint32_t id = from.id(at);
    const bool tied = from.tied[at];
    if (!tied) tie_broken = false;
    if (!column.empty() && column[id] != kNone) {
      tie_broken = tie_broken || !tied;
      continue;
    }
    out.packed.insert(out.packed.end(), from.packed.begin() + static_cast<size_t>(at) * from.width,
                      from.packed.begin() + static_cast<size_t>(at + 1) * from.width);
    out.tied.push_back(n_rest > 0 && tied && !tie_broken);
    tie_broken = false;
    if (scored) rest.push_back(scores[at - from.start[system]]);
    ++n_rest;
  }
  if (scored) out.scores.add(rest.data(), n_rest);
  return n_rest;
}

SingleOrder rest_of(const SingleOrder& from, const std::vector<uint32_t>& column) {
  SingleOrder out{from.system, {}, {}};
  bool tie_broken = false;
  for (size_t i = 0; i < from.ids.size(); ++i) {
    const bool tied = from.tied[i];
    if (!tied) tie_broken = false;
    if (!column.empty() && column[from.ids[i]] != kNone) {
      tie_broken = tie_broken || !tied;
      continue;
    }
    out.tied.push_back(!out.ids.empty() && tied && !tie_broken);
    out.ids.push_back(from.ids[i]);
    tie_broken = false;
  }
  return out;
}

// The number of the document with that id, kNone where there is none.
uint32_t id_of(const Vocabulary& docs, std::string_view wanted) {
  for (uint32_t id = 0; id < docs.size(); ++id)
    if (docs.doc(id) == wanted) return id;
  return kNone;
}

// The runs without the documents of query q whose entry in column_of(q) is not kNone; empty: all stay.
template <class ColumnOf>
std::shared_ptr<Runs> rest_of_runs(const Runs& runs, ColumnOf&& column_of) {
  auto out = std::make_shared<Runs>();
  out->systems = runs.systems;
  for (size_t q = 0; q < runs.queries.size(); ++q) {
    poll();
    const Rankings& from = runs.rankings[q];
    const std::vector<uint32_t>& column = column_of(q);
    Rankings rest;
    rest.docs = from.docs;
    rest.width = from.width;
    rest.contradicted = from.contradicted;
    rest.start.push_back(0);
    for (uint32_t system = 0; system < from.n_systems(); ++system)
      rest.start.push_back(rest.start.back() + copy_rest(from, system, column, rest));
    for (const SingleOrder& order : from.single) rest.single.push_back(rest_of(order, column));
    if (rest.start.back() == 0) continue;
    out->queries.push_back(runs.queries[q]);
    out->rankings.push_back(std::move(rest));
  }
  return out;
}

}  // namespace

std::shared_ptr<Runs> residual(const Runs& runs, const Qrels& earlier) {
  const Join joined = join(earlier, runs);
  std::vector<const std::vector<uint32_t>*> columns(runs.queries.size(), nullptr);
  for (size_t q = 0; q < joined.query.size(); ++q)
    if (joined.query[q] != kNone) columns[joined.query[q]] = &joined.column[q];
  const std::vector<uint32_t> none;
  return rest_of_runs(
      runs, [&](size_t q) -> const std::vector<uint32_t>& { return columns[q] == nullptr ? none : *columns[q]; });
}

std::shared_ptr<Runs> runs_of_docs(const Runs& runs, const std::vector<std::string>& docs) {
  const std::unordered_set<std::string_view> wanted(docs.begin(), docs.end());
  std::vector<uint32_t> column;
  return rest_of_runs(runs, [&](size_t q) -> const std::vector<uint32_t>& {
    const Vocabulary& own = runs.rankings[q].docs;
    column.resize(own.size());
    for (uint32_t id = 0; id < own.size(); ++id) column[id] = wanted.count(own.doc(id)) != 0 ? kNone : 0;
    return column;
  });
}

std::shared_ptr<Runs> without_identical_ids(const Runs& runs) {
  std::vector<uint32_t> column;
  return rest_of_runs(runs, [&](size_t q) -> const std::vector<uint32_t>& {
    const Vocabulary& own = runs.rankings[q].docs;
    const uint32_t id = id_of(own, runs.queries[q]);
    column.assign(id == kNone ? 0 : own.size(), kNone);
    if (id != kNone) column[id] = 0;
    return column;
  });
}

std::vector<std::pair<std::string, uint32_t>> identical_ids(const Runs& runs) {
  std::vector<std::pair<std::string, uint32_t>> out;
  for (size_t q = 0; q < runs.queries.size(); ++q) {
    poll();
    const Rankings& of = runs.rankings[q];
    const uint32_t own = id_of(of.docs, runs.queries[q]);
    for (uint32_t system = 0; own != kNone && system < of.n_systems(); ++system)
      for (uint32_t at = of.start[system]; at < of.start[system + 1]; ++at)
        if (of.id(at) == own) {
          out.emplace_back(runs.queries[q], system);
          break;
        }
  }
  return out;
}

std::shared_ptr<Runs> first_docs(const Runs& runs, uint32_t depth) {
  if (depth == 0) throw std::invalid_argument("a depth of at least 1 is needed");
  auto out = std::make_shared<Runs>();
  out->systems = runs.systems;
  out->queries = runs.queries;
  for (const Rankings& from : runs.rankings) {
    poll();
    Rankings first;
    first.docs = from.docs;
    first.width = from.width;
    first.contradicted = from.contradicted;
    first.start.push_back(0);
    for (uint32_t system = 0; system < from.n_systems(); ++system) {
      const uint32_t begin = from.start[system], n = std::min(depth, from.length(system));
      const auto byte = [&](uint32_t at) { return from.packed.begin() + static_cast<ptrdiff_t>(at) * from.width; };
      first.packed.insert(first.packed.end(), byte(begin), byte(begin + n));
      first.tied.insert(first.tied.end(), from.tied.begin() + begin, from.tied.begin() + begin + n);
      if (!from.scores.empty()) first.scores.add(from.scores.list(system, from.length(system)).data(), n);
      first.start.push_back(first.start.back() + n);
    }
    for (const SingleOrder& order : from.single) {
      const auto n = static_cast<ptrdiff_t>(std::min<size_t>(depth, order.ids.size()));
      first.single.push_back({order.system,
                              {order.ids.begin(), order.ids.begin() + n},
                              {order.tied.begin(), order.tied.begin() + n}});
    }
    out->rankings.push_back(std::move(first));
  }
  return out;
}

std::shared_ptr<Runs> renamed(const Runs& runs, std::vector<std::string> systems) {
  if (systems.size() != runs.systems.size()) throw std::invalid_argument("one name a system is needed");
  auto out = std::make_shared<Runs>(runs);
  out->systems = std::move(systems);
  return out;
}

std::shared_ptr<Stack> make_stack(std::shared_ptr<const Qrels> base, std::shared_ptr<const void> owner,
                                  const int8_t* grades, size_t n_rows, size_t n_variants) {
  auto out = std::make_shared<Stack>();
  out->n_variants = static_cast<uint32_t>(n_variants);
  size_t row = 0;
  for (const Labels& labels : base->labels) {
    const size_t n = labels.grades.size();
    if (row + n > n_rows) throw std::invalid_argument("fewer rows than labels");
    out->grades.push_back({grades + row * n_variants, n * n_variants});
    row += n;
  }
  if (row != n_rows) throw std::invalid_argument("more rows than labels");
  out->base = std::move(base);
  out->owner = std::move(owner);
  return out;
}

}  // namespace irassay
