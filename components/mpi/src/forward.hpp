// SPDX-License-Identifier: MIT
// Questions that go to other ranks, and answers that come back. Two exchanges: one aggregated
// message to each rank that may have an answer, and one back from each that has any.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "exchange.hpp"
#include "faults.hpp"
#include "quadphase/mpi.hpp"
#include "questions.hpp"

namespace quadphase::mpi::detail {

/// Which ranks each question goes to.
struct Routes {
  struct Route {
    std::uint64_t row;
    int rank;
  };
  std::vector<Route> routes;

  void add(std::size_t row, std::size_t rank) { routes.push_back({row, static_cast<int>(rank)}); }
};

/// An object that was found, and the row of the question.
struct Answer {
  std::uint64_t row;
  Found found;
};

/// One row for each question: ascending by value and id, each object once, and of these up to
/// `most`.
[[nodiscard]] Answers collected(std::vector<Answer> answers, std::size_t row_count,
                                std::size_t most);

/// Adds the answers of all ranks to the questions of this one to `answers`. Collective. Errors: on
/// all ranks. `question(row)` and `options(row)` are those of a row; `find(question, options,
/// emit)` calls `emit(Found)` for each answer of this rank.
template <class QuestionAt, class OptionsAt, class Find>
void forward(const Communicator& communicator, const QuestionAt& question, const OptionsAt& options,
             const Routes& routes, const Find& find, std::vector<Answer>& answers) {
  using Question = std::invoke_result_t<const QuestionAt&, std::size_t>;
  using Options = std::invoke_result_t<const OptionsAt&, std::size_t>;
  std::vector<Message> messages;
  on_all_ranks(communicator, [&] {
    Outbox outbox(communicator.size());
    for (const auto& [row, rank] : routes.routes) {
      const Question asked = question(static_cast<std::size_t>(row));
      const Options its_options = options(static_cast<std::size_t>(row));
      if (rank == communicator.rank()) {
        find(asked, its_options, [&, row = row](const Found& found) {
          answers.push_back({row, found});
        });
        continue;
      }
      std::vector<std::byte>& bytes = outbox.to(rank);
      append(bytes, row);
      append(bytes, its_options);
      append_question(bytes, asked);
    }
    messages = outbox.take();
  });
  Exchange asked(communicator, std::move(messages));
  asked.run();
  std::vector<Message> replies;
  on_all_ranks(communicator, [&] {
    Outbox outbox(communicator.size());
    for (const Message& message : asked.received()) {
      std::span<const std::byte> bytes(message.bytes);
      while (!bytes.empty()) {
        const auto row = take<std::uint64_t>(bytes);
        const auto its_options = take<Options>(bytes);
        find(take_question<Question>(bytes), its_options, [&](const Found& found) {
          append(outbox.to(message.rank), Answer{row, found});
        });
      }
    }
    replies = outbox.take();
  });
  Exchange answered(communicator, std::move(replies));
  answered.run();
  on_all_ranks(communicator, [&] {
    for (const Message& message : answered.received()) {
      std::span<const std::byte> bytes(message.bytes);
      while (!bytes.empty()) answers.push_back(take<Answer>(bytes));
    }
  });
}

}  // namespace quadphase::mpi::detail
