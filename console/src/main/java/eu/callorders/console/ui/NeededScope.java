package eu.callorders.console.ui;

import eu.callorders.console.api.AdminRole;
import eu.callorders.console.api.Scope;
import java.util.List;
import java.util.stream.Stream;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Control;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.Pane;
import javafx.scene.layout.StackPane;

/** Shows on disabled controls which scope or role they need, while the session lacks it. */
public final class NeededScope {
  private final Tooltip tooltip;
  private final List<Node> tooltipNodes;
  private final List<Control> controls;

  /**
   * @param nodes controls that are already in a pane, or panes of such controls
   */
  public NeededScope(Texts texts, Scope scope, Node... nodes) {
    this(texts.get("needs.scope", scope.wireName()), nodes);
  }

  /**
   * @param nodes as above
   */
  public NeededScope(Texts texts, AdminRole role, Node... nodes) {
    this(texts.get("needs.role", role.wireName()), nodes);
  }

  /**
   * @param reason what is needed, for the operator
   * @param nodes as above
   */
  public NeededScope(String reason, Node... nodes) {
    this.tooltip = new Tooltip(reason);
    this.controls = Stream.of(nodes).flatMap(NeededScope::controls).toList();
    this.tooltipNodes = Stream.of(nodes).map(NeededScope::tooltipNode).toList();
  }

  private static Stream<Control> controls(Node node) {
    return node instanceof Control control
        ? Stream.of(control)
        : ((Pane) node)
            .getChildren().stream().filter(Control.class::isInstance).map(Control.class::cast);
  }

  /** A disabled control shows no tooltip, so its wrapper does. */
  private static Node tooltipNode(Node node) {
    if (!(node instanceof Control)) {
      return node;
    }
    Pane pane = (Pane) node.getParent();
    int index = pane.getChildren().indexOf(node);
    StackPane wrapper = new StackPane();
    wrapper.setAlignment(Pos.CENTER_LEFT);
    wrapper.visibleProperty().bind(node.visibleProperty());
    wrapper.managedProperty().bind(node.managedProperty());
    pane.getChildren().set(index, wrapper);
    wrapper.getChildren().add(node);
    return wrapper;
  }

  /** Whether the session has the scope or role now. */
  public void setGranted(boolean granted) {
    for (Node place : tooltipNodes) {
      if (granted) {
        Tooltip.uninstall(place, tooltip);
      } else {
        Tooltip.install(place, tooltip);
      }
    }
    controls.forEach(control -> control.setAccessibleHelp(granted ? null : tooltip.getText()));
  }
}
