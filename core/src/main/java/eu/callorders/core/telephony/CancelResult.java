package eu.callorders.core.telephony;

/** What came of asking to stop a call. */
public enum CancelResult {
  ACCEPTED,
  ALREADY_ENDED,
  NOT_FOUND,
  UNKNOWN
}
