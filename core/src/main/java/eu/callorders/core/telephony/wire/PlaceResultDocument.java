package eu.callorders.core.telephony.wire;

import eu.callorders.core.telephony.PlaceResult;
import eu.callorders.core.telephony.PlaceResult.RefusalReason;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The response to placing. 201 is a call; the documented problems of 422 and 429 and {@code
 * stale_era} of 409 are refusals; {@code attempt_conflict} of 409 is an earlier call; with any
 * other response the outcome is unknown.
 */
public final class PlaceResultDocument {
  public static final int CREATED = 201;

  private static final int CONFLICT = 409;
  private static final int REFUSED = 422;
  private static final int NO_CAPACITY = 429;
  private static final int MAX_REF_LENGTH = 255;

  private PlaceResultDocument() {}

  public static Map<String, Object> write(PlaceResult.Accepted accepted) {
    return new ObjectBuilder().with("gateway_ref", accepted.gatewayRef()).build();
  }

  /** The problem body of a refusal; its status is {@link #status}. */
  public static Map<String, Object> write(PlaceResult.Refused refused) {
    return GatewayProblem.body(status(refused), code(refused.code()), detail(refused.code()));
  }

  public static int status(PlaceResult.Refused refused) {
    return status(refused.code());
  }

  /**
   * Interprets a response; never throws.
   *
   * @param body the parsed body; null without valid JSON
   * @param retryAfter the header {@code Retry-After}
   */
  public static PlaceResult read(int status, @Nullable Object body, @Nullable String retryAfter) {
    try {
      if (status == CREATED) {
        return new PlaceResult.Accepted(ObjectReader.of(body).text("gateway_ref", MAX_REF_LENGTH));
      }
      if (status == CONFLICT && GatewayProblem.ATTEMPT_CONFLICT.equals(GatewayProblem.code(body))) {
        return new PlaceResult.Conflict();
      }
      return refusal(status, GatewayProblem.code(body))
          .<PlaceResult>map(code -> new PlaceResult.Refused(code, RetryAfter.read(retryAfter)))
          .orElseGet(() -> new PlaceResult.Unknown("the gateway answered " + status));
    } catch (MalformedDocumentException malformed) {
      return new PlaceResult.Unknown(
          "the gateway answered " + status + ", and " + malformed.getMessage());
    }
  }

  private static Optional<RefusalReason> refusal(int status, @Nullable String code) {
    return Arrays.stream(RefusalReason.values())
        .filter(refusal -> status(refusal) == status && code(refusal).equals(code))
        .findFirst();
  }

  private static int status(RefusalReason refusal) {
    return switch (refusal) {
      case CAPACITY -> NO_CAPACITY;
      case STALE_ERA -> CONFLICT;
      case DO_NOT_CALL, UNROUTABLE, TOO_LATE -> REFUSED;
    };
  }

  private static String code(RefusalReason refusal) {
    return WireEnums.lower(refusal);
  }

  private static String detail(RefusalReason refusal) {
    return switch (refusal) {
      case CAPACITY -> "No channel is free; nothing was dialed.";
      case DO_NOT_CALL -> "The number is on a do-not-call list; nothing was dialed.";
      case UNROUTABLE -> "This call will never be placed; nothing was dialed.";
      case TOO_LATE -> "The instant not_after has passed; nothing was dialed.";
      case STALE_ERA -> "Another era is the current one; nothing was dialed.";
    };
  }
}
