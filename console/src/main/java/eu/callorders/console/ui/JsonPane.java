package eu.callorders.console.ui;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.api.Json;
import javafx.scene.control.TextArea;

/** A resource as the interface gives it, to be read and copied. */
public final class JsonPane extends TextArea {
  public JsonPane() {
    setEditable(false);
    getStyleClass().addAll("mono", "json");
  }

  public void show(JsonNode json) {
    double top = getScrollTop();
    String text = json.isMissingNode() ? "" : Json.pretty(json);
    if (!text.equals(getText())) {
      setText(text);
      setScrollTop(top);
    }
  }
}
