package eu.callorders.core.sequence;

import eu.callorders.core.wire.WireEnum;

/** The effect of a trigger on a subject with an active enrollment in the sequence. */
public enum EnrollmentPolicy implements WireEnum {
  /** The trigger is ignored. */
  ONE_ACTIVE_PER_SUBJECT,
  /** Ends the active enrollment and starts a new one. */
  REPLACE_ACTIVE;

  /** The policy of that wire spelling; throws {@link IllegalArgumentException} if unknown. */
  public static EnrollmentPolicy of(String wire) {
    return WireEnum.parse(EnrollmentPolicy.class, wire);
  }
}
