package eu.callorders.console.ui;

import eu.callorders.console.api.Scope;
import java.util.List;
import javafx.scene.Node;
import javafx.scene.control.Tooltip;

/** Says where something is disabled which scope it needs, for as long as the session lacks it. */
public final class NeededScope {
  private final Tooltip why;
  private final List<Node> places;

  /**
   * @param places what the pointer rests on; what is disabled itself shows no tooltip
   */
  public NeededScope(Texts texts, Scope scope, Node... places) {
    this.why = new Tooltip(texts.get("needs.scope", scope.wireName()));
    this.places = List.of(places);
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
  }
}
