package eu.callorders.console.ui;

import eu.callorders.console.api.Scope;
import java.util.List;
import java.util.stream.Stream;
import javafx.scene.Node;
import javafx.scene.control.Control;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.Pane;
import javafx.scene.layout.StackPane;

/** Says where something is disabled which scope it needs, for as long as the session lacks it. */
public final class NeededScope {
  private final Tooltip why;
  private final List<Node> places;
  private final List<Control> controls;

  /**
   * @param places controls that stand in a pane already, or panes of such controls
   */
  public NeededScope(Texts texts, Scope scope, Node... places) {
    this.why = new Tooltip(texts.get("needs.scope", scope.wireName()));
    this.controls = Stream.of(places).flatMap(NeededScope::controls).toList();
    this.places = Stream.of(places).map(NeededScope::underPointer).toList();
  }

  private static Stream<Control> controls(Node place) {
    return place instanceof Control control
        ? Stream.of(control)
        : ((Pane) place)
            .getChildren().stream().filter(Control.class::isInstance).map(Control.class::cast);
  }

  /** What is disabled itself shows no tooltip: what is around it does. */
  private static Node underPointer(Node place) {
    if (!(place instanceof Control)) {
      return place;
    }
    Pane pane = (Pane) place.getParent();
    int where = pane.getChildren().indexOf(place);
    StackPane around = new StackPane();
    around.visibleProperty().bind(place.visibleProperty());
    around.managedProperty().bind(place.managedProperty());
    pane.getChildren().set(where, around);
    around.getChildren().add(place);
    return around;
  }

  /** Whether the session holds it now. */
  public void held(boolean now) {
    for (Node place : places) {
      if (now) {
        Tooltip.uninstall(place, why);
      } else {
        Tooltip.install(place, why);
      }
    }
    controls.forEach(control -> control.setAccessibleHelp(now ? null : why.getText()));
  }
}
