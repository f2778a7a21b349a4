package eu.callorders.console.webhook;

import eu.callorders.console.ui.Feature;
import java.util.List;

/** What this package brings to the navigation. */
public final class WebhookFeature {
  private WebhookFeature() {}

  public static List<Feature> all() {
    return List.of();
  }
}
