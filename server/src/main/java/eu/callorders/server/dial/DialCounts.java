package eu.callorders.server.dial;

import eu.callorders.core.evidence.DisclosureCheck;
import eu.callorders.core.telephony.PlaceResult;
import eu.callorders.core.wire.WireEnum;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;

/** Counts the results of this node's dials since its start. */
public final class DialCounts {
  private final Map<Result, LongAdder> results = new EnumMap<>(Result.class);
  private final Map<DisclosureCheck.Fault, LongAdder> disclosureFaults =
      new EnumMap<>(DisclosureCheck.Fault.class);
  private final LongAdder unknownOutcomes = new LongAdder();

  DialCounts() {
    for (Result result : Result.values()) {
      results.put(result, new LongAdder());
    }
    for (DisclosureCheck.Fault fault : DisclosureCheck.Fault.values()) {
      disclosureFaults.put(fault, new LongAdder());
    }
  }

  /** What the gateway replied to a request to place a call. */
  public enum Result implements WireEnum {
    ACCEPTED,
    REFUSED,
    /** The gateway was not connected, or rejected the signature. */
    UNAVAILABLE,
    /** Another call was placed under the same id. */
    CONFLICT,
    /** No reply, or none that says whether the gateway dials. */
    UNKNOWN;

    static Result of(PlaceResult result) {
      return switch (result) {
        case PlaceResult.Accepted _ -> ACCEPTED;
        case PlaceResult.Refused(var code, _) ->
            code == PlaceResult.RefusalReason.GATEWAY_UNAVAILABLE ? UNAVAILABLE : REFUSED;
        case PlaceResult.Conflict _ -> CONFLICT;
        case PlaceResult.Unknown _ -> UNKNOWN;
      };
    }
  }

  void record(PlaceResult result) {
    of(Result.of(result)).increment();
  }

  void record(DisclosureCheck.Fault fault) {
    Objects.requireNonNull(disclosureFaults.get(fault)).increment();
  }

  /** Conversations whose disclosure has this fault. */
  public long disclosureFaults(DisclosureCheck.Fault fault) {
    return Objects.requireNonNull(disclosureFaults.get(fault)).sum();
  }

  void recordUnknownOutcomes(int calls) {
    unknownOutcomes.add(calls);
  }

  /** Requests to place a call with this result. */
  public long dials(Result result) {
    return of(result).sum();
  }

  /** Calls that ended with an unknown outcome. */
  public long unknownOutcomes() {
    return unknownOutcomes.sum();
  }

  private LongAdder of(Result result) {
    return Objects.requireNonNull(results.get(result));
  }
}
