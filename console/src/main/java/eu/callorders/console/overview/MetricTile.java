package eu.callorders.console.overview;

import javafx.scene.control.Label;
import javafx.scene.layout.VBox;

/** A metric: its value and name. */
final class MetricTile extends VBox {
  private final String name;
  private final Label value = new Label("–");

  MetricTile(String id, String name) {
    this.name = name;
    Label caption = new Label(name);
    caption.getStyleClass().add("figure-name");
    value.getStyleClass().add("figure-value");
    setId(id);
    getStyleClass().add("figure");
    getChildren().addAll(caption, value);
    setFocusTraversable(false);
    setAccessibleText(name);
  }

  /**
   * @param bad whether the value needs attention
   */
  void show(String text, boolean bad) {
    value.setText(text);
    setAccessibleText(name + ": " + text);
    value.getStyleClass().remove("figure-bad");
    if (bad) {
      value.getStyleClass().add("figure-bad");
    }
  }
}
