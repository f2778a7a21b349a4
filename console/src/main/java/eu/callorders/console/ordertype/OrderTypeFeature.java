package eu.callorders.console.ordertype;

import eu.callorders.console.api.Scope;
import eu.callorders.console.ui.Feature;
import eu.callorders.console.ui.Texts;
import java.util.List;

/** The order type screen in the navigation. */
public final class OrderTypeFeature {
  private OrderTypeFeature() {}

  public static List<Feature> all() {
    Texts texts = Texts.of(OrderTypeFeature.class);
    return List.of(
        Feature.of("order-types", texts, "fth-file-text", Scope.CONFIG_READ, OrderTypesView::new));
  }
}
