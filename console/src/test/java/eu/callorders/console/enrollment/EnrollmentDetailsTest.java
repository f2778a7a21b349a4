package eu.callorders.console.enrollment;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.RobotTest;
import eu.callorders.console.api.Json;
import eu.callorders.console.ui.Facts;
import eu.callorders.console.ui.Texts;
import eu.callorders.console.ui.TimestampFormatter;
import java.util.List;
import java.util.Locale;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import javafx.scene.Node;
import javafx.scene.control.Labeled;
import javafx.scene.control.TextField;
import org.junit.jupiter.api.Test;
import org.testfx.api.FxToolkit;
import org.testfx.util.WaitForAsyncUtils;

@RobotTest
class EnrollmentDetailsTest {
  private static JsonNode json(String text) {
    return Json.parse(text).orElseThrow();
  }

  private static String text(Node node) {
    return node instanceof TextField field ? field.getText() : ((Labeled) node).getText();
  }

  /** The shown names and values, alternating. */
  private static List<String> shown(BiConsumer<EnrollmentFormatter, Facts> formatter)
      throws Exception {
    Locale.setDefault(Locale.ENGLISH);
    FxToolkit.registerPrimaryStage();
    return WaitForAsyncUtils.waitForAsyncFx(
        60_000,
        () -> {
          Facts facts = new Facts();
          facts.add("from", "before");
          formatter.accept(
              new EnrollmentFormatter(
                  Texts.of(EnrollmentFormatter.class), new TimestampFormatter()),
              facts);
          return facts.getChildren().stream().map(EnrollmentDetailsTest::text).toList();
        });
  }

  @Test
  void listsFactsAndSkipsMissingOnes() throws Exception {
    JsonNode enrollment =
        json(
            """
            {"subject_reference": "p1", "sequence_key": "k", "sequence_version": 2,
             "sequence_id": "seq_1", "triggered_by_signal_id": "sig_1", "created_at": "first",
             "ended_at": "last", "exit_reason": "replaced", "metadata": {"invoice": "7"}}
            """);
    assertThat(shown((words, facts) -> words.showFacts(facts, enrollment)))
        .containsExactly(
            Stream.of(
                    List.of("Person", "p1"),
                    List.of("Sequence", "k  ·  v2"),
                    List.of("Sequence id", "seq_1"),
                    List.of("Started by signal", "sig_1"),
                    List.of("Created", "first"),
                    List.of("Ended", "last"),
                    List.of("Why it ended", "Replaced by a new enrollment"),
                    List.of("invoice", "7"))
                .flatMap(List::stream)
                .toArray(String[]::new));
  }

  @Test
  void listsEnrollmentEventsOnly() throws Exception {
    List<JsonNode> events =
        List.of(
            json("{\"type\":\"enrollment.started\",\"occurred_at\":\"one\"}"),
            json(
                "{\"type\":\"enrollment.step_started\",\"occurred_at\":\"two\","
                    + "\"data\":{\"current_step_id\":\"call\"}}"),
            json("{\"type\":\"call_order.accepted\",\"occurred_at\":\"three\"}"),
            json("{\"type\":\"enrollment.paused\",\"occurred_at\":\"four\"}"));
    assertThat(shown((formatter, facts) -> formatter.showHistory(facts, events)))
        .containsExactly("Started", "one", "Step started", "two  ·  call", "Paused", "four");
  }
}
