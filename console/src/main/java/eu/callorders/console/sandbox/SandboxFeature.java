package eu.callorders.console.sandbox;

import eu.callorders.console.ui.Feature;
import java.util.List;

/** What this package brings to the navigation. */
public final class SandboxFeature {
  private SandboxFeature() {}

  public static List<Feature> all() {
    return List.of();
  }
}
