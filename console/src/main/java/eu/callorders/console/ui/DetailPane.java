package eu.callorders.console.ui;

import javafx.scene.Node;
import javafx.scene.control.SplitPane;

/** A detail pane beside a list; its width is saved. */
public final class DetailPane {
  private static final double DIVIDER = 0.6;

  private final SplitPane split;
  private final Node detail;
  private final String key;
  private final double divider;
  private final Settings settings;

  public DetailPane(SplitPane split, Node detail, String id, Settings settings) {
    this(split, detail, id, DIVIDER, settings);
  }

  public DetailPane(SplitPane split, Node detail, String id, double divider, Settings settings) {
    this.split = split;
    this.detail = detail;
    this.key = id + ".divider";
    this.divider = divider;
    this.settings = settings;
  }

  /** Shows the detail in place of any other one. */
  public void show() {
    if (!isShown()) {
      split.getItems().subList(1, split.getItems().size()).clear();
      split.getItems().add(detail);
      split.setDividerPositions(settings.number(key, divider));
      split
          .getDividers()
          .getFirst()
          .positionProperty()
          .addListener((ignored, before, now) -> settings.put(key, now));
    }
  }

  public boolean isShown() {
    return split.getItems().contains(detail);
  }

  public void hide() {
    split.getItems().remove(detail);
  }
}
