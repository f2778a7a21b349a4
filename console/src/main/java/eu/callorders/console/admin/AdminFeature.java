package eu.callorders.console.admin;

import eu.callorders.console.ui.Feature;
import eu.callorders.console.ui.Texts;
import java.util.List;
import java.util.Optional;

/** The administration in the navigation. */
public final class AdminFeature {
  public static final String ID = "administration";

  private AdminFeature() {}

  /**
   * Returns the screens of the administration.
   *
   * @param halts present with an administration
   */
  public static List<Feature> all(Optional<HaltViewModel> halts) {
    Texts texts = Texts.of(AdminFeature.class);
    return List.of(
        Feature.ofAdministration(
            ID, texts, "fth-shield", context -> new AdminView(context, halts.orElseThrow())));
  }
}
