package eu.callorders.console.api;

import java.time.Duration;
import java.util.List;
import java.util.Set;

/** A failed request; screens translate it. */
public sealed interface Failure {
  int SERVER_ERROR = 500;
  int UNAVAILABLE = 503;
  Set<Integer> FINAL_STATUSES = Set.of(400, 404, 409, 413, 415, 422);

  /** The service rejected the request. */
  record Refused(Problem problem) implements Failure {}

  /** No connection to that address. */
  record Unreachable(String address) implements Failure {}

  /** The response broke off. */
  record CutOff(String address) implements Failure {}

  /** No secure connection: no TLS, or an untrusted certificate. */
  record NotSecure(String address) implements Failure {}

  /** The response exceeds the size limit. */
  record TooLong(String address, long megabytes) implements Failure {}

  /** The request was sent, but no response came in time. */
  record TimedOut(String address, Duration after) implements Failure {}

  /** Unknown client, wrong secret or disabled registration. */
  record WrongCredentials() implements Failure {}

  /** The registration is locked after too many failed sign-ins. */
  record Locked(Duration retryAfter) implements Failure {}

  /** The token issuer rejected the request for the named reason. */
  record NotIssued(String error, String description) implements Failure {}

  /** A new token is rejected: the registration is disabled or revoked. */
  record Revoked() implements Failure {}

  /** The credentials belong to another tenant than the session. */
  record OtherTenant() implements Failure {}

  /** The response is not from this API. */
  record NotThisService(String address, int status) implements Failure {}

  /** The file cannot be written. */
  record NotWritten(String file) implements Failure {}

  /**
   * A file that is to be read is of no use.
   *
   * @param reason key of its text
   * @param values what the text names
   */
  record UnusableFile(String reason, List<Object> values) implements Failure {}

  /** Canceled by the operator. */
  record Stopped() implements Failure {}

  /** A bug in the console; see the log. */
  record Unexpected(String what) implements Failure {}

  /** Whether the service rejected the request with that status. */
  default boolean isRefused(int status) {
    return this instanceof Refused(Problem problem) && problem.status() == status;
  }

  /** Whether the service rejected the request with that code. */
  default boolean isRefused(String code) {
    return this instanceof Refused(Problem problem) && problem.code().equals(code);
  }

  /**
   * Whether the service refused the request and would refuse the same one again. After any other
   * failure an earlier attempt may have been executed, so that its idempotency key must be kept.
   */
  default boolean isFinalRefusal() {
    return this instanceof Refused(Problem problem)
        && FINAL_STATUSES.contains(problem.status())
        && !problem.code().startsWith("idempotency_key_");
  }

  /** Whether a retry may succeed without any change. */
  default boolean isTransient() {
    return switch (this) {
      case Unreachable _, CutOff _, TimedOut _, Locked _ -> true;
      case Refused(Problem problem) -> problem.isTransient();
      case WrongCredentials _,
          NotIssued _,
          Revoked _,
          NotSecure _,
          TooLong _,
          OtherTenant _,
          NotThisService _,
          NotWritten _,
          UnusableFile _,
          Stopped _,
          Unexpected _ ->
          false;
    };
  }

  /** Whether a write may have been executed. A 503 means that it was not. */
  default boolean isOutcomeUnknown() {
    return switch (this) {
      case Unreachable _, CutOff _, TooLong _, TimedOut _ -> true;
      case NotThisService(String _, int status) -> status >= SERVER_ERROR;
      case Refused(Problem problem) ->
          problem.status() >= SERVER_ERROR && problem.status() != UNAVAILABLE;
      default -> false;
    };
  }
}
