package eu.callorders.console.ui;

import javafx.scene.Node;
import javafx.scene.control.SplitPane;

/** A detail beside a list, there while somebody looks at it; its width is remembered. */
public final class DetailPane {
  private static final double DIVIDER = 0.6;

  private final SplitPane split;
  private final Node detail;
  private final String key;
  private final double divider;
  private final Settings settings;

  /**
   * @param split holds the list already
   * @param id names the pair in the settings
   */
  public DetailPane(SplitPane split, Node detail, String id, Settings settings) {
    this(split, detail, id, DIVIDER, settings);
  }

  /**
   * As above.
   *
   * @param divider where the detail begins until somebody moves it, as a share of the width
   */
  public DetailPane(SplitPane split, Node detail, String id, double divider, Settings settings) {
    this.split = split;
    this.detail = detail;
    this.key = id + ".divider";
    this.divider = divider;
    this.settings = settings;
  }

  public void show() {
    if (!isShown()) {
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
