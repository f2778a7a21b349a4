package eu.callorders.core.call;

import eu.callorders.core.wire.WireEnum;

/** The progress of an attempt. Ranks rise from top to bottom; an attempt never moves back. */
public enum AttemptStatus implements WireEnum {
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

  /** The status of that wire spelling; throws {@link IllegalArgumentException} if unknown. */
  public static AttemptStatus of(String wire) {
    return WireEnum.parse(AttemptStatus.class, wire);
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
