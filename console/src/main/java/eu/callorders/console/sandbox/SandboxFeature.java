package eu.callorders.console.sandbox;

import eu.callorders.console.ui.Feature;
import eu.callorders.console.ui.Texts;
import java.util.List;

/** The sandbox screen in the navigation. */
public final class SandboxFeature {
  private SandboxFeature() {}

  public static List<Feature> all() {
    Texts texts = Texts.of(SandboxFeature.class);
    return List.of(
        new Feature(
            "sandbox",
            texts.get("title"),
            "fth-clock",
            session -> session.isSandbox() && session.administration().isPresent(),
            texts.get("needs.sandbox"),
            SandboxView::new));
  }
}
