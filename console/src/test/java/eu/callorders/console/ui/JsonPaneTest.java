package eu.callorders.console.ui;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
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
import org.testfx.api.FxToolkit;

@RobotTest
class JsonPaneTest extends UiRobot {
  private static final JsonNode SMALL = Json.object().put("id", "ord_1");
  private static final JsonNode HUGE = TextNode.valueOf("a".repeat(2 * Excerpt.MAX_LENGTH));

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
    assertThat(text()).hasSize(Excerpt.MAX_LENGTH);
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
}
