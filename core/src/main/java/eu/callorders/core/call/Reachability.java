package eu.callorders.core.call;

import eu.callorders.core.wire.WireEnum;
import java.util.Arrays;
import java.util.Optional;

/** Who was reached by the calls of an order. An open registry of the contract. */
public enum Reachability implements WireEnum {
  SUBJECT_REACHED,
  THIRD_PARTY_REACHED,
  PERSON_UNIDENTIFIED,
  WRONG_NUMBER,
  VOICEMAIL,
  NOT_REACHED,
  NUMBER_INVALID,
  NOT_ATTEMPTED,
  UNKNOWN;

  public static Optional<Reachability> of(String wire) {
    return Arrays.stream(values()).filter(value -> value.wire().equals(wire)).findFirst();
  }
}
