package eu.callorders.console.admin;

import eu.callorders.console.ui.Feature;
import eu.callorders.console.ui.Texts;
import java.util.List;
import java.util.Optional;

/** What this package brings to the navigation. */
public final class AdminFeature {
  public static final String ID = "administration";

  private AdminFeature() {}

  /**
   * The one screen of it.
   *
   * @param halts what is halted, where there is an administration
   */
  public static List<Feature> all(Optional<HaltViewModel> halts) {
    Texts texts = Texts.beside(AdminFeature.class);
    return List.of(
        Feature.ofAdministration(
            ID, texts, "fth-shield", desk -> new AdminView(desk, halts.orElseThrow())));
  }
}
