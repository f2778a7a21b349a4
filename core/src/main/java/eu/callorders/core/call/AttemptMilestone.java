package eu.callorders.core.call;

/** What becomes true of an attempt once: what the rest of the house acts on. */
public enum AttemptMilestone {
  /** It counts from now on: give it its number, announce it. */
  TAKEN,
  /** Proven not dialled: it never counted. */
  REFUSED,
  /** Somebody or a machine picked up. */
  ANSWERED,
  /** The person objected: make the suppression entry now. */
  OBJECTED,
  /** The line is free. Followed by {@link #UNREACHED} unless a person spoke. */
  ENDED,
  /** It ended without a conversation. */
  UNREACHED,
  /** A conversation has ended, and its report has come or is overdue (then there is none). */
  CONVERSATION_OVER
}
