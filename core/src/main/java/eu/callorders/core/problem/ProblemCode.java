package eu.callorders.core.problem;

import eu.callorders.core.wire.WireEnum;

/** The catalog of problems: stable code, HTTP status and fixed English title. */
public enum ProblemCode implements WireEnum {
  MALFORMED_REQUEST(400, "The request could not be read"),
  UNAUTHORIZED(401, "No valid access token"),
  INSUFFICIENT_SCOPE(403, "The access token lacks a scope"),
  FEATURE_NOT_ENABLED(403, "The tenant does not have this feature"),
  IP_NOT_ALLOWLISTED(403, "The source address is not on the allowlist"),
  SIMULATE_NOT_ALLOWED(403, "Simulation is for the sandbox only"),
  NOT_FOUND(404, "No such resource"),
  RECORDING_UNAVAILABLE(404, "No recording is available"),
  TRANSCRIPT_UNAVAILABLE(404, "No transcript is available"),
  METHOD_NOT_ALLOWED(405, "The method is not allowed here"),
  NOT_ACCEPTABLE(406, "No acceptable representation"),
  REQUEST_TIMEOUT(408, "The request took too long to arrive"),
  IDEMPOTENCY_KEY_CONFLICT(409, "The idempotency key belongs to another operation"),
  IDEMPOTENCY_KEY_IN_PROGRESS(409, "The first request with this idempotency key is still running"),
  ALREADY_EXISTS(409, "The key is taken"),
  ORDER_NOT_EDITABLE(409, "The call order can no longer be edited"),
  ORDER_NOT_CANCELABLE(409, "The call order can no longer be canceled"),
  ENROLLMENT_NOT_ACTIVE(409, "The enrollment is not active"),
  ENROLLMENT_NOT_PAUSED(409, "The enrollment is not paused"),
  ENROLLMENT_ENDED(409, "The enrollment has ended"),
  VERSION_NOT_DRAFT(409, "The version is not a draft"),
  SEQUENCE_ARCHIVED(409, "The sequence is archived"),
  SEQUENCE_LIMIT(409, "No further sequence is allowed"),
  VERSION_LIMIT(409, "No further version of the sequence is allowed"),
  ORDER_TYPE_ARCHIVED(409, "The order type is archived"),
  ENDPOINT_NOT_VERIFIED(409, "The webhook endpoint is not verified"),
  ENDPOINT_DISABLED(409, "The webhook endpoint is disabled"),
  SUPPRESSION_PROTECTED(409, "The entry was requested by the person and cannot be deleted"),
  HOLD_LIMIT(409, "No further hold is allowed"),
  ENDPOINT_LIMIT(409, "No further webhook endpoint is allowed"),
  SECRET_LIMIT(409, "No further secret is allowed"),
  TENANT_BEING_DELETED(409, "The tenant is being deleted"),
  CALL_ENDED(409, "The call is over"),
  EVIDENCE_NOT_READY(409, "The evidence of the call does not exist yet"),
  LEGAL_HOLD(409, "A legal hold keeps the data"),
  LEGAL_HOLD_LIMIT(409, "No further legal hold is allowed"),
  ERASURE_PENDING(409, "The data is being erased"),
  PRECONDITION_FAILED(412, "The resource has changed"),
  PAYLOAD_TOO_LARGE(413, "The request body is too large"),
  URI_TOO_LONG(414, "The request URI is too long"),
  UNSUPPORTED_MEDIA_TYPE(415, "The media type is not supported"),
  VALIDATION_FAILED(422, "The request is not valid"),
  INVALID_CURSOR(422, "The cursor is not valid here"),
  CONTACT_WINDOW_VIOLATION(422, "The person may not be called at that time"),
  SUBJECT_SUPPRESSED(422, "The person must not be called"),
  ORDER_TYPE_NOT_ACTIVE(422, "The order type is not active"),
  WEBHOOK_URL_NOT_ALLOWED(422, "The webhook address is not allowed"),
  CALLER_ID_MISSING(422, "The tenant has no number to call from"),
  COUNTRY_NOT_ENABLED(422, "No telephone contact is in a country that the tenant may call"),
  BASIS_REQUIRED(422, "The order must state why the person may be called"),
  IDEMPOTENCY_KEY_REUSED(422, "The idempotency key was used with another body"),
  REPLAY_RANGE(422, "The replay needs one bounded range"),
  RATE_LIMITED(429, "Too many requests"),
  QUOTA_EXCEEDED(429, "The dial quota of the day is used up"),
  BACKLOG_FULL(429, "Too many open call orders"),
  HEADER_FIELDS_TOO_LARGE(431, "The header fields are too large"),
  INTERNAL_ERROR(500, "Something went wrong here"),
  NOT_IMPLEMENTED(501, "This operation is not built yet"),
  UNAVAILABLE(503, "The service is temporarily unavailable");

  private final int status;
  private final String title;

  ProblemCode(int status, String title) {
    this.status = status;
    this.title = title;
  }

  /** HTTP status code. */
  public int status() {
    return status;
  }

  /** A fixed English phrase; clients branch on {@link #wire()}, not on this. */
  public String title() {
    return title;
  }
}
