package eu.callorders.console.sequence;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.api.Json;
import eu.callorders.console.ui.Texts;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

class VersionChangesTest {
  private static final String VERSION =
      """
      {"trigger":{"signal_type":"%s"},"exit_conditions":[{"type":"%s"}],"steps":[%s]}
      """;

  private static JsonNode version(String signal, String exit, String... steps) {
    return Json.parse(VERSION.formatted(signal, exit, String.join(",", steps))).orElseThrow();
  }

  private static String step(String id, String after) {
    return "{\"id\":\"%s\",\"after\":\"%s\"}".formatted(id, after);
  }

  @Test
  void detectsAddedRemovedAndChangedSteps() {
    JsonNode before = version("s", "e", step("a", "P1D"), step("b", "P1D"), step("c", "P1D"));
    JsonNode now = version("s", "e", step("a", "P1D"), step("c", "P2D"), step("d", "P1D"));
    assertThat(VersionChanges.compare(before, now))
        .isEqualTo(
            new VersionChanges(List.of("d"), List.of("b"), List.of("c"), false, false, false));
  }

  @Test
  void detectsMovedStepsTriggerAndExits() {
    JsonNode before = version("s", "e", step("a", "P1D"), step("b", "P1D"));
    assertThat(VersionChanges.compare(before, before))
        .isEqualTo(new VersionChanges(List.of(), List.of(), List.of(), false, false, false));
    assertThat(
            VersionChanges.compare(before, version("s", "e", step("b", "P1D"), step("a", "P1D"))))
        .isEqualTo(new VersionChanges(List.of(), List.of(), List.of(), true, false, false));
    assertThat(
            VersionChanges.compare(before, version("t", "f", step("a", "P1D"), step("b", "P1D"))))
        .isEqualTo(new VersionChanges(List.of(), List.of(), List.of(), false, true, true));
  }

  @Test
  void namesThreeStepsAndCountsOthers() {
    Locale.setDefault(Locale.ENGLISH);
    VersionChanges changes =
        new VersionChanges(
            List.of("a"), List.of("b", "c", "d", "e", "f"), List.of(), true, false, true);
    Texts texts = Texts.of(VersionChanges.class);
    assertThat(changes.describe(texts))
        .isEqualTo(
            "one new step (a); 5 steps removed (b, c, d and 2 more); steps in another order;"
                + " other exit conditions");
    VersionChanges none = new VersionChanges(List.of(), List.of(), List.of(), false, false, false);
    assertThat(none.describe(texts)).isEqualTo("no difference");
  }

  @Test
  void describesEachChange() {
    Locale.setDefault(Locale.ENGLISH);
    Texts texts = Texts.of(VersionChanges.class);
    List<String> none = List.of();
    List<String> four = List.of("d", "c", "b", "a");
    assertThat(new VersionChanges(none, none, four, false, false, false).describe(texts))
        .isEqualTo("4 steps changed (d, c, b and 1 more)");
    assertThat(new VersionChanges(none, none, none, true, false, false).describe(texts))
        .isEqualTo("steps in another order");
    assertThat(new VersionChanges(none, none, none, false, true, false).describe(texts))
        .isEqualTo("another trigger");
    assertThat(new VersionChanges(none, none, none, false, false, true).describe(texts))
        .isEqualTo("other exit conditions");
  }
}
