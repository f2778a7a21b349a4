package eu.callorders.console.suppression;

import eu.callorders.console.ui.Feature;
import java.util.List;

/** What this package brings to the navigation. */
public final class SuppressionFeature {
  private SuppressionFeature() {}

  public static List<Feature> all() {
    return List.of();
  }
}
