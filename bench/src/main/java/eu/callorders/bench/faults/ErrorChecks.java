package eu.callorders.bench.faults;

import eu.callorders.bench.Http;
import eu.callorders.bench.cluster.Responses;
import eu.callorders.bench.crash.Violations;
import java.util.List;
import java.util.Set;

/** Clients learn that a request was not carried out and when to send it again. */
record ErrorChecks(Violations violations) {
  private static final Set<Integer> TO_BE_SENT_AGAIN = Set.of(429, 503);

  /** A response that never came, or a token of a process before. */
  private static final Set<Integer> WITHOUT_MEANING = Set.of(Http.LOST, 401);

  void check(List<Responses.Failure> failures) {
    for (Responses.Failure failure : failures) {
      violations.unless(isClear(failure.answer()), "not a clear error: " + failure);
    }
  }

  static boolean isClear(Http.Answer answer) {
    return WITHOUT_MEANING.contains(answer.status())
        || (TO_BE_SENT_AGAIN.contains(answer.status()) && answer.saysWhenToRetry());
  }
}
