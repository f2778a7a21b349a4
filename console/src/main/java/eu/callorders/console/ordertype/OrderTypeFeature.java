package eu.callorders.console.ordertype;

import eu.callorders.console.ui.Feature;
import java.util.List;

/** What this package brings to the navigation. */
public final class OrderTypeFeature {
  private OrderTypeFeature() {}

  public static List<Feature> all() {
    return List.of();
  }
}
