// R-precision under completions. With m new relevant documents both lists are cut at R + m; the best choice takes documents that
// only a has above the cut, then those that neither or both have there, then those that only b has.
#include "bound/rprec.hpp"

#include <algorithm>

namespace irassay {

namespace {

// What stands above a growing cut in two lists.
class Cut {
 public:
  Cut(const QueryHoles& query, uint32_t a, uint32_t b) : query_(query), a_(a), b_(b) {}

  void grow() {
    ++cut_;
    step(a_, b_, hole_a_, gained_a_, only_a_, only_b_, judged_, 1.0);
    step(b_, a_, hole_b_, gained_b_, only_b_, only_a_, judged_, -1.0);
  }

  // Greatest difference with m new relevant documents among n.
  double value(double m, double n) const {
    if (cut_ == 0) return 0.0;
    return (judged_ + std::min(m, only_a_) - std::max(0.0, m - (n - only_b_))) / static_cast<double>(cut_);
  }
  double only_a() const { return only_a_; }
  double only_b() const { return only_b_; }
  void skip(uint64_t ranks) { cut_ += ranks; }  // below both lists

 private:
  void step(uint32_t own, uint32_t other, uint32_t& hole, uint32_t& gained, double& only_own, double& only_other, double& judged,
            double sign) {
    const uint32_t rank = static_cast<uint32_t>(cut_ - 1);
    if (gained < query_.n_gained(own) && query_.gained_of(own)[gained].rank == rank) {
      ++gained;
      judged += sign;
    }
    if (hole == query_.n_holes(own) || query_.holes_of(own)[hole].rank != rank) return;
    const double place = query_.weight_of[static_cast<size_t>(query_.holes_of(own)[hole++].doc) * query_.n_columns + other];
    const double at = static_cast<double>(cut_);
    // A document that reaches the cut in both lists at once is met twice: counted with the first, taken back with the second.
    const bool other_has_it = place > 0 && (place < at || (place == at && own == b_));
    (other_has_it ? only_other : only_own) += other_has_it ? -1.0 : 1.0;
  }

  const QueryHoles& query_;
  uint32_t a_, b_;
  uint64_t cut_ = 0;
  uint32_t hole_a_ = 0, hole_b_ = 0, gained_a_ = 0, gained_b_ = 0;
  double only_a_ = 0, only_b_ = 0, judged_ = 0;
};

}  // namespace

void rprec_row(const Task& task, const QueryHoles& query, uint32_t a, double* out) {
  const uint64_t n = query.n_universe;
  const uint64_t most = task.top() > 0 ? n : 0;
  const uint64_t relevant = query.gains.size();
  for (uint32_t b = 0; b <= query.n_systems; ++b) {
    if (!query.asks_for(b)) continue;
    Cut cut(query, a, b);
    for (uint64_t i = 0; i < relevant; ++i) cut.grow();
    double best = cut.value(0, static_cast<double>(n));
    const uint64_t longest = std::max(query.length[a], query.length[b]);
    uint64_t m = 0;
    while (m < most && relevant + m <= longest) {
      cut.grow();
      best = std::max(best, cut.value(static_cast<double>(++m), static_cast<double>(n)));
    }
    // Below both lists the cut moves alone. First the rest of what only a has is taken; then a positive difference only falls,
    // and a negative one shrinks until documents of b's alone are left.
    for (const uint64_t end : {static_cast<uint64_t>(cut.only_a()), n - static_cast<uint64_t>(cut.only_b())}) {
      if (m >= end || end > most) continue;
      cut.skip(end - m);
      m = end;
      best = std::max(best, cut.value(static_cast<double>(m), static_cast<double>(n)));
    }
    out[b] = best;
  }
}

double plain_rprec(const QueryHoles& query, uint32_t system) {
  const double relevant = static_cast<double>(query.gains.size());
  double n_rel_ret = 0;
  for (uint32_t g = 0; g < query.n_gained(system); ++g) n_rel_ret += query.gained_of(system)[g].rank < query.gains.size();
  return relevant > 0 ? n_rel_ret / relevant : 0.0;
}

}  // namespace irassay
