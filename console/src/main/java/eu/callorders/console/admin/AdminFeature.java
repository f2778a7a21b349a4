package eu.callorders.console.admin;

import eu.callorders.console.ui.Feature;
import eu.callorders.console.ui.Texts;
import java.util.List;

/** What this package brings to the navigation. */
public final class AdminFeature {
  private AdminFeature() {}

  public static List<Feature> all() {
    Texts texts = Texts.beside(AdminFeature.class);
    return List.of(Feature.ofAdministration("administration", texts, "fth-shield", AdminView::new));
  }
}
