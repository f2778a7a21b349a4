package eu.callorders.core.call;

import java.util.Locale;

/** How far an attempt has come. Ranks rise from top to bottom; an attempt never falls back. */
public enum AttemptStatus {
  /** The intent is written; the gateway may not have heard of it. */
  PLACING,
  /** The gateway has taken it, or may have. */
  PLACED,
  RINGING,
  /** Somebody or a machine picked up. */
  ANSWERED,
  /** A person's conversation is over; its report is missing. */
  ENDED,
  /** Nothing more is expected. */
  CLOSED,
  /** Proven: nothing was dialled. The attempt does not count. */
  REFUSED;

  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The status of that wire spelling; throws {@link IllegalArgumentException} if unknown. */
  public static AttemptStatus of(String wire) {
    return valueOf(wire.toUpperCase(Locale.ROOT));
  }

  /** Whether it counts as an attempt and as a contact of its day. */
  public boolean counts() {
    return this != PLACING && this != REFUSED;
  }

  /** Whether its line may still be in use. */
  public boolean running() {
    return compareTo(ANSWERED) <= 0;
  }
}
