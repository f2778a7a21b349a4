package eu.callorders.console.enrollment;

import eu.callorders.console.ui.Feature;
import java.util.List;

/** What this package brings to the navigation. */
public final class EnrollmentFeature {
  private EnrollmentFeature() {}

  public static List<Feature> all() {
    return List.of();
  }
}
