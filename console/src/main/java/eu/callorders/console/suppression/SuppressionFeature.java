package eu.callorders.console.suppression;

import eu.callorders.console.api.Scope;
import eu.callorders.console.ui.Feature;
import eu.callorders.console.ui.Texts;
import java.util.List;

/** The suppression screen in the navigation. */
public final class SuppressionFeature {
  private SuppressionFeature() {}

  public static List<Feature> all() {
    Texts texts = Texts.of(SuppressionFeature.class);
    return List.of(
        Feature.of("suppressions", texts, "fth-slash", Scope.CONFIG_READ, SuppressionsView::new));
  }
}
