package eu.callorders.console.ui;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import eu.callorders.console.api.Failure;
import eu.callorders.console.api.Problem;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
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
    String file = "/contract/" + contract + ".yaml";
    try (InputStream text =
        Objects.requireNonNull(ProblemTextsTest.class.getResourceAsStream(file))) {
      JsonNode known = YAML.readTree(text).at("/components/schemas" + pointer);
      List<String> codes = new ArrayList<>();
      known.forEach(code -> codes.add(code.asText()));
      assertThat(codes).as(file + pointer).isNotEmpty();
      return codes;
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
    Problem.FieldError error = new Problem.FieldError("/here", code, "message");
    String english = FailureMessage.of(error, ENGLISH);
    assertThat(english).matches("[A-Z].+: .+\\. \\(message\\)");
    assertThat(FailureMessage.of(error, GERMAN))
        .matches(".+: .+\\. \\(message\\)")
        .isNotEqualTo(english);
  }

  @Test
  void hasNoTextsForUnknownCodes() throws IOException {
    assertThat(codesOf("problem.")).containsExactlyInAnyOrderElementsOf(problems());
    assertThat(codesOf("field_error.")).containsExactlyInAnyOrderElementsOf(fieldErrors());
  }

  private static Set<String> codesOf(String registry) {
    return ENGLISH.bundle().keySet().stream()
        .filter(key -> key.startsWith(registry) && !key.equals("problem.trace"))
        .map(key -> key.substring(registry.length()).replace(".advice", ""))
        .collect(Collectors.toSet());
  }
}
