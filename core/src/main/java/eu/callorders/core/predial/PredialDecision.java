package eu.callorders.core.predial;

import eu.callorders.core.call.Money;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What follows from the reply to a question. */
public sealed interface PredialDecision {
  /** How long a reply is good for, from its arrival; later the client is asked again. */
  Duration GOOD_FOR = Duration.ofSeconds(5);

  /**
   * The check permits the dial.
   *
   * @param outstanding for the briefing of this attempt; null for that of the order
   * @param failure why there is no answer; null when the client permits the dial
   */
  record Dial(@Nullable Money outstanding, @Nullable PredialFailure failure)
      implements PredialDecision {}

  /**
   * The order waits.
   *
   * @param until the tenant's time
   * @param failure why there is no answer; null when the client holds the order
   * @param failures of questions about this order in a row
   */
  record Hold(Instant until, @Nullable PredialFailure failure, int failures)
      implements PredialDecision {}

  /**
   * The order ends.
   *
   * @param note the client's reason
   */
  record Cancel(@Nullable String note) implements PredialDecision {}

  /**
   * Decides on a reply.
   *
   * @param failures of the questions about the order before this one, in a row
   * @param now the tenant's time
   */
  static PredialDecision of(
      PredialReply reply, PredialCheck.OnFailure onFailure, int failures, Instant now) {
    return switch (reply) {
      case PredialReply.Proceed(var outstanding) -> new Dial(outstanding, null);
      case PredialReply.Hold(var until) -> new Hold(until, null, 0);
      case PredialReply.Cancel(var reason) -> new Cancel(reason);
      case PredialReply.Failed(var failure, var pointer) ->
          switch (onFailure) {
            case PROCEED -> new Dial(null, failure);
            case HOLD -> {
              int inRow = failures + 1;
              yield new Hold(now.plus(PredialBackoff.after(inRow)), failure, inRow);
            }
          };
    };
  }
}
