package eu.callorders.server.dial;

import eu.callorders.server.concurrent.ProcessExit;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;

/** Asks a gateway. One that breaks its word and throws is one that has not answered. */
final class GatewayRequests {
  private GatewayRequests() {}

  /**
   * The answer to a question.
   *
   * @param unanswered makes an answer of what went wrong
   */
  static <A> CompletionStage<A> of(
      Supplier<CompletionStage<A>> question, Function<String, A> unanswered) {
    CompletionStage<A> answer;
    try {
      answer = question.get();
    } catch (RuntimeException e) {
      answer = CompletableFuture.failedStage(e);
    }
    return answer.exceptionally(
        fault -> {
          ProcessExit.haltIfOutOfMemory(fault);
          return unanswered.apply(fault.toString());
        });
  }
}
