// SPDX-License-Identifier: MIT
// Questions that go to other ranks, and answers that come back. Two exchanges: one aggregated
// message to each rank that may have an answer, and one back from each that has some.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "mpi/exchange.hpp"
#include "mpi/faults.hpp"
#include "quadphase/mpi.hpp"

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
/// all ranks. `find(question, options, emit)` calls `emit(Found)` for each answer of this rank.
template <class Question, class Options, class Find>
void forward(const Communicator& communicator, std::span<const Question> questions,
             const Options& options, const Routes& routes, const Find& find,
             std::vector<Answer>& answers) {
  std::vector<Message> messages;
  on_all_ranks(communicator, [&] {
    Outbox outbox(communicator.size());
    for (const auto& [row, rank] : routes.routes) {
      const Question& question = questions[static_cast<std::size_t>(row)];
      if (rank == communicator.rank()) {
        find(question, options, [&, row = row](const Found& found) {
          answers.push_back({row, found});
        });
        continue;
      }
      std::vector<std::byte>& bytes = outbox.to(rank);
      if (bytes.empty()) append(bytes, options);
      append(bytes, row);
      append(bytes, question);
    }
    messages = outbox.take();
  });
  Exchange asked(communicator, std::move(messages));
  asked.run();
  std::vector<Message> replies;
  on_all_ranks(communicator, [&] {
    Outbox outbox(communicator.size());
    for (const Message& message : asked.received()) {
      const auto others = value_at<Options>(message.bytes, 0);
      for (std::size_t at = sizeof(Options); at < message.bytes.size();
           at += sizeof(std::uint64_t) + sizeof(Question)) {
        const auto row = value_at<std::uint64_t>(message.bytes, at);
        find(value_at<Question>(message.bytes, at + sizeof(row)), others, [&](const Found& found) {
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
      for (std::size_t at = 0; at < message.bytes.size(); at += sizeof(Answer))
        answers.push_back(value_at<Answer>(message.bytes, at));
    }
  });
}

}  // namespace quadphase::mpi::detail
