package eu.callorders.console.order;

import eu.callorders.console.ui.Facts;
import java.util.List;

/** Shows facts in a {@link Facts} pane. */
final class FactsRenderer {
  private FactsRenderer() {}

  static void show(Facts pane, List<Fact> facts) {
    pane.clear();
    for (Fact fact : facts) {
      if (fact.isProse()) {
        pane.addText(fact.name(), fact.value());
      } else {
        pane.add(fact.name(), fact.value());
      }
    }
  }
}
