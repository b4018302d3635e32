// SPDX-License-Identifier: MIT
// Fuzzes what comes from strangers: NumPy files, and snapshots of engines and stores that were
// changed, with and without the checksum made right again. They are refused or harmless. So are
// objects with ids that are not unique.
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>

#include "bench/npy_files.hpp"
#include "quadphase/quadphase.hpp"
#include "runner/npy.hpp"
#include "support/failure.hpp"
#include "support/inputs.hpp"
#include "support/snapshot_bytes.hpp"

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
    for (const Pair& pair : engine.pairs()) (void)engine.touching(pair);
    QueryResult result;
    const std::vector<Circle> circles = {{{0, 0}, 50}, {{3, 3}, 1}};
    engine.find_overlaps(circles, result);
    engine.update(store);
    live(engine, store, in);
    if (store.moving_count() > 0)
      store.remove(store.handle_of(store.moving_attributes().ids.front()));
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
    engine.remove_static(store.static_attributes().ids.first(1));

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
    for (const Pair& pair : engine.pairs()) (void)engine.touching(pair);
    engine.find_overlaps(rows.boxes(), result);
    const Bytes bytes = saved(engine);
    BroadPhase other(options);
    (void)takes(other, bytes);
    other.update(rows.boxes(), rows.attributes());
  }
}

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
