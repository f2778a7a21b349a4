package eu.callorders.console.enrollment;

import eu.callorders.console.api.Scope;
import eu.callorders.console.ui.Feature;
import eu.callorders.console.ui.Texts;
import java.util.List;

/** The enrollment screen in the navigation. */
public final class EnrollmentFeature {
  private EnrollmentFeature() {}

  public static List<Feature> all() {
    Texts texts = Texts.of(EnrollmentFeature.class);
    return List.of(
        Feature.of(
            "enrollments", texts, "fth-git-commit", Scope.ORDERS_READ, EnrollmentsView::new));
  }
}
