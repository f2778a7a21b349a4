package eu.callorders.core.telephony;

/** The result of a request to stop a call. */
public enum CancelResult {
  ACCEPTED,
  ALREADY_ENDED,
  NOT_FOUND,
  UNKNOWN
}
