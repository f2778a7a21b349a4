package eu.callorders.console.event;

import eu.callorders.console.api.Scope;
import eu.callorders.console.ui.Feature;
import eu.callorders.console.ui.Texts;
import java.util.List;

/** The event screen in the navigation. */
public final class EventFeature {
  private EventFeature() {}

  public static List<Feature> all() {
    Texts texts = Texts.of(EventFeature.class);
    return List.of(Feature.of("events", texts, "fth-radio", Scope.EVENTS_READ, EventsView::new));
  }
}
