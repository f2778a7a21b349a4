package eu.callorders.gatewaykit;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.telephony.CancelResult;
import eu.callorders.core.telephony.EraQueryResult;
import eu.callorders.core.telephony.EraRequest;
import eu.callorders.core.telephony.EraRequestResult;
import eu.callorders.core.telephony.PlaceResult;
import eu.callorders.core.telephony.PlaceResult.RefusalReason;
import eu.callorders.gatewaykit.Bound.Range;
import java.time.Duration;
import java.util.Arrays;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The responses whose meaning depends on status and body. A body is the parsed one; null without
 * valid JSON.
 */
public final class ResponseDocuments {
  private static final int OK = 200;
  private static final int CREATED = 201;
  private static final int NOT_FOUND = 404;
  private static final int CONFLICT = 409;
  private static final int REFUSED = 422;
  private static final int NO_CAPACITY = 429;
  private static final int UNAVAILABLE = 503;

  private ResponseDocuments() {}

  private record Cancellation(CancelResult outcome) {}

  private record EraNumber(@Range(max = EraRequest.MAX_NUMBER) int number) {}

  /** The status of a refusal; its body is {@link #refusal}. */
  public static int status(RefusalReason reason) {
    return switch (reason) {
      case CAPACITY, TRUNK_FAULT, AGENT_UNAVAILABLE, CALLER_ID_NOT_LISTED, DIVERTED -> NO_CAPACITY;
      case STALE_ERA -> CONFLICT;
      case DO_NOT_CALL, UNROUTABLE, TOO_LATE -> REFUSED;
      case GATEWAY_UNAVAILABLE -> UNAVAILABLE;
    };
  }

  public static ObjectNode refusal(RefusalReason reason) {
    String detail =
        switch (reason) {
          case CAPACITY -> "No channel is free; nothing was dialed.";
          case DO_NOT_CALL -> "The number is on a do-not-call list; nothing was dialed.";
          case UNROUTABLE -> "This call will never be placed; nothing was dialed.";
          case TOO_LATE -> "The instant not_after has passed; nothing was dialed.";
          case STALE_ERA -> "Another era is the current one; nothing was dialed.";
          case TRUNK_FAULT -> "The carrier does not place calls; nothing was dialed.";
          case AGENT_UNAVAILABLE -> "No agent can be reached; nothing was dialed.";
          case CALLER_ID_NOT_LISTED -> "The gateway may not show this number; nothing was dialed.";
          case DIVERTED -> "Calls are diverted to a test phone; nothing was dialed.";
          case GATEWAY_UNAVAILABLE -> "The gateway takes no calls.";
        };
    return GatewayProblem.body(status(reason), GatewayJson.wire(reason), detail);
  }

  /**
   * The response to placing; never throws. 201 is a call; the documented problems of 422 and 429
   * and {@code stale_era} of 409 are refusals; {@code attempt_conflict} of 409 is an earlier call;
   * with any other response the outcome is unknown.
   *
   * @param retryAfter the header {@code Retry-After}
   */
  public static PlaceResult placing(
      int status, @Nullable JsonNode body, @Nullable String retryAfter) {
    if (status == CREATED) {
      return interpret(
          status,
          () -> GatewayJson.read(body, PlaceResult.Accepted.class),
          PlaceResult.Unknown::new);
    }
    String code = GatewayProblem.code(body);
    if (status == CONFLICT && GatewayProblem.ATTEMPT_CONFLICT.equals(code)) {
      return new PlaceResult.Conflict();
    }
    return Arrays.stream(RefusalReason.values())
        .filter(reason -> reason != RefusalReason.GATEWAY_UNAVAILABLE) // proven without a response
        .filter(reason -> status(reason) == status && GatewayJson.wire(reason).equals(code))
        .findFirst()
        .<PlaceResult>map(reason -> new PlaceResult.Refused(reason, RetryAfter.read(retryAfter)))
        .orElseGet(() -> new PlaceResult.Unknown(describe(status)));
  }

  /**
   * The response to a cancel of a known call.
   *
   * @param accepted false: the call was already over
   */
  public static ObjectNode cancellation(boolean accepted) {
    return GatewayJson.write(
        new Cancellation(accepted ? CancelResult.ACCEPTED : CancelResult.ALREADY_ENDED));
  }

  /** {@code ACCEPTED} or {@code ALREADY_ENDED}; throws {@link MalformedDocumentException}. */
  public static CancelResult cancellation(@Nullable JsonNode body) {
    CancelResult result = GatewayJson.read(body, Cancellation.class).outcome();
    if (result != CancelResult.ACCEPTED && result != CancelResult.ALREADY_ENDED) {
      throw new MalformedDocumentException("/outcome", "is none of its values");
    }
    return result;
  }

  public static ObjectNode grantedEra(int number) {
    return GatewayJson.write(new EraNumber(number));
  }

  /** The problem body of 409, with the number of the current era. */
  public static ObjectNode refusedEra(String code, String detail, int number) {
    return GatewayProblem.body(CONFLICT, code, detail).put("number", number);
  }

  /**
   * The response to the request for an era; never throws. 200 grants it, the documented 409s refuse
   * it.
   *
   * @param retryAfter the header {@code Retry-After}
   */
  public static EraRequestResult era(
      int status, @Nullable JsonNode body, @Nullable String retryAfter) {
    if (status == OK) {
      return new EraRequestResult.Granted();
    }
    String code = status == CONFLICT ? GatewayProblem.code(body) : null;
    if (GatewayProblem.ERA_IN_USE.equals(code)) {
      Duration wait = RetryAfter.read(retryAfter);
      return interpret(
          status,
          () -> new EraRequestResult.InUse(number(body), wait == null ? Duration.ZERO : wait),
          EraRequestResult.Unavailable::new);
    }
    return GatewayProblem.STALE_ERA.equals(code)
        ? interpret(
            status,
            () -> new EraRequestResult.Stale(number(body)),
            EraRequestResult.Unavailable::new)
        : new EraRequestResult.Unavailable(describe(status));
  }

  /**
   * The response to the query for a deployment's current era; never throws. A gateway without this
   * query responds with another 404.
   */
  public static EraQueryResult currentEra(int status, @Nullable JsonNode body) {
    if (status == NOT_FOUND
        && GatewayProblem.UNKNOWN_DEPLOYMENT.equals(GatewayProblem.code(body))) {
      return new EraQueryResult.NotFound();
    }
    return status == OK
        ? interpret(
            status,
            () -> GatewayJson.read(body, EraQueryResult.Found.class),
            EraQueryResult.Unavailable::new)
        : new EraQueryResult.Unavailable(describe(status));
  }

  /** For a response without a meaning in the protocol. */
  public static String describe(int status) {
    return "the gateway answered " + status;
  }

  private static <R> R interpret(
      int status, Supplier<? extends R> meaning, Function<String, ? extends R> unclear) {
    try {
      return meaning.get();
    } catch (MalformedDocumentException malformed) {
      return unclear.apply(describe(status) + ", and " + malformed.getMessage());
    }
  }

  private static int number(@Nullable JsonNode body) {
    return GatewayJson.read(body, EraNumber.class).number();
  }
}
