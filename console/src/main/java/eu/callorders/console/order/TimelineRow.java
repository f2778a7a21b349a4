package eu.callorders.console.order;

import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;

/** A timeline entry: dot, time and text. */
final class TimelineRow {
  private static final double TIME_WIDTH = 165;

  private TimelineRow() {}

  static Node of(OrderTimeline.Entry entry) {
    Region dot = new Region();
    dot.getStyleClass().addAll("dot", "dot-" + entry.dotStyle());
    Label at = new Label(entry.at());
    at.setMinWidth(Region.USE_PREF_SIZE);
    at.setPrefWidth(TIME_WIDTH);
    at.getStyleClass().add("timeline-time");
    Label text = new Label(entry.text());
    text.setWrapText(true);
    HBox line = new HBox(10, dot, at, text);
    line.setAlignment(Pos.CENTER_LEFT);
    line.getStyleClass().add("timeline-entry");
    return line;
  }
}
