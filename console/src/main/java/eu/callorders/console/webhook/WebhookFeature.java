package eu.callorders.console.webhook;

import eu.callorders.console.api.Scope;
import eu.callorders.console.ui.Feature;
import eu.callorders.console.ui.Texts;
import java.util.List;

/** The endpoints and the delivery log in the navigation. */
public final class WebhookFeature {
  static final String ENDPOINTS = "webhooks";
  static final String DELIVERIES = "deliveries";

  private WebhookFeature() {}

  public static List<Feature> all() {
    Texts texts = Texts.of(WebhookFeature.class);
    Feature endpoints =
        Feature.of(ENDPOINTS, texts, "fth-send", Scope.CONFIG_READ, WebhooksView::new);
    return List.of(
        endpoints,
        new Feature(
            DELIVERIES,
            texts.get("deliveries.title"),
            "fth-inbox",
            endpoints.allowed(),
            endpoints.needs(),
            DeliveriesView::new));
  }
}
