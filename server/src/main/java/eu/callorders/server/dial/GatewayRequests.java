package eu.callorders.server.dial;

import eu.callorders.server.concurrent.BoundedWait;
import eu.callorders.server.concurrent.ProcessExit;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;

/** Sends requests to a gateway; an exception becomes a result. */
final class GatewayRequests {
  private static final Duration TIMEOUT = Duration.ofSeconds(10);

  private GatewayRequests() {}

  /**
   * @param unanswered makes a result of the error message
   */
  static <A> CompletionStage<A> send(
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

  /** Waits up to 10 seconds for the result. */
  static <A> A await(Supplier<CompletionStage<A>> request, Function<String, A> unanswered) {
    Future<A> result = Future.fromCompletionStage(send(request, unanswered));
    return BoundedWait.completes(result, TIMEOUT) ? result.result() : unanswered.apply("no answer");
  }
}
