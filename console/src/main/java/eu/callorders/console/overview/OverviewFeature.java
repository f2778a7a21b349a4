package eu.callorders.console.overview;

import eu.callorders.console.ui.Feature;
import java.util.List;

/** What this package brings to the navigation. */
public final class OverviewFeature {
  private OverviewFeature() {}

  public static List<Feature> all() {
    return List.of();
  }
}
