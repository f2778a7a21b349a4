package eu.callorders.console.order;

import eu.callorders.console.ui.Settings;
import java.util.List;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.control.SplitPane;
import javafx.stage.Window;
import org.jspecify.annotations.Nullable;

/** Shows one pane at a time beside the list and stores its width. */
final class SidePane {
  private static final String DIVIDER_SETTING = "orders.divider";
  private static final double DEFAULT_DIVIDER = 0.57;

  private final SplitPane split;
  private final Settings settings;
  private final ReadOnlyObjectWrapper<@Nullable Parent> shown = new ReadOnlyObjectWrapper<>();

  SidePane(SplitPane split, Settings settings) {
    this.split = split;
    this.settings = settings;
  }

  void show(Parent pane) {
    List<Node> items = split.getItems();
    if (items.contains(pane)) {
      return;
    }
    hide();
    items.add(pane);
    shown.set(pane);
    split.setDividerPositions(settings.number(DIVIDER_SETTING, DEFAULT_DIVIDER));
    split
        .getDividers()
        .getFirst()
        .positionProperty()
        .addListener((ignored, before, now) -> settings.put(DIVIDER_SETTING, now));
  }

  void hide() {
    while (split.getItems().size() > 1) {
      split.getItems().removeLast();
    }
    shown.set(null);
  }

  Window window() {
    return split.getScene().getWindow();
  }

  boolean shows(Parent pane) {
    return pane.equals(shown.get());
  }

  /** The shown pane, null for none. */
  ReadOnlyObjectProperty<@Nullable Parent> shown() {
    return shown.getReadOnlyProperty();
  }
}
