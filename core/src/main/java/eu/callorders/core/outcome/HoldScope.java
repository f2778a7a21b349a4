package eu.callorders.core.outcome;

import eu.callorders.core.wire.WireEnum;
import java.util.Arrays;
import java.util.Optional;

/** Which calls a hold of a call's outcome bars; each also names the person. */
public enum HoldScope implements WireEnum {
  /** Calls of the dialed phone to the person. */
  NUMBER,
  /** All calls to the person. */
  SUBJECT,
  /** Calls to the person about the same claim. */
  CLAIM;

  public static Optional<HoldScope> of(String wire) {
    return Arrays.stream(values()).filter(scope -> scope.wire().equals(wire)).findFirst();
  }
}
