package eu.callorders.console.ui;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import eu.callorders.console.api.Json;
import javafx.geometry.Pos;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.TextArea;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;

/** A resource as JSON, to read and copy; of a huge one only the beginning. */
public final class JsonPane extends BorderPane {
  /**
   * The beginning of a resource: layout time grows with the text, and resources are unbounded.
   *
   * @param text indented JSON; empty for none
   * @param isComplete whether the text is complete
   */
  record Excerpt(String text, boolean isComplete) {
    static final int MAX_LENGTH = 100_000;

    static Excerpt of(JsonNode json) {
      if (json.isMissingNode()) {
        return new Excerpt("", true);
      }
      String text = Json.pretty(json, MAX_LENGTH + 1);
      return text.length() <= MAX_LENGTH
          ? new Excerpt(text, true)
          : new Excerpt(text.substring(0, end(text)), false);
    }

    /** After the last complete line, or within a line that is very long. */
    private static int end(String text) {
      int line = text.lastIndexOf('\n', MAX_LENGTH - 1) + 1;
      if (line > MAX_LENGTH / 2) {
        return line;
      }
      return Character.isHighSurrogate(text.charAt(MAX_LENGTH - 1)) ? MAX_LENGTH - 1 : MAX_LENGTH;
    }
  }

  private final Texts texts = Texts.of(JsonPane.class);
  private final TextArea area = new TextArea();
  private final HBox notice = new HBox(8);
  private JsonNode shown = MissingNode.getInstance();

  public JsonPane() {
    area.setEditable(false);
    area.setAccessibleText("JSON");
    area.getStyleClass().addAll("mono", "json");
    Label cut = new Label(texts.get("json.cut", Excerpt.MAX_LENGTH));
    cut.setWrapText(true);
    HBox.setHgrow(cut, Priority.ALWAYS);
    cut.setMaxWidth(Double.MAX_VALUE);
    Button copy = new Button(texts.get("json.copy"));
    copy.setId("json-copy");
    copy.getStyleClass().add("small");
    copy.setMinWidth(USE_PREF_SIZE);
    copy.setOnAction(ignored -> copy());
    notice.getChildren().setAll(cut, copy);
    notice.setAlignment(Pos.CENTER_LEFT);
    notice.getStyleClass().add("form-notice");
    setCenter(area);
  }

  public void show(JsonNode json) {
    shown = json;
    Excerpt excerpt = Excerpt.of(json);
    setTop(excerpt.isComplete() ? null : notice);
    double top = area.getScrollTop();
    if (!excerpt.text().equals(area.getText())) {
      area.setText(excerpt.text());
      area.setScrollTop(top);
    }
  }

  public void clear() {
    show(MissingNode.getInstance());
  }

  /** Copies all of it, including what is not shown. */
  private void copy() {
    CopyAction.copy(Json.pretty(shown));
  }
}
