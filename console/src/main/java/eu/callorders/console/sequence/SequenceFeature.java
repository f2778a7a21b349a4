package eu.callorders.console.sequence;

import eu.callorders.console.ui.Feature;
import java.util.List;

/** What this package brings to the navigation. */
public final class SequenceFeature {
  private SequenceFeature() {}

  public static List<Feature> all() {
    return List.of();
  }
}
