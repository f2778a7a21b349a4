package eu.callorders.console.app;

import eu.callorders.console.ui.Feature;
import javafx.scene.control.ToggleButton;
import javafx.scene.control.ToggleGroup;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.StackPane;
import org.kordamp.ikonli.javafx.FontIcon;

/** A navigation entry; a disabled one shows which scope it needs. */
final class NavigationItem extends StackPane {
  private final ToggleButton button;
  private final Tooltip name;
  private final Tooltip needs;

  /**
   * @param shortcut shown in the tooltip
   */
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
