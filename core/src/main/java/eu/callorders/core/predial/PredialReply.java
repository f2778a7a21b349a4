package eu.callorders.core.predial;

import eu.callorders.core.call.Money;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What became of a question. */
public sealed interface PredialReply {

  /** A valid answer. */
  sealed interface Answer extends PredialReply {}

  /**
   * Dial.
   *
   * @param outstanding what the claim comes to now; null to use that of the order
   */
  record Proceed(@Nullable Money outstanding) implements Answer {}

  /**
   * Do not dial yet.
   *
   * @param until the tenant's time; in the future when it was read
   */
  record Hold(Instant until) implements Answer {}

  /**
   * End the order.
   *
   * @param reason at most 200 characters; null without one
   */
  record Cancel(@Nullable String reason) implements Answer {}

  /**
   * No valid answer.
   *
   * @param pointer the member at fault (RFC 6901); null when it is not about a member
   */
  record Failed(PredialFailure failure, @Nullable String pointer) implements PredialReply {
    public Failed(PredialFailure failure) {
      this(failure, null);
    }
  }
}
