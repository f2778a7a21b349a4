package eu.callorders.console.ui;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.console.api.Failure;
import eu.callorders.console.api.Json;
import eu.callorders.console.api.Problem;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class FailureMessageTest {
  private static final String PLACE = "https://calls.example";
  private static final Texts GERMAN = Texts.of(FailureMessage.class, Locale.GERMAN);

  static List<Failure> failures() {
    return List.of(
        new Failure.Refused(
            new Problem(409, "order_not_cancelable", "T", "It was called.", "", List.of())),
        new Failure.Unreachable(PLACE),
        new Failure.CutOff(PLACE),
        new Failure.NotSecure(PLACE),
        new Failure.TooLong(PLACE, 64),
        new Failure.TimedOut(PLACE, Duration.ofSeconds(20)),
        new Failure.WrongCredentials(),
        new Failure.Locked(Duration.ofSeconds(30)),
        new Failure.NotIssued("unauthorized_client", "Not from this address."),
        new Failure.Revoked(),
        new Failure.OtherTenant(),
        new Failure.NotThisService(PLACE, 302),
        new Failure.NotWritten("/tmp/list.csv"),
        new Failure.UnusableFile("columns", List.of("No column fills it.")),
        new Failure.UnusableFile("too_many_columns", List.of("/tmp/orders.csv", 201, 200)),
        new Failure.UnusableFile("header_too_long", List.of("/tmp/orders.csv", 65_536)),
        new Failure.UnusableFile("row_too_long", List.of("/tmp/orders.csv", 7, 4_194_304)),
        new Failure.UnusableFile("changed", List.of("/tmp/orders.csv")),
        new Failure.UnusableFile("empty", List.of("/tmp/orders.csv")),
        new Failure.UnusableFile("encoding", List.of("/tmp/orders.csv", 7)),
        new Failure.UnusableFile("row", List.of(7, "/tmp/orders.csv", "no quote")),
        new Failure.UnusableFile("in_use", List.of("/tmp/orders.csv.result.jsonl")),
        new Failure.UnusableFile("unreadable", List.of("/tmp/orders.csv", "no such file")),
        new Failure.Stopped(),
        new Failure.Unexpected("java.lang.NullPointerException: Cannot invoke"));
  }

  @Test
  void coversAllFailures() {
    assertThat(failures().stream().<Class<?>>map(Failure::getClass))
        .containsAll(Arrays.asList(Failure.class.getPermittedSubclasses()));
  }

  @ParameterizedTest
  @MethodSource("failures")
  void describesEachFailureInBothLanguages(Failure failure) {
    FailureMessage english =
        FailureMessage.of(failure, Texts.of(FailureMessage.class, Locale.ENGLISH));
    FailureMessage german =
        FailureMessage.of(failure, Texts.of(FailureMessage.class, Locale.GERMAN));
    assertThat(Stream.of(english, german).flatMap(it -> Stream.of(it.title(), it.advice())))
        .allSatisfy(
            text ->
                assertThat(text)
                    .isNotBlank()
                    .doesNotContain("Exception", "{0}", "{1}", "null", "''"));
    assertThat(german.title()).isNotEqualTo(english.title());
  }

  @Test
  void includesTraceIdOfServerErrors() {
    Problem internal = new Problem(500, "internal_error", "T", "", "trace-1", List.of());
    assertThat(FailureMessage.of(new Failure.Refused(internal)).advice()).contains("trace-1");
    Problem unknown = new Problem(418, "short_and_stout", "I am a teapot", "", "", List.of());
    assertThat(FailureMessage.of(new Failure.Refused(unknown)).title()).isEqualTo("I am a teapot");
  }

  @Test
  void namesValuesInsteadOfQuotingTheDetail() {
    Problem busy =
        new Problem(
            429,
            "quota_exceeded",
            "T",
            "100 of 100.",
            "t",
            List.of(),
            Json.object().put("limit", 20_000));
    FailureMessage german = FailureMessage.of(new Failure.Refused(busy), GERMAN);
    assertThat(german.title()).isEqualTo("Das Kontingent an Wählversuchen ist aufgebraucht");
    assertThat(german.advice())
        .startsWith("Erlaubt sind 20.000 Wählversuche pro Tag.\nLegen Sie den Auftrag morgen")
        .doesNotContain("100 of 100.");
  }

  @ParameterizedTest
  @CsvSource({
    "invalid_scope, Die Registrierung hat nicht alle",
    "temporarily_unavailable, Er ist nicht bereit",
    "odd_error, Er meldet: odd_error: In English."
  })
  void explainsWhyNoTokenIsIssued(String error, String advice) {
    FailureMessage german = FailureMessage.of(new Failure.NotIssued(error, "In English."), GERMAN);
    assertThat(german.advice()).startsWith(advice);
  }

  @Test
  void listsFieldErrors() {
    List<Problem.FieldError> errors =
        List.of(
            new Problem.FieldError("/subject", "required", "is required"),
            new Problem.FieldError("/priority", "maximum", ""),
            new Problem.FieldError("/phone", "unheard_of", "sounds odd"));
    Problem invalid = new Problem(422, "validation_failed", "T", "", "t", errors);
    assertThat(FailureMessage.of(new Failure.Refused(invalid), GERMAN).advice().lines().skip(1))
        .containsExactly(
            "/subject: Fehlt: Füllen Sie das Feld aus.",
            "/priority: Zu groß: Wählen Sie einen kleineren Wert.",
            "/phone: sounds odd");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "trace", "not_found.advice", "short_and_stout"})
  void showsTitleAndDetailOfUnknownCodes(String code) {
    Problem odd = new Problem(418, code, "I am a teapot", "Short, too.", "trace-1", List.of());
    assertThat(FailureMessage.of(new Failure.Refused(odd), GERMAN))
        .isEqualTo(new FailureMessage("I am a teapot", "Short, too."));
  }
}
