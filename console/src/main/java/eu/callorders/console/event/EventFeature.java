package eu.callorders.console.event;

import eu.callorders.console.ui.Feature;
import java.util.List;

/** What this package brings to the navigation. */
public final class EventFeature {
  private EventFeature() {}

  public static List<Feature> all() {
    return List.of();
  }
}
