// SPDX-License-Identifier: MIT
#include "keys.hpp"

#include "chunks.hpp"

namespace quadphase::detail {

void encode_keys(const BoxSpan& boxes, std::size_t object_count, const Bounds& core,
                 std::uint32_t large_exponent, const Kernels& kernels, const Workers& workers,
                 ObjectKeys& keys) {
  keys.quantizer = Quantizer(core);
  const Chunks chunks(object_count);
  workers.for_each(chunks.count(), 1, [&](std::size_t chunk, int) {
    kernels.encode_keys(boxes, chunks.first(chunk), chunks.last(chunk), keys.quantizer,
                        large_exponent, keys.keys.data());
  });
}

}  // namespace quadphase::detail
