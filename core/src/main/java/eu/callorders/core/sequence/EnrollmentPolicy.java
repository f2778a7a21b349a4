package eu.callorders.core.sequence;

import java.util.Locale;

/** What a trigger does for a person whose enrollment in the sequence is running. */
public enum EnrollmentPolicy {
  /** Nothing. */
  ONE_ACTIVE_PER_SUBJECT,
  /** Ends that enrollment and starts a new one. */
  REPLACE_ACTIVE;

  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The policy of that wire spelling; throws {@link IllegalArgumentException} if unknown. */
  public static EnrollmentPolicy of(String wire) {
    return valueOf(wire.toUpperCase(Locale.ROOT));
  }
}
