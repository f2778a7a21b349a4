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
  private static final JsonNode HUGE = TextNode.valueOf("a".repeat(2 * Excerpt.MOST));

  private JsonPane pane;

  @BeforeEach
  void open() throws Exception {
    Stage stage = FxToolkit.registerPrimaryStage();
    draw(
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
    return look(area::getText);
  }

  private boolean offersCopy() {
    return look(() -> robot().lookup("#json-copy").tryQuery().isPresent());
  }

  @Test
  void showsTheBeginningOfAHugeResourceAndCopiesAllOfIt() {
    draw(() -> pane.show(HUGE));
    assertThat(text()).hasSize(Excerpt.MOST);
    Button copy = find("#json-copy");
    draw(copy::fire);
    assertThat(look(() -> Clipboard.getSystemClipboard().getString())).isEqualTo(Json.pretty(HUGE));
  }

  @Test
  void showsSmallResourcesCompletely() {
    draw(() -> pane.show(HUGE));
    draw(() -> pane.show(SMALL));
    assertThat(text()).isEqualTo(Json.pretty(SMALL));
    assertThat(offersCopy()).isFalse();
    draw(() -> pane.show(HUGE));
    assertThat(offersCopy()).isTrue();
    draw(pane::clear);
    assertThat(text()).isEmpty();
    assertThat(offersCopy()).isFalse();
  }

  @Test
  void keepsScrollPositionOnReload() {
    JsonNode before = Json.object().put("text", "a").set("rows", rows("x"));
    draw(() -> pane.show(before));
    TextArea area = find(".json");
    draw(() -> area.setScrollTop(300));
    JsonNode now = Json.object().put("text", "b").set("rows", rows("y"));
    draw(() -> pane.show(now));
    assertThat(text()).contains("\"y\"");
    assertThat(look(area::getScrollTop)).isEqualTo(300);
  }

  private static JsonNode rows(String word) {
    var rows = Json.object().putArray("rows");
    for (int row = 0; row < 200; row++) {
      rows.addObject().put("word", word);
    }
    return rows;
  }
}
