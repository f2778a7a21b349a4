package eu.callorders.core.call;

/** An event in the life of an attempt, reached at most once, that other parts act on. */
public enum AttemptMilestone {
  /** It counts from now on: assign its number and emit the event. */
  PLACED,
  /** Proven not dialed: it never counted. */
  REFUSED,
  /** A person or a machine picked up. */
  ANSWERED,
  /** The person objected: create the suppression now. */
  OBJECTED,
  /** The line is free. Followed by {@link #UNREACHED} unless a person spoke. */
  ENDED,
  /** It ended without a conversation. */
  UNREACHED,
  /** A conversation ended, and its report has arrived or is overdue. */
  CONVERSATION_ENDED
}
