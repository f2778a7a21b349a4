package eu.callorders.console.app;

import eu.callorders.console.ui.Feature;
import java.util.function.Function;
import javafx.beans.value.ObservableValue;
import javafx.geometry.Insets;
import javafx.geometry.Pos;
import javafx.scene.control.Label;
import javafx.scene.control.ToggleButton;
import javafx.scene.control.ToggleGroup;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.StackPane;
import org.kordamp.ikonli.javafx.FontIcon;

/** A navigation entry; a disabled one shows which scope it needs. */
final class NavigationItem extends StackPane {
  private static final double BADGE_MARGIN = 8;

  private final ToggleButton button;
  private final Tooltip name;
  private final Tooltip needs;

  NavigationItem(Feature feature, String shortcut, ToggleGroup group, Runnable open) {
    this.button = new ToggleButton(feature.title(), new FontIcon(feature.icon()));
    this.name = new Tooltip(feature.title() + "  (" + shortcut + ")");
    this.needs = new Tooltip(feature.needs());
    button.setId("go-" + feature.id());
    button.setToggleGroup(group);
    button.setMaxWidth(Double.MAX_VALUE);
    button.getStyleClass().add("navigation-item");
    button.setOnAction(ignored -> open.run());
    getChildren().add(button);
  }

  /**
   * A red badge with a number that the tooltip explains, hidden while it is zero; a click on it is
   * one on the button.
   */
  void showBadge(ObservableValue<Number> count, Function<Number, String> explained) {
    Label badge = new Label();
    badge.textProperty().bind(count.map(it -> Integer.toString(it.intValue())));
    badge.visibleProperty().bind(count.map(it -> it.intValue() > 0));
    badge.accessibleTextProperty().bind(count.map(explained));
    String title = name.getText();
    name.textProperty()
        .bind(count.map(it -> it.intValue() > 0 ? title + "\n" + explained.apply(it) : title));
    badge.getStyleClass().addAll("status-badge", "status-badge-bad");
    badge.setMouseTransparent(true);
    setAlignment(badge, Pos.CENTER_RIGHT);
    setMargin(badge, new Insets(0, BADGE_MARGIN, 0, 0));
    getChildren().add(badge);
  }

  void select(boolean selected) {
    button.setSelected(selected);
  }

  void setAllowed(boolean allowed) {
    button.setDisable(!allowed);
    button.setTooltip(allowed ? name : null);
    button.setAccessibleHelp(allowed ? null : needs.getText());
    if (allowed) {
      Tooltip.uninstall(this, needs);
    } else {
      Tooltip.install(this, needs); // disabled controls show no tooltip
    }
  }
}
