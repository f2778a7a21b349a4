package eu.callorders.core.telephony.wire;

import eu.callorders.core.telephony.PlaceAnswer;
import eu.callorders.core.telephony.PlaceAnswer.Refusal;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The answer to placing: status and body. 201 is a call, the documented problems of 422 and 429 are
 * refusals, so is {@code stale_era} of 409, the conflict of 409 is a call placed earlier, and all
 * else leaves open what became of it.
 */
public final class PlaceAnswerDocument {
  public static final int TAKEN = 201;

  private static final int CONFLICT = 409;
  private static final int REFUSED = 422;
  private static final int NO_CAPACITY = 429;
  private static final int LONGEST_REF = 255;

  private PlaceAnswerDocument() {}

  /** The body of {@link #TAKEN}. */
  public static Map<String, Object> write(PlaceAnswer.Accepted accepted) {
    return new Node().with("gateway_ref", accepted.gatewayRef()).tree();
  }

  /** The problem body of a refusal; its status is {@link #status}. */
  public static Map<String, Object> write(PlaceAnswer.Refused refused) {
    return GatewayProblem.body(status(refused), code(refused.code()), detail(refused.code()));
  }

  public static int status(PlaceAnswer.Refused refused) {
    return status(refused.code());
  }

  /**
   * What an answer means; never throws.
   *
   * @param body the parsed body; null when there is none or it is no JSON
   * @param retryAfter the header {@code Retry-After}
   */
  public static PlaceAnswer read(int status, @Nullable Object body, @Nullable String retryAfter) {
    try {
      if (status == TAKEN) {
        return new PlaceAnswer.Accepted(Members.of(body).text("gateway_ref", LONGEST_REF));
      }
      if (status == CONFLICT && GatewayProblem.ATTEMPT_CONFLICT.equals(GatewayProblem.code(body))) {
        return new PlaceAnswer.Conflict();
      }
      return refusal(status, GatewayProblem.code(body))
          .<PlaceAnswer>map(code -> new PlaceAnswer.Refused(code, RetryAfter.read(retryAfter)))
          .orElseGet(() -> new PlaceAnswer.Unknown("the gateway answered " + status));
    } catch (MalformedDocument malformed) {
      return new PlaceAnswer.Unknown(
          "the gateway answered " + status + ", and " + malformed.getMessage());
    }
  }

  private static Optional<Refusal> refusal(int status, @Nullable String code) {
    return Arrays.stream(Refusal.values())
        .filter(refusal -> status(refusal) == status && code(refusal).equals(code))
        .findFirst();
  }

  private static int status(Refusal refusal) {
    return switch (refusal) {
      case CAPACITY -> NO_CAPACITY;
      case STALE_ERA -> CONFLICT;
      case DO_NOT_CALL, UNROUTABLE, TOO_LATE -> REFUSED;
    };
  }

  private static String code(Refusal refusal) {
    return Words.lower(refusal);
  }

  private static String detail(Refusal refusal) {
    return switch (refusal) {
      case CAPACITY -> "No channel is free; nothing was dialled.";
      case DO_NOT_CALL -> "The number is on a do-not-call list; nothing was dialled.";
      case UNROUTABLE -> "This call will never be placed; nothing was dialled.";
      case TOO_LATE -> "The instant not_after has passed; nothing was dialled.";
      case STALE_ERA -> "Another era is the current one; nothing was dialed.";
    };
  }
}
