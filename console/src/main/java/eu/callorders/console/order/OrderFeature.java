package eu.callorders.console.order;

import eu.callorders.console.api.Scope;
import eu.callorders.console.ui.Feature;
import eu.callorders.console.ui.Texts;
import java.util.List;

/** The order screen in the navigation. */
public final class OrderFeature {
  private OrderFeature() {}

  public static List<Feature> all() {
    Texts texts = Texts.of(OrderFeature.class);
    return List.of(
        Feature.of("orders", texts, "fth-phone-outgoing", Scope.ORDERS_READ, OrdersView::new));
  }
}
