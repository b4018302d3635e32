// SPDX-License-Identifier: MIT
// Fuzzes what comes from strangers: NumPy files, recordings, and snapshots of engines and stores
// that were changed, with and without the checksum made right again. They are refused or harmless.
// So are objects with ids that are not unique.
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>

#include "bench/npy_files.hpp"
#include "fuzz_support/failure.hpp"
#include "fuzz_support/inputs.hpp"
#include "fuzz_support/snapshot_bytes.hpp"
#include "quadphase/quadphase.hpp"
#include "runner/npy.hpp"
#ifdef FUZZ_RECORDINGS
#include "quadphase/recorder.hpp"
#include "quadphase/recording.hpp"
#include "quadphase/replayer.hpp"
#endif

namespace quadphase::fuzz {
namespace {

using Bytes = std::vector<std::byte>;

/// A file in memory alone.
class MemoryFile {
 public:
  explicit MemoryFile(std::string_view bytes) : file_(::memfd_create("fuzz", MFD_CLOEXEC)) {
    require(file_ >= 0, "no file in memory");
    const auto written = ::write(file_, bytes.data(), bytes.size());
    require(written == static_cast<ssize_t>(bytes.size()), "a file in memory is cut off");
  }
  ~MemoryFile() { ::close(file_); }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;
  [[nodiscard]] std::string path() const { return "/proc/self/fd/" + std::to_string(file_); }

 private:
  int file_;
};

void read_npy(std::string_view bytes) {
  const MemoryFile file(bytes);
  try {
    bench::NpyFrameReader reader(file.path());
    // Every byte of the first and the last frame can be read.
    for (const std::size_t frame : {std::size_t{0}, reader.frame_count() - 1}) {
      const BoxView boxes = reader.frame(frame);
      require(boxes.size() == reader.box_count(), "a frame of another size");
      if (boxes.size() > 4'096) continue;
      BroadPhase engine({.threads = 1});
      engine.update(boxes);
    }
  } catch (const bench::NpyError& error) {
    require(std::string_view(error.what()).starts_with("cannot play "), "an error of other words");
  }
}

/// A file whose header is a little wrong at most, with the data of the rest of the input.
void read_made_npy(ByteSource& in) {
  static constexpr const char* kTypes[] = {"<f4", "<f4", "<f4", ">f4", "<f8", "|u1"};
  const std::uint32_t kind = in.byte();
  const std::uint32_t frames = in.below(8);
  const std::uint32_t count = in.below(8);
  std::string shape = "(" + std::to_string(frames) + ", " + std::to_string(kind % 16 == 0 ? 3 : 4) +
                      ", " + std::to_string(count) + ")";
  if (kind % 32 == 1) {
    const std::size_t at = in.below(shape.size());
    shape.insert(at, 1, static_cast<char>(in.byte()));
  }
  std::string data(std::size_t{16} * frames * count, '\0');
  for (char& byte : data) byte = static_cast<char>(in.byte());
  if (kind % 8 == 2) data.resize(data.size() + in.below(5) - std::min<std::size_t>(data.size(), 2));
  read_npy(bench::npy_file(bench::npy_dictionary(shape, in.one_of(kTypes)), data,
                           1 + static_cast<int>(kind / 64 % 3), kind % 4 == 3 ? 7 : 64));
}

/// A few frames of a store, with changes of all kinds between them.
void live(BroadPhase& engine, ObjectStore& store, ByteSource& in) {
  std::vector<Handle> added;
  const std::uint32_t steps = 4 + in.below(12);
  for (std::uint32_t i = 0; i < steps; ++i) {
    const model::Object object = fuzz::object(in);
    const Handle handle =
        store.add(object.box, object.filter, i % 3 == 0 ? Mobility::static_ : Mobility::moving);
    if (i % 2 == 0) store.set_margin(handle, object.margin);
    if (i % 4 == 0) store.set_displacement(handle, {object.displacement_x, object.displacement_y});
    added.push_back(handle);
    if (i % 5 == 4) store.remove(added[i - 1]);
    if (i % 5 == 3) store.set_mobility(added[i - 1], Mobility::static_);
    if (i % 4 == 3) engine.update(store);
  }
  engine.update(store);
}

/// Uses all that a snapshot can have brought into an engine and a store. Invalid values may be
/// refused here as well.
void use(BroadPhase& engine, ObjectStore& store, ByteSource& in) {
  try {
    engine.update(store.moving_boxes(), store.moving_attributes());
    for (const Pair& pair : engine.pairs()) (void)engine.tight_boxes_overlap(pair);
    QueryResult result;
    const std::vector<Circle> circles = {{{0, 0}, 50}, {{3, 3}, 1}};
    engine.find_overlaps(circles, result);
    engine.update(store);
    live(engine, store, in);
    if (store.moving_count() > 0) store.remove(store.handle_of(store.moving_attributes().ids[0]));
    engine.update(store);
    engine.update(BoxView{});
  } catch (const std::invalid_argument&) {
  }
  Bytes bytes;
  engine.save(bytes);
  store.save(bytes);
  store.clear();
  store.add({0, 0, 1, 1});
}

/// Changes some bytes: bits, whole words, the counts of the header, the length.
void spoil(ByteSource& in, Bytes& bytes) {
  const std::uint32_t changes = in.below(5);
  for (std::uint32_t i = 0; i < changes && !bytes.empty(); ++i) {
    const std::uint32_t kind = in.byte();
    // Half of them in the header, which is small.
    const std::size_t end =
        kind % 2 == 0 ? std::min<std::size_t>(kHeaderBytes, bytes.size()) : bytes.size();
    const std::size_t at = in.below(std::min<std::size_t>(end, 65'536));
    const std::size_t word =
        std::min(at / 4 * 4, bytes.size() - std::min<std::size_t>(4, bytes.size()));
    const std::size_t room = std::min<std::size_t>(4, bytes.size() - word);
    switch (kind / 2 % 5) {
      case 0:
        bytes[at] ^= static_cast<std::byte>(1U << in.below(8));
        break;
      case 1: {
        const auto value = in.raw<std::uint32_t>();
        std::memcpy(bytes.data() + word, &value, room);
        break;
      }
      case 2:
        std::memset(bytes.data() + word, 0xFF, room);
        break;
      case 3: {  // the same word twice: ids that are not unique
        const std::size_t from = in.below(std::min<std::size_t>(bytes.size() - room + 1, 65'536));
        std::memmove(bytes.data() + word, bytes.data() + from, room);
        break;
      }
      default:
        bytes[at] = static_cast<std::byte>(std::to_integer<unsigned>(bytes[at]) + 1);
    }
  }
  if (in.below(16) == 1) bytes.resize(in.below(bytes.size() + 1));
}

template <class Subject>
Bytes saved(const Subject& subject) {
  Bytes bytes;
  subject.save(bytes);
  return bytes;
}

/// False where the bytes are refused, which must change nothing.
template <class Subject>
bool takes(Subject& subject, const Bytes& bytes) {
  const Bytes before = saved(subject);
  std::span<const std::byte> rest = bytes;
  try {
    subject.restore(rest);
    require(rest.size() < bytes.size(), "a restored snapshot stays in the bytes");
    return true;
  } catch (const std::invalid_argument&) {
  }
  require(rest.size() == bytes.size(), "refused bytes were removed");
  require(saved(subject) == before, "a refused snapshot changed something");
  return false;
}

void restore(ByteSource& in) {
  const std::uint32_t kind = in.byte();
  Config options = config(in);
  options.events = kind % 2 == 0;
  options.previous_indices = kind % 16 == 8;
  BroadPhase engine(options);
  ObjectStore store;
  live(engine, store, in);
  if (kind % 8 >= 4 && store.static_count() > 0)
    engine.remove_static(store.static_attributes().ids.contiguous().first(1));

  const bool is_store = kind % 4 >= 2;
  Bytes bytes = is_store ? saved(store) : saved(engine);
  const Bytes good = bytes;
  require(repair_checksum(bytes) && bytes == good, "the checksum is another one");
  spoil(in, bytes);
  const bool is_changed = bytes != good;
  const bool is_repaired = kind < 224 && repair_checksum(bytes);
  if (is_store) {
    ObjectStore other;
    other.add({0, 0, 1, 1});
    const bool taken = takes(other, bytes);
    require(taken || is_changed, "a good snapshot was refused");
    require(!taken || is_repaired || !is_changed, "a damaged snapshot was taken");
    if (taken && !is_changed) require(saved(other) == good, "another snapshot after restore");
    use(engine, other, in);
  } else {
    BroadPhase other(options);
    const bool taken = takes(other, bytes);
    require(taken || is_changed, "a good snapshot was refused");
    require(!taken || is_repaired || !is_changed, "a damaged snapshot was taken");
    if (taken && !is_changed) require(saved(other) == good, "another snapshot after restore");
    use(other, store, in);
  }
}

/// Frames whose objects, moving and static, may have the same ids: nobody says what is found, but
/// no memory is broken.
void repeat_ids(ByteSource& in) {
  Config options = config(in);
  options.threads = 1;  // threads may race for an id
  BroadPhase engine(options);
  QueryResult result;
  for (int frame = 0; frame < 8 && !in.is_empty(); ++frame) {
    model::Objects objects(in.below(24));
    for (model::Object& object : objects) {
      object = fuzz::object(in);
      object.id = in.below(16);
    }
    const model::Rows rows(objects);
    try {
      if (in.flag()) engine.add_static(rows.boxes(), rows.ids(), rows.attributes());
      if (in.flag()) engine.remove_static(rows.ids());
    } catch (const std::invalid_argument&) {
    }
    if (in.below(4) == 0) {
      engine.build(rows.boxes(), rows.attributes());
    } else {
      engine.update(rows.boxes(), rows.attributes());
    }
    for (const Pair& pair : engine.pairs()) (void)engine.tight_boxes_overlap(pair);
    engine.find_overlaps(rows.boxes(), result);
    const Bytes bytes = saved(engine);
    BroadPhase other(options);
    (void)takes(other, bytes);
    other.update(rows.boxes(), rows.attributes());
  }
}

#ifdef FUZZ_RECORDINGS

/// A block has its checksum at the end of its header, which begins with magic (8 bytes), flags and
/// a count (4 each), three numbers of calls and bytes, and the sizes of its parts (8 each).
constexpr std::size_t kFileHeaderBytes = 24;
constexpr std::size_t kBlockHeaderBytes = 80;
constexpr std::size_t kZstdSizeAt = 56;
constexpr std::size_t kNoiseSizeAt = 64;
constexpr std::size_t kBlockChecksumAt = 72;

/// A small recording with calls of many kinds.
Bytes good_recording() {
  const MemoryFile file("");
  {
    Recorder recorder(file.path(), {.keyframe_interval = 4'096, .waits_for_file = true});
    BroadPhase engine({.threads = 1, .events = true, .recorder = &recorder});
    ObjectStore store(nullptr, nullptr, &recorder);
    std::vector<Box> boxes;
    std::vector<ObjectId> ids;
    for (std::uint32_t i = 0; i < 40; ++i) {
      const auto x = static_cast<float>(i);
      boxes.push_back({x, 0, x + 1.5F, 1});
      ids.push_back(i + 100);
      store.add(boxes.back());
    }
    for (int frame = 0; frame < 3; ++frame) {
      engine.set_static(boxes, ids);
      engine.update(boxes);
      QueryResult result;
      engine.find_overlaps(boxes, result);
      (void)engine.cast_closest(Ray{{0, 0}, {1, 0}});
      engine.for_each_overlap(boxes[3], [](ObjectId) {});
      Bytes snapshot;
      engine.save(snapshot);
      std::span<const std::byte> rest = snapshot;
      engine.restore(rest);
      engine.update(store);
    }
  }
  std::FILE* const in = std::fopen(file.path().c_str(), "rb");
  require(in != nullptr, "no recording");
  Bytes bytes(1 << 20);
  bytes.resize(std::fread(bytes.data(), 1, bytes.size(), in));
  std::fclose(in);
  return bytes;
}

/// Spoils a block of a recording, makes its checksum right again, and plays what can be read.
void play_recording(ByteSource& in) {
  static const Bytes good = good_recording();
  Bytes bytes = good;
  const bool is_repaired = in.byte() < 224;
  const std::size_t wanted = in.below(96);
  std::size_t begin = kFileHeaderBytes;
  std::size_t size = 0;
  for (std::size_t i = 0;; ++i) {
    std::uint64_t sizes[2];
    std::memcpy(&sizes[0], bytes.data() + begin + kZstdSizeAt, 8);
    std::memcpy(&sizes[1], bytes.data() + begin + kNoiseSizeAt, 8);
    size = kBlockHeaderBytes + static_cast<std::size_t>(sizes[0] + sizes[1]);
    if (i >= wanted || begin + size + kBlockHeaderBytes > bytes.size()) break;
    begin += size;
  }
  Bytes block(bytes.begin() + static_cast<std::ptrdiff_t>(begin),
              bytes.begin() + static_cast<std::ptrdiff_t>(begin + size));
  spoil(in, block);
  if (is_repaired && block.size() >= kBlockHeaderBytes) {
    const std::span<const std::byte> all = block;
    const std::uint64_t sum =
        sum_of(all.subspan(kBlockHeaderBytes), sum_of(all.first(kBlockChecksumAt), 1));
    std::memcpy(block.data() + kBlockChecksumAt, &sum, sizeof(sum));
  }
  std::copy(block.begin(), block.end(), bytes.begin() + static_cast<std::ptrdiff_t>(begin));
  Recording recording(bytes, {.memory_limit = std::size_t{1} << 22U});
  Replayer replayer({.threads = 1, .max_pairs = 10'000});
  do {
    while (const RecordedCall* call = recording.next()) (void)replayer.play(*call);
    require(bytes != good || recording.problem().empty(), "a good recording was refused");
  } while (recording.resume());
}

#endif

void run(ByteSource in) {
  const std::uint32_t kind = in.byte();
  if (kind < 16) {
    const auto rest = in.rest();
    read_npy({reinterpret_cast<const char*>(rest.data()), rest.size()});
  } else if (kind < 48) {
    read_made_npy(in);
  } else if (kind < 56) {
    repeat_ids(in);
  } else if (kind < 64) {
    // Any bytes at all.
    const std::span<const std::byte> any = std::as_bytes(in.rest());
    Bytes bytes(any.begin(), any.end());
    if (kind % 2 == 0) repair_checksum(bytes);
    BroadPhase engine({.threads = 1, .events = kind % 4 < 2});
    ObjectStore store;
    (void)takes(engine, bytes);
    (void)takes(store, bytes);
    use(engine, store, in);
#ifdef FUZZ_RECORDINGS
  } else if (kind >= 240) {
    play_recording(in);
#endif
  } else {
    restore(in);
  }
}

}  // namespace
}  // namespace quadphase::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  quadphase::fuzz::run(quadphase::fuzz::ByteSource({data, size}));
  return 0;
}
