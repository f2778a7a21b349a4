package eu.callorders.console.ui;

import eu.callorders.console.api.Failure;
import eu.callorders.console.api.Problem;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A failure as text for the operator.
 *
 * @param title what failed
 * @param advice what to do about it
 */
public record FailureMessage(String title, String advice) {
  private static final int MAX_FIELD_ERRORS = 8;
  private static final int NOT_FOUND = 404;
  private static final String ADVICE = ".advice";
  private static final String VALUES = ".values";

  public static FailureMessage of(Failure failure) {
    return of(failure, Texts.of(FailureMessage.class));
  }

  /** For a resource that does not exist, or belongs to another tenant. */
  public static FailureMessage notFound() {
    return of(new Failure.Refused(new Problem(NOT_FOUND, "not_found", "", "", "", List.of())));
  }

  /** For a failed write: unlike a read it is not retried automatically. */
  public static FailureMessage ofWrite(Failure failure) {
    return ofWrite(failure, Texts.of(FailureMessage.class));
  }

  static FailureMessage ofWrite(Failure failure, Texts texts) {
    FailureMessage message = of(failure, texts);
    return failure instanceof Failure.Unreachable || failure instanceof Failure.CutOff
        ? new FailureMessage(message.title(), texts.get("failure.write.advice"))
        : message;
  }

  static FailureMessage of(Failure failure, Texts texts) {
    return switch (failure) {
      case Failure.Refused refused -> refused(refused.problem(), texts);
      case Failure.Unreachable unreachable -> message(texts, "unreachable", unreachable.address());
      case Failure.CutOff cutOff -> message(texts, "cut_off", cutOff.address());
      case Failure.NotSecure insecure -> message(texts, "not_secure", insecure.address());
      case Failure.TooLong tooLong ->
          message(texts, "too_long", tooLong.address(), tooLong.megabytes());
      case Failure.OtherTenant ignored -> message(texts, "other_tenant");
      case Failure.TimedOut timedOut ->
          message(texts, "timed_out", timedOut.address(), timedOut.after().toSeconds());
      case Failure.WrongCredentials ignored -> message(texts, "wrong_credentials");
      case Failure.Locked locked -> message(texts, "locked", seconds(locked.retryAfter()));
      case Failure.NotIssued denied -> notIssued(denied, texts);
      case Failure.Revoked ignored -> message(texts, "revoked");
      case Failure.NotThisService other ->
          message(texts, "not_this_service", other.address(), other.status());
      case Failure.NotWritten unwritten -> message(texts, "not_written", unwritten.file());
      case Failure.UnusableFile file ->
          message(texts, "unusable_file." + file.reason(), file.values().toArray());
      case Failure.Stopped ignored -> message(texts, "stopped");
      case Failure.Unexpected ignored -> message(texts, "unexpected");
    };
  }

  private static long seconds(Duration time) {
    return Math.max(1, time.toSeconds());
  }

  private static FailureMessage message(Texts texts, String name, Object... arguments) {
    return new FailureMessage(
        texts.get("failure." + name, arguments), texts.get("failure." + name + ADVICE, arguments));
  }

  /** Quotes the service for unknown errors. */
  private static FailureMessage notIssued(Failure.NotIssued denied, Texts texts) {
    String key = "failure.not_issued." + denied.error();
    String advice =
        texts.bundle().containsKey(key)
            ? texts.get(key)
            : texts.get("failure.not_issued.advice", denied.error(), denied.description());
    return new FailureMessage(texts.get("failure.not_issued"), advice);
  }

  /** Describes a field error by its code and parameters; quotes the service for unknown codes. */
  public static String of(Problem.FieldError fault) {
    return of(fault, Texts.of(FailureMessage.class));
  }

  static String of(Problem.FieldError fault, Texts texts) {
    String key = "field_error." + fault.code();
    if (!texts.bundle().containsKey(key)) {
      return fault.message();
    }
    ProblemParameters parameters = new ProblemParameters(texts, fault.parameters());
    return parameters
        .fill(key + "." + parameters.rule())
        .or(() -> parameters.fill(key + VALUES))
        .orElseGet(() -> texts.get(key));
  }

  private static FailureMessage refused(Problem problem, Texts texts) {
    String key = "problem." + problem.code();
    boolean known = texts.bundle().containsKey(key + ADVICE);
    String title = known ? texts.get(key) : orElse(problem.title(), problem.code());
    String advice = known ? texts.get(key + ADVICE) : problem.detail();
    String values =
        new ProblemParameters(texts, problem.parameters()).fill(key + VALUES).orElse("");
    String faults = fieldErrors(problem.fieldErrors(), texts);
    boolean traced = problem.status() >= Failure.SERVER_ERROR && !problem.traceId().isEmpty();
    String trace = traced ? texts.get("problem.trace", problem.traceId()) : "";
    return new FailureMessage(title, lines(values, advice, faults, trace));
  }

  /** Title and advice, each on its lines. */
  public String text() {
    return title + "\n" + advice;
  }

  private static String lines(String... texts) {
    return Stream.of(texts).filter(it -> !it.isBlank()).collect(Collectors.joining("\n"));
  }

  private static String fieldErrors(List<Problem.FieldError> faults, Texts texts) {
    return faults.stream()
        .limit(MAX_FIELD_ERRORS)
        .map(fault -> fault.pointer() + ": " + of(fault, texts))
        .collect(Collectors.joining("\n"));
  }

  private static String orElse(String text, String fallback) {
    return text.isEmpty() ? fallback : text;
  }
}
