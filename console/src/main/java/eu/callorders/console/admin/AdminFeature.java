package eu.callorders.console.admin;

import eu.callorders.console.ui.Feature;
import java.util.List;

/** What this package brings to the navigation. */
public final class AdminFeature {
  private AdminFeature() {}

  public static List<Feature> all() {
    return List.of();
  }
}
