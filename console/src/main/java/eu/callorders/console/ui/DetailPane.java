package eu.callorders.console.ui;

import javafx.event.EventTarget;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.Scene;
import javafx.scene.control.SplitPane;
import javafx.scene.input.MouseEvent;

/**
 * The pane beside a list. The position to which the operator moves the divider is saved; a window
 * that is too narrow for it moves the divider only until it is wider again.
 */
public final class DetailPane {
  private static final double DIVIDER = 0.6;

  private final SplitPane split;
  private final String key;
  private final double divider;
  private final Settings settings;
  private double pressedAt;

  public DetailPane(SplitPane split, String id, Settings settings) {
    this(split, id, DIVIDER, settings);
  }

  /**
   * @param split contains the list
   * @param divider position until the operator moves it
   */
  public DetailPane(SplitPane split, String id, double divider, Settings settings) {
    this.split = split;
    this.key = id + ".divider";
    this.divider = divider;
    this.settings = settings;
    split.widthProperty().addListener(ignored -> widthChanged());
    split.addEventFilter(MouseEvent.MOUSE_PRESSED, ignored -> pressedAt = position());
    split.addEventFilter(MouseEvent.MOUSE_RELEASED, release -> released(release.getTarget()));
  }

  /** Shows the detail in place of any other one. */
  public void show(Node detail) {
    if (!split.getItems().contains(detail)) {
      split.getItems().subList(1, split.getItems().size()).clear();
      split.getItems().add(detail);
      restore();
    }
  }

  /** Closes the pane; a focus in it moves to the list. */
  public void hide() {
    Scene scene = split.getScene();
    Node focused = scene == null ? null : scene.getFocusOwner();
    split.getItems().subList(1, split.getItems().size()).clear();
    if (focused != null && focused.getScene() == null) {
      Focus.into((Parent) split.getItems().getFirst());
    }
  }

  private void restore() {
    split.setDividerPositions(settings.number(key, divider));
  }

  private double position() {
    return split.getDividers().isEmpty() ? divider : split.getDividerPositions()[0];
  }

  /** The layout shares the difference between both sides, so the position is restored after it. */
  private void widthChanged() {
    if (!split.getDividers().isEmpty()) {
      split.layout();
      restore();
    }
  }

  private void released(EventTarget target) {
    if (isDivider(target) && position() != pressedAt) {
      settings.put(key, position());
    }
  }

  /** Whether it is the divider of this split or a part of it. */
  private boolean isDivider(EventTarget target) {
    Node node = target instanceof Node pressed ? pressed : null;
    while (node != null && !split.equals(node.getParent())) {
      node = node.getParent();
    }
    return node != null && node.getStyleClass().contains("split-pane-divider");
  }
}
