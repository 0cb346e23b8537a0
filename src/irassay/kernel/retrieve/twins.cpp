#include "retrieve/twins.hpp"

#include <algorithm>
#include <functional>

#include "machine/interrupt.hpp"

namespace irassay {

namespace {

struct HashedId {
  uint64_t hash;
  uint32_t shard, doc;
};

// Two passages of one id among those whose hash is `part` modulo `n_parts`.
std::string twin_in_part(const std::vector<std::shared_ptr<const Shard>>& shards, uint64_t part, uint64_t n_parts) {
  std::vector<HashedId> ids;
  PollNowAndThen<4096> now_and_then;
  for (uint32_t shard = 0; shard < shards.size(); ++shard)
    for (uint64_t doc = 0; doc < shards[shard]->n_docs(); ++doc) {
      now_and_then();
      const uint64_t hash = std::hash<std::string_view>{}(shards[shard]->id(doc));
      if (hash % n_parts == part) ids.push_back({hash, shard, static_cast<uint32_t>(doc)});
    }
  std::sort(ids.begin(), ids.end(), [](const HashedId& a, const HashedId& b) { return a.hash < b.hash; });
  const auto id = [&](const HashedId& one) { return shards[one.shard]->id(one.doc); };
  for (size_t i = 0; i < ids.size(); ++i)
    for (size_t j = i + 1; j < ids.size() && ids[j].hash == ids[i].hash; ++j)
      if (id(ids[i]) == id(ids[j])) return std::string(id(ids[i]));
  return "";
}

}  // namespace

std::string twin_id(const std::vector<std::shared_ptr<const Shard>>& shards, uint64_t memory) {
  uint64_t n = 0;
  for (const auto& shard : shards) n += shard->n_docs();
  const uint64_t n_parts = std::max<uint64_t>(1, 2 * n * sizeof(HashedId) / std::max<uint64_t>(1, memory));
  for (uint64_t part = 0; part < n_parts; ++part) {
    std::string twin = twin_in_part(shards, part, n_parts);
    if (!twin.empty()) return twin;
  }
  return "";
}

}  // namespace irassay
