package eu.callorders.console.ui;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import eu.callorders.console.api.Failure;
import eu.callorders.console.api.Json;
import eu.callorders.console.api.Problem;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The console has a text for each problem and field error of the contracts. */
class ProblemTextsTest {
  private static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());
  private static final Texts ENGLISH = Texts.of(FailureMessage.class, Locale.ENGLISH);
  private static final Texts GERMAN = Texts.of(FailureMessage.class, Locale.GERMAN);

  /** Codes of URL and cursor errors, which the contract does not list. */
  private static final Set<String> UNREGISTERED =
      Set.of(
          "syntax", "scheme", "user_info", "fragment", "port", "host", "address", "invalid_cursor");

  static Set<String> problems() throws IOException {
    Set<String> codes = new TreeSet<>(codes("openapi", "/KnownProblemCode/enum"));
    codes.addAll(codes("administration", "/Problem/properties/code/x-extensible-enum"));
    return codes;
  }

  static Set<String> fieldErrors() throws IOException {
    Set<String> codes = new TreeSet<>(codes("openapi", "/KnownFieldErrorCode/enum"));
    codes.addAll(codes("administration", "/FieldError/properties/code/x-extensible-enum"));
    codes.addAll(UNREGISTERED);
    return codes;
  }

  private static List<String> codes(String contract, String pointer) throws IOException {
    JsonNode known = contract(contract).at("/components/schemas" + pointer);
    List<String> codes = new ArrayList<>();
    known.forEach(code -> codes.add(code.asText()));
    assertThat(codes).as(contract + pointer).isNotEmpty();
    return codes;
  }

  private static JsonNode contract(String name) throws IOException {
    try (InputStream text =
        Objects.requireNonNull(
            ProblemTextsTest.class.getResourceAsStream("/contract/" + name + ".yaml"))) {
      return YAML.readTree(text);
    }
  }

  @ParameterizedTest
  @MethodSource("problems")
  void describesEachProblem(String code) {
    Failure refused = new Failure.Refused(new Problem(400, code, "Title", "", "", List.of()));
    FailureMessage english = FailureMessage.of(refused, ENGLISH);
    FailureMessage german = FailureMessage.of(refused, GERMAN);
    assertThat(List.of(english.title(), english.advice(), german.title(), german.advice()))
        .doesNotContain("Title", "")
        .doesNotHaveDuplicates();
  }

  @ParameterizedTest
  @MethodSource("fieldErrors")
  void describesEachFieldError(String code) {
    assertDescribed(new Problem.FieldError("/here", code, "message"));
  }

  private static void assertDescribed(Problem.FieldError error, String... values) {
    String english = FailureMessage.of(error, ENGLISH);
    String german = FailureMessage.of(error, GERMAN);
    assertThat(english).matches("(?s)[A-Z“].+: .+\\.").isNotEqualTo(german);
    assertThat(german).matches("(?s)\\S.+: .+\\.");
    assertThat(List.of(english, german))
        .allSatisfy(
            text -> {
              assertThat(text).doesNotContain("{", "message");
              assertThat(values).allSatisfy(value -> assertThat(text).contains(value));
            });
  }

  @Test
  void showsNoPatternOfTheContracts() throws IOException {
    Set<String> patterns = new TreeSet<>();
    for (String contract : List.of("openapi", "administration")) {
      patterns.addAll(contract(contract).findValuesAsText("pattern"));
    }
    assertThat(patterns).hasSizeGreaterThan(30);
    for (String pattern : patterns) {
      JsonNode parameters = Json.object().put("pattern", pattern);
      Problem.FieldError error = new Problem.FieldError("/here", "pattern", pattern, parameters);
      assertThat(List.of(FailureMessage.of(error, ENGLISH), FailureMessage.of(error, GERMAN)))
          .allSatisfy(text -> assertThat(text).doesNotContain("^", "$", "[", "{", "("));
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          ^-?[0-9]{1,15}(\\.[0-9]{1,2})?$ | 120.50
          ^[A-Z]{3}$ | EUR
          ^[A-Z]{2}$ | DE
          ^\\+[1-9][0-9]{6,14}$ | +493023125000
          ^[a-z][a-z0-9_]*(\\.[a-z][a-z0-9_]*)+$ | payment.received
          ^[0-2][0-9]:[0-5][0-9]$ | 14:30
          """)
  void showsAnExampleOfAPattern(String pattern, String example) {
    assertThat(PatternExample.of(pattern)).contains(example);
  }

  /** What the service sends with a field error, and what its sentence therefore contains. */
  private record Values(String parameters, String... shown) {}

  private static final Map<String, List<Values>> FIELD_VALUES =
      Map.ofEntries(
          Map.entry("type", List.of(new Values("{\"type\": \"integer or null\"}"))),
          Map.entry(
              "format",
              List.of(
                  new Values("{\"rule\": \"date\"}"),
                  new Values("{\"rule\": \"date-time\"}"),
                  new Values("{\"rule\": \"uri\"}"),
                  new Values("{\"rule\": \"cidr\"}"),
                  new Values(
                      "{\"rule\": \"number\", \"max_digits\": 32, \"max_exponent\": 64}",
                      "32",
                      "64"))),
          Map.entry(
              "pattern",
              List.of(
                  new Values("{\"pattern\": \"^[A-Z]{3}$\"}", "EUR"),
                  new Values("{\"rule\": \"characters\"}"))),
          Map.entry("min_length", List.of(new Values("{\"min_length\": 3}", "3"))),
          Map.entry(
              "max_length",
              List.of(
                  new Values("{\"max_length\": 40}", "40"),
                  new Values("{\"max_length\": 512, \"rule\": \"bytes\"}", "512", "yte"))),
          Map.entry("minimum", List.of(new Values("{\"minimum\": 1}", "1"))),
          Map.entry("maximum", List.of(new Values("{\"maximum\": 10}", "10"))),
          Map.entry("min_items", List.of(new Values("{\"min_items\": 1}", "1"))),
          Map.entry("max_items", List.of(new Values("{\"max_items\": 21}", "21"))),
          Map.entry(
              "enum",
              List.of(
                  new Values("{\"allowed\": [\"defer\", \"reject\"]}", "defer, reject"),
                  new Values("{\"rule\": \"event_type\"}", "call_order.completed"),
                  new Values("{\"rule\": \"order_type\"}"),
                  new Values("{\"rule\": \"tenant\"}"))),
          Map.entry(
              "invalid_phone_number", List.of(new Values("{\"rule\": \"fictional\"}", "+49"))),
          Map.entry(
              "not_unique",
              List.of(
                  new Values("{\"rule\": \"step\", \"value\": \"call_1\"}", "call_1"),
                  new Values("{\"rule\": \"operator\", \"value\": \"Ada\"}", "Ada"),
                  new Values("{\"rule\": \"reserved\", \"value\": \"service\"}", "service"))),
          Map.entry(
              "inconsistent",
              List.of(
                  new Values(
                      "{\"rule\": \"earlier\", \"first\": \"x_1\", \"second\": \"y\"}", "x 1", "y"),
                  new Values(
                      "{\"rule\": \"not_longer\", \"first\": \"a\", \"second\": \"b\"}", "a", "b"),
                  new Values("{\"rule\": \"overlap\"}"),
                  new Values("{\"rule\": \"equal\", \"other\": \"q\"}", "q"),
                  new Values(
                      "{\"rule\": \"clock_moves_forward\", \"now\": \"2026-11-24T08:00:12Z\"}",
                      "2026",
                      ":00:12"),
                  new Values("{\"rule\": \"clock_advance\", \"maximum_years\": 10}", "10"))),
          Map.entry(
              "limit",
              List.of(
                  new Values("{\"rule\": \"halts\", \"limit\": 1000}", "1"),
                  new Values("{\"rule\": \"operators\", \"limit\": 100}", "100"))));

  static Set<String> codesWithValues() {
    return FIELD_VALUES.keySet();
  }

  @ParameterizedTest
  @MethodSource("codesWithValues")
  void namesTheValuesOfEachFieldError(String code) throws IOException {
    assertThat(fieldErrors()).contains(code);
    String plain = FailureMessage.of(new Problem.FieldError("/here", code, ""), ENGLISH);
    Set<String> sentences = new TreeSet<>();
    for (Values values : FIELD_VALUES.get(code)) {
      Problem.FieldError error =
          new Problem.FieldError(
              "/here", code, "message", Json.parse(values.parameters()).orElseThrow());
      assertDescribed(error, values.shown());
      sentences.add(FailureMessage.of(error, ENGLISH));
    }
    assertThat(sentences).hasSameSizeAs(FIELD_VALUES.get(code)).doesNotContain(plain);
  }

  /** A key that no parameters of the table above lead to is a sentence that is never shown. */
  @Test
  void usesEachSentenceWithValues() {
    long sentences =
        ENGLISH.bundle().keySet().stream()
            .filter(key -> key.matches("field_error\\.[a-z_]+\\..+"))
            .count();
    assertThat(FIELD_VALUES.values().stream().mapToInt(List::size).sum()).isEqualTo(sentences);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "insufficient_scope|{\"missing\": \"calls:read\"}|calls:read",
        "not_found|{\"lost_from\": \"2026-11-24T08:00:12Z\", \"lost_until\":"
            + " \"2026-11-24T08:00:34Z\"}|:00:34",
        "contact_window_violation|{\"next_permitted_at\": \"2026-11-24T08:00:12Z\"}|:00:12",
        "quota_exceeded|{\"limit\": 77}|77",
        "backlog_full|{\"limit\": 77}|77",
        "endpoint_limit|{\"limit\": 20}|20",
      })
  void namesTheValuesOfProblems(String code, String parameters, String shown) {
    Problem problem =
        new Problem(
            400, code, "T", "In English.", "", List.of(), Json.parse(parameters).orElseThrow());
    for (Texts texts : List.of(ENGLISH, GERMAN)) {
      assertThat(FailureMessage.of(new Failure.Refused(problem), texts).advice())
          .contains(shown, texts.get("problem." + code + ".advice"))
          .doesNotContain("In English.", "{");
    }
  }

  @Test
  void showsThePlainSentenceForUnknownRules() {
    Problem.FieldError odd =
        new Problem.FieldError(
            "/here", "inconsistent", "odd", Json.object().put("rule", "odd_rule"));
    assertThat(FailureMessage.of(odd, ENGLISH)).isEqualTo(ENGLISH.get("field_error.inconsistent"));
  }

  @Test
  void hasNoTextsForUnknownCodes() throws IOException {
    assertThat(codesOf("problem.")).containsExactlyInAnyOrderElementsOf(problems());
    assertThat(codesOf("field_error.")).containsExactlyInAnyOrderElementsOf(fieldErrors());
  }

  private static Set<String> codesOf(String registry) {
    return ENGLISH.bundle().keySet().stream()
        .filter(key -> key.startsWith(registry) && !key.equals("problem.trace"))
        .map(key -> key.substring(registry.length()).replaceAll("\\..*", ""))
        .collect(Collectors.toSet());
  }
}
