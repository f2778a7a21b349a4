package eu.callorders.console.alert;

import eu.callorders.console.ui.Labels;
import eu.callorders.console.ui.StatusBadge;
import eu.callorders.console.ui.StatusBadge.Tone;
import eu.callorders.console.ui.Texts;
import java.util.List;
import java.util.function.Consumer;
import javafx.geometry.Pos;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.Label;
import javafx.scene.control.ListCell;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;

/** An alert with its state, its time and the link to its cause. */
final class AlertCell extends ListCell<AlertEntry> {
  private static final double SPACING = 4;
  private static final double GAP = 8;

  private final Texts texts;
  private final AlertFormatter formatter;
  private final Label text = Labels.wrapped("");
  private final Label time = Labels.wrapped("", "timeline-time");
  private final HBox state = new HBox(GAP);
  private final VBox lines;

  AlertCell(Texts texts, AlertFormatter formatter, Consumer<AlertEntry> follow) {
    this.texts = texts;
    this.formatter = formatter;
    Hyperlink link = new Hyperlink(texts.get("cause"));
    link.getStyleClass().addAll("order-link", "alert-link");
    link.setFocusTraversable(false); // the Enter key follows it in the list
    link.setOnAction(ignored -> follow.accept(getItem()));
    state.setAlignment(Pos.CENTER_LEFT);
    lines = new VBox(SPACING, text, time, new HBox(GAP, state, link));
    setPrefWidth(0); // the list has no horizontal scroll bar
  }

  @Override
  protected void updateItem(@Nullable AlertEntry entry, boolean empty) {
    super.updateItem(entry, empty);
    if (entry == null || empty) {
      setGraphic(null);
      setAccessibleText("");
      return;
    }
    text.setText(formatter.text(entry.alert()));
    text.getStyleClass()
        .setAll(entry.isUnread() ? List.of("label", "card-title") : List.of("label"));
    time.setText(formatter.time(entry));
    String key = entry.lasts() ? "lasts" : "over";
    Tone tone = entry.lasts() ? Tone.BAD : Tone.NEUTRAL;
    state.getChildren().setAll(new StatusBadge(texts.get(key), tone));
    setAccessibleText(formatter.description(entry));
    setGraphic(lines);
  }

  /** A list asks for heights before the cell has a width: then the list width counts. */
  @Override
  protected double computePrefHeight(double width) {
    double outer = width > 0 ? width : getWidth();
    double inner = Math.max(0, outer - snappedLeftInset() - snappedRightInset());
    return getGraphic() == null
        ? super.computePrefHeight(width)
        : snapSizeY(lines.prefHeight(inner)) + snappedTopInset() + snappedBottomInset();
  }
}
