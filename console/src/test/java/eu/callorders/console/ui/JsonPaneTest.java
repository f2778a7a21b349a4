package eu.callorders.console.ui;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import eu.callorders.console.RobotTest;
import eu.callorders.console.UiRobot;
import eu.callorders.console.api.Json;
import javafx.scene.Scene;
import javafx.scene.control.Button;
import javafx.scene.control.TextArea;
import javafx.scene.input.Clipboard;
import javafx.stage.Stage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.testfx.api.FxToolkit;

@RobotTest
class JsonPaneTest extends UiRobot {
  private static final int QUOTES = 2;
  private static final JsonNode SMALL = Json.object().put("id", "ord_1");
  private static final JsonNode HUGE =
      TextNode.valueOf("a".repeat(2 * JsonPane.Excerpt.MAX_LENGTH));

  private JsonPane pane;

  @BeforeEach
  void open() throws Exception {
    Stage stage = FxToolkit.registerPrimaryStage();
    runAndWait(
        () -> {
          pane = new JsonPane();
          stage.setScene(new Scene(pane, 400, 400));
          stage.show();
        });
  }

  @AfterEach
  void close() throws Exception {
    FxToolkit.cleanupStages();
  }

  private String text() {
    TextArea area = find(".json");
    return read(area::getText);
  }

  private boolean offersCopy() {
    return read(() -> robot().lookup("#json-copy").tryQuery().isPresent());
  }

  @Test
  void showsTheBeginningOfAHugeResourceAndCopiesAllOfIt() {
    runAndWait(() -> pane.show(HUGE));
    assertThat(text()).hasSize(JsonPane.Excerpt.MAX_LENGTH);
    Button copy = find("#json-copy");
    runAndWait(copy::fire);
    assertThat(read(() -> Clipboard.getSystemClipboard().getString())).isEqualTo(Json.pretty(HUGE));
  }

  @Test
  void showsSmallResourcesCompletely() {
    runAndWait(() -> pane.show(HUGE));
    runAndWait(() -> pane.show(SMALL));
    assertThat(text()).isEqualTo(Json.pretty(SMALL));
    assertThat(offersCopy()).isFalse();
    runAndWait(() -> pane.show(HUGE));
    assertThat(offersCopy()).isTrue();
    runAndWait(pane::clear);
    assertThat(text()).isEmpty();
    assertThat(offersCopy()).isFalse();
  }

  @Test
  void keepsScrollPositionOnReload() {
    JsonNode before = Json.object().put("text", "a").set("rows", rows("x"));
    runAndWait(() -> pane.show(before));
    TextArea area = find(".json");
    runAndWait(() -> area.setScrollTop(300));
    JsonNode now = Json.object().put("text", "b").set("rows", rows("y"));
    runAndWait(() -> pane.show(now));
    assertThat(text()).contains("\"y\"");
    assertThat(read(area::getScrollTop)).isEqualTo(300);
  }

  private static JsonNode rows(String word) {
    var rows = Json.object().putArray("rows");
    for (int row = 0; row < 200; row++) {
      rows.addObject().put("word", word);
    }
    return rows;
  }

  private static TextNode json(String text) {
    return TextNode.valueOf(text);
  }

  @Test
  void isCompleteUpToMaxLength() {
    String fits = "a".repeat(JsonPane.Excerpt.MAX_LENGTH - QUOTES);
    assertThat(JsonPane.Excerpt.of(json(fits)))
        .isEqualTo(new JsonPane.Excerpt("\"" + fits + "\"", true));
    assertThat(JsonPane.Excerpt.of(json(fits + "a")))
        .isEqualTo(new JsonPane.Excerpt("\"" + fits + "a", false));
    assertThat(JsonPane.Excerpt.of(MissingNode.getInstance()))
        .isEqualTo(new JsonPane.Excerpt("", true));
  }

  @Test
  void endsAfterACompleteLine() {
    ArrayNode rows = Json.object().putArray("rows");
    for (int row = 0; row < JsonPane.Excerpt.MAX_LENGTH / 10; row++) {
      rows.addObject().put("row", row);
    }
    JsonPane.Excerpt excerpt = JsonPane.Excerpt.of(rows);
    assertThat(excerpt.isComplete()).isFalse();
    assertThat(Json.pretty(rows)).startsWith(excerpt.text());
    assertThat(excerpt.text())
        .endsWith("\n")
        .hasSizeBetween(JsonPane.Excerpt.MAX_LENGTH - 80, JsonPane.Excerpt.MAX_LENGTH);
  }

  @Test
  void endsWithinALineThatIsVeryLong() {
    ObjectNode order =
        Json.object().put("id", "ord_1").put("text", "b".repeat(JsonPane.Excerpt.MAX_LENGTH));
    assertThat(JsonPane.Excerpt.of(order).text())
        .hasSize(JsonPane.Excerpt.MAX_LENGTH)
        .startsWith("{\n")
        .endsWith("bb");
  }

  @Test
  void generatesNoMoreThanRequested() {
    ArrayNode words = Json.object().putArray("words");
    for (int word = 0; word < JsonPane.Excerpt.MAX_LENGTH; word++) {
      words.add("word");
    }
    assertThat(Json.pretty(words, 10_000)).hasSize(10_000);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a"})
  void splitsNoSurrogatePair(String before) {
    String faces = before + "\ud83d\ude00".repeat(JsonPane.Excerpt.MAX_LENGTH);
    String text = JsonPane.Excerpt.of(json(faces)).text();
    assertThat(Character.isHighSurrogate(text.charAt(text.length() - 1))).isFalse();
    assertThat(text).hasSizeBetween(JsonPane.Excerpt.MAX_LENGTH - 1, JsonPane.Excerpt.MAX_LENGTH);
  }
}
