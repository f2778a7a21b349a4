package eu.callorders.core.hold;

import java.util.Arrays;
import java.util.Optional;

/** A number by which the person knows a claim: a member of {@code claim.reference}. */
public record ClaimNumber(Kind kind, String value) {

  /** The members that identify a claim, in the order in which a call's hold prefers them. */
  public enum Kind {
    CASE_NUMBER("case_number"),
    CONTRACT_NUMBER("contract_number"),
    INVOICE_NUMBER("invoice_number");

    private final String wire;

    Kind(String wire) {
      this.wire = wire;
    }

    /** The member's name. */
    public String wire() {
      return wire;
    }

    /** Empty for any other member of a reference. */
    public static Optional<Kind> of(String wire) {
      return Arrays.stream(values()).filter(kind -> kind.wire.equals(wire)).findFirst();
    }
  }
}
