package eu.callorders.console.overview;

import eu.callorders.console.api.Scope;
import eu.callorders.console.ui.Feature;
import eu.callorders.console.ui.Texts;
import java.util.List;

/** The overview screen in the navigation. */
public final class OverviewFeature {
  private OverviewFeature() {}

  public static List<Feature> all() {
    Texts texts = Texts.of(OverviewFeature.class);
    return List.of(
        new Feature(
            "overview",
            texts.get("title"),
            "fth-activity",
            session ->
                session.administration().isPresent()
                    || session.may(Scope.CONFIG_READ)
                    || session.may(Scope.ORDERS_READ),
            texts.get("needs.administration"),
            OverviewView::new));
  }
}
