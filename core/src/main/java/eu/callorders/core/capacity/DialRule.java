package eu.callorders.core.capacity;

import java.util.Locale;

/** The rules that each dial must pass, in the order in which they are explained. */
public enum DialRule {
  /** Neither the person nor the number is on the do-not-call list. */
  SUPPRESSION,
  /** Nothing has stopped dialling: an operator, a gateway that is down, a paused enrollment. */
  HALT,
  /** The instant lies in the calling window. */
  WINDOW,
  /** Nobody else is calling the person right now. */
  PERSON_BUSY,
  /** The minimum gap since the last attempt at the person has passed. */
  MINIMUM_GAP,
  /** Contacts per person and day. */
  CONTACTS_PER_DAY,
  /** Dials per tenant and day. */
  DIALS_PER_DAY,
  /** Calls of the tenant at the same time. */
  CONCURRENT_CALLS;

  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }
}
