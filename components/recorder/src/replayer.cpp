// SPDX-License-Identifier: MIT
#include "quadphase/replayer.hpp"

#include <algorithm>
#include <thread>

#include "call/attempt.hpp"
#include "played_objects.hpp"

namespace quadphase {

using namespace detail;

namespace {

Config config_of(const RecordedCall& call, const ReplayOptions& options) {
  Config config = call.config;
  config.simd = options.simd;
  config.max_pairs = std::min(config.max_pairs, options.max_pairs);
  config.executor = options.executor;
  config.memory_resource = nullptr;
  if (options.executor != nullptr) {
    config.threads = 0;
  } else if (options.threads) {
    config.threads = *options.threads;
  } else {
    const unsigned most = std::thread::hardware_concurrency();
    if (config.threads > 0 && most > 0)
      config.threads = std::min(config.threads, static_cast<int>(most));
  }
  return config;
}

}  // namespace

bool differs(const ReplayResult& result, const CallOutcome& recorded) noexcept {
  if (!recorded.is_known || !result.is_made || recorded.code == StatusCode::visitor_threw)
    return false;
  if (result.code != recorded.code) return true;
  return result.has_hash && recorded.has_hash && result.hash != recorded.hash;
}

Replayer::Replayer(const ReplayOptions& options) : objects_(std::make_unique<Objects>()) {
  objects_->options = options;
}
Replayer::~Replayer() = default;
Replayer::Replayer(Replayer&& other) noexcept = default;
Replayer& Replayer::operator=(Replayer&& other) noexcept = default;

namespace {

template <class Map>
auto* found(const Map& map, std::uint32_t number) noexcept {
  const auto place = map.find(number);
  return place == map.end() ? nullptr : place->second.get();
}

/// True if the call had failed because of the machine, and not because of its arguments.
bool failed_by_chance(const CallOutcome& outcome) noexcept {
  return outcome.code == StatusCode::out_of_memory || outcome.code == StatusCode::in_visitor ||
         outcome.code == StatusCode::invalid_worker || outcome.code == StatusCode::other;
}

/// True if a call that failed for lack of memory leaves no tree to search.
bool drops_tree(CallKind kind) noexcept {
  return kind == CallKind::update || kind == CallKind::update_store || kind == CallKind::build ||
         kind == CallKind::reserve || kind == CallKind::patch || kind == CallKind::hide;
}

}  // namespace

bool Replayer::Objects::create(const RecordedCall& call) {
  erase(call.subject);
  if (call.kind == CallKind::create_engine) {
    engines.emplace(call.subject, std::make_unique<BroadPhase>(config_of(call, options)));
  } else if (call.kind == CallKind::create_index) {
    indexes.emplace(call.subject, std::make_unique<Index>(config_of(call, options)));
  } else {
    stores.emplace(call.subject, std::make_unique<ObjectStore>(nullptr, options.executor));
  }
  return true;
}

bool Replayer::Objects::play(PlayedCall& played, const RecordedCall& call) {
  switch (call.kind) {
    case CallKind::create_engine:
    case CallKind::create_store:
    case CallKind::create_index:
      return create(call);
    case CallKind::destroy:
      erase(call.subject);
      return true;
    default:
      break;
  }
  if (BroadPhase* const engine = found(engines, call.subject))
    return played.play(*engine, found(stores, call.store));
  if (ObjectStore* const store = found(stores, call.subject)) return played.play(*store);
  if (Index* const index = found(indexes, call.subject)) return played.play(*index);
  return false;
}

ReplayResult Replayer::play(const RecordedCall& call) {
  ReplayResult result;
  if (call.outcome.is_known && failed_by_chance(call.outcome)) {
    if (call.outcome.code != StatusCode::in_visitor && drops_tree(call.kind)) {
      if (BroadPhase* const engine = this->engine(call.subject)) engine->reserve(0);
      if (Index* const index = this->index(call.subject)) index->reserve(0);
    }
    return result;
  }
  PlayedCall played(call, objects_->options.hashes);
  try {
    result.is_made = objects_->play(played, call);
  } catch (...) {
    const Status status = detail::status_of_exception();
    if (status.code() == StatusCode::other) throw;
    result.is_made = true;
    result.code = status.code();
    result.message = status.message();
  }
  result.has_hash = objects_->options.hashes && result.is_made && result.code == StatusCode::ok;
  result.hash = result.has_hash ? played.hash() : 0;
  result.nanoseconds = played.nanoseconds();
  return result;
}

BroadPhase* Replayer::engine(std::uint32_t number) const noexcept {
  return found(objects_->engines, number);
}
ObjectStore* Replayer::store(std::uint32_t number) const noexcept {
  return found(objects_->stores, number);
}
Index* Replayer::index(std::uint32_t number) const noexcept {
  return found(objects_->indexes, number);
}

}  // namespace quadphase
