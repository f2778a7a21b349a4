package eu.callorders.console.ui;

import eu.callorders.console.api.Failure;
import eu.callorders.console.api.Problem;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A failure as an operator can use it.
 *
 * @param title what is wrong, in a few words
 * @param advice what to do about it
 */
public record FailureMessage(String title, String advice) {
  private static final int FAULTS_SHOWN = 8;
  private static final String ADVICE = ".advice";

  public static FailureMessage of(Failure failure) {
    return of(failure, Texts.beside(FailureMessage.class));
  }

  /** The same of something that was to be done: what is only read is asked for again and again. */
  public static FailureMessage ofWrite(Failure failure) {
    return ofWrite(failure, Texts.beside(FailureMessage.class));
  }

  static FailureMessage ofWrite(Failure failure, Texts texts) {
    FailureMessage words = of(failure, texts);
    return failure instanceof Failure.Unreachable || failure instanceof Failure.CutOff
        ? new FailureMessage(words.title(), texts.get("failure.write.advice"))
        : words;
  }

  static FailureMessage of(Failure failure, Texts texts) {
    return switch (failure) {
      case Failure.Refused refused -> refused(refused.problem(), texts);
      case Failure.Unreachable away -> words(texts, "unreachable", away.address());
      case Failure.CutOff cut -> words(texts, "cut_off", cut.address());
      case Failure.NotSecure plain -> words(texts, "not_secure", plain.address());
      case Failure.TooLong much -> words(texts, "too_long", much.address(), much.megabytes());
      case Failure.OtherTenant ignored -> words(texts, "other_tenant");
      case Failure.TimedOut late ->
          words(texts, "timed_out", late.address(), late.after().toSeconds());
      case Failure.WrongCredentials ignored -> words(texts, "wrong_credentials");
      case Failure.Locked locked -> words(texts, "locked", seconds(locked.retryAfter()));
      case Failure.NotIssued no -> words(texts, "not_issued", no.error(), no.description());
      case Failure.Revoked ignored -> words(texts, "revoked");
      case Failure.NotThisService other ->
          words(texts, "not_this_service", other.address(), other.status());
      case Failure.NotWritten no -> words(texts, "not_written", no.file());
      case Failure.Stopped ignored -> words(texts, "stopped");
      case Failure.Unexpected ignored -> words(texts, "unexpected");
    };
  }

  private static long seconds(Duration time) {
    return Math.max(1, time.toSeconds());
  }

  private static FailureMessage words(Texts texts, String name, Object... arguments) {
    return new FailureMessage(
        texts.get("failure." + name, arguments), texts.get("failure." + name + ADVICE, arguments));
  }

  /**
   * What is wrong with one member of a request and what to do, with the service's own words behind:
   * they hold the values.
   */
  public static String of(Problem.Fault fault) {
    return of(fault, Texts.beside(FailureMessage.class));
  }

  static String of(Problem.Fault fault, Texts texts) {
    String key = "field_error." + fault.code();
    if (!texts.bundle().containsKey(key)) {
      return fault.message();
    }
    String known = texts.get(key);
    return fault.message().isEmpty() ? known : known + " (" + fault.message() + ")";
  }

  /** The service's own sentences, behind those in the operator's language where there are any. */
  private static FailureMessage refused(Problem problem, Texts texts) {
    String key = "problem." + problem.code();
    boolean known = texts.bundle().containsKey(key + ADVICE);
    String title = known ? texts.get(key) : orElse(problem.title(), problem.code());
    String advice = known ? texts.get(key + ADVICE) : "";
    String said = problem.faults().isEmpty() ? problem.detail() : faults(problem.faults(), texts);
    boolean traced = problem.status() >= Failure.SERVER_ERROR && !problem.traceId().isEmpty();
    String trace = traced ? texts.get("problem.trace", problem.traceId()) : "";
    return new FailureMessage(title, lines(advice, said, trace));
  }

  private static String lines(String... texts) {
    return Stream.of(texts).filter(it -> !it.isBlank()).collect(Collectors.joining("\n"));
  }

  private static String faults(List<Problem.Fault> faults, Texts texts) {
    return faults.stream()
        .limit(FAULTS_SHOWN)
        .map(fault -> fault.pointer() + ": " + of(fault, texts))
        .collect(Collectors.joining("\n"));
  }

  private static String orElse(String text, String otherwise) {
    return text.isEmpty() ? otherwise : text;
  }
}
