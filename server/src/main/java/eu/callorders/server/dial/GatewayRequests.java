package eu.callorders.server.dial;

import eu.callorders.server.concurrent.ProcessExit;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;

/** Sends requests to a gateway; an exception becomes a result. */
final class GatewayRequests {
  private GatewayRequests() {}

  /**
   * @param unanswered makes a result of the error message
   */
  static <A> CompletionStage<A> of(
      Supplier<CompletionStage<A>> request, Function<String, A> unanswered) {
    CompletionStage<A> answer;
    try {
      answer = request.get();
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
