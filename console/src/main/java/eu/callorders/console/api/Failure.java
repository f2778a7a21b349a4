package eu.callorders.console.api;

import java.time.Duration;

/** Everything that can come instead of an answer; the screens turn it into words. */
public sealed interface Failure {
  int SERVER_ERROR = 500;
  int UNAVAILABLE = 503;

  /** The service understood and refused. */
  record Refused(Problem problem) implements Failure {}

  /** Nobody answers at that address. */
  record Unreachable(String address) implements Failure {}

  /** Answers begin, and break off. */
  record CutOff(String address) implements Failure {}

  /** There is no secure connection to be had: no TLS there, or a certificate nobody trusts. */
  record NotSecure(String address) implements Failure {}

  /** The answer is longer than anything the service has to say. */
  record TooLong(String address, long megabytes) implements Failure {}

  /** Somebody took the request and did not answer in time. */
  record TimedOut(String address, Duration after) implements Failure {}

  /** The token issuer does not know this client, its secret is wrong, or it is disabled. */
  record WrongCredentials() implements Failure {}

  /** Too many failed sign-ins; the registration takes nobody for a while. */
  record Locked(Duration retryAfter) implements Failure {}

  /** The token issuer refuses for another reason, which it names. */
  record NotIssued(String error, String description) implements Failure {}

  /** A fresh token is not accepted: the registration has been disabled or revoked. */
  record Revoked() implements Failure {}

  /** These credentials belong to another tenant than the one on the screen. */
  record OtherTenant() implements Failure {}

  /** Whatever answered there does not speak this interface. */
  record NotThisService(String address, int status) implements Failure {}

  /** The file cannot be written. */
  record NotWritten(String file) implements Failure {}

  /** The operator stopped it. */
  record Stopped() implements Failure {}

  /** The console itself is wrong; the log has the details. */
  record Unexpected(String what) implements Failure {}

  /** Whether the same request may well succeed a little later without anybody doing anything. */
  default boolean passes() {
    return switch (this) {
      case Unreachable ignored -> true;
      case CutOff ignored -> true;
      case TimedOut ignored -> true;
      case Locked ignored -> true;
      case Refused refused -> refused.problem().passes();
      case WrongCredentials ignored -> false;
      case NotIssued ignored -> false;
      case Revoked ignored -> false;
      case NotSecure ignored -> false;
      case TooLong ignored -> false;
      case OtherTenant ignored -> false;
      case NotThisService ignored -> false;
      case NotWritten ignored -> false;
      case Stopped ignored -> false;
      case Unexpected ignored -> false;
    };
  }

  /**
   * Whether a change may have been made although no answer came. With 503 the service says that
   * nothing was half done.
   */
  default boolean leavesDoubt() {
    return switch (this) {
      case Unreachable ignored -> true;
      case CutOff ignored -> true;
      case TooLong ignored -> true;
      case TimedOut ignored -> true;
      case NotThisService other -> other.status() >= SERVER_ERROR;
      case Refused refused ->
          refused.problem().status() >= SERVER_ERROR && refused.problem().status() != UNAVAILABLE;
      default -> false;
    };
  }
}
