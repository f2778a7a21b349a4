package eu.callorders.core.sequence;

import java.util.Locale;

/** The effect of a trigger on a subject with an active enrollment in the sequence. */
public enum EnrollmentPolicy {
  /** The trigger is ignored. */
  ONE_ACTIVE_PER_SUBJECT,
  /** Ends the active enrollment and starts a new one. */
  REPLACE_ACTIVE;

  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The policy of that wire spelling; throws {@link IllegalArgumentException} if unknown. */
  public static EnrollmentPolicy of(String wire) {
    return valueOf(wire.toUpperCase(Locale.ROOT));
  }
}
