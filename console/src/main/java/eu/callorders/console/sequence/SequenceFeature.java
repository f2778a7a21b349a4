package eu.callorders.console.sequence;

import eu.callorders.console.api.Scope;
import eu.callorders.console.ui.Feature;
import eu.callorders.console.ui.Texts;
import java.util.List;

/** The sequence screen in the navigation. */
public final class SequenceFeature {
  private SequenceFeature() {}

  public static List<Feature> all() {
    Texts texts = Texts.of(SequenceFeature.class);
    return List.of(
        Feature.of("sequences", texts, "fth-list", Scope.CONFIG_READ, SequencesView::new));
  }
}
