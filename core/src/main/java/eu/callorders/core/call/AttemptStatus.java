package eu.callorders.core.call;

import java.util.Locale;

/** The progress of an attempt. Ranks rise from top to bottom; an attempt never moves back. */
public enum AttemptStatus {
  /** The intent is written; the gateway may not have received the request. */
  PLACING,
  /** The gateway accepted the call, or may have. */
  PLACED,
  RINGING,
  /** A person or a machine picked up. */
  ANSWERED,
  /** The conversation is over; its report is missing. */
  ENDED,
  /** Nothing more is expected. */
  CLOSED,
  /** Proven: nothing was dialed. The attempt does not count. */
  REFUSED;

  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The status of that wire spelling; throws {@link IllegalArgumentException} if unknown. */
  public static AttemptStatus of(String wire) {
    return valueOf(wire.toUpperCase(Locale.ROOT));
  }

  /** Whether it counts as an attempt and as a contact of its local day. */
  public boolean counts() {
    return this != PLACING && this != REFUSED;
  }

  /** Whether its line may still be in use. */
  public boolean running() {
    return compareTo(ANSWERED) <= 0;
  }
}
