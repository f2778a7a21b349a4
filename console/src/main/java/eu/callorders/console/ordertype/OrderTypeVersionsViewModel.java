package eu.callorders.console.ordertype;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.api.ApiClient;
import eu.callorders.console.api.Query;
import eu.callorders.console.work.BackgroundExecutor;
import eu.callorders.console.work.ResourceViewModel;
import java.util.List;

/** The newest hundred versions of an order type, read when they are looked at. */
final class OrderTypeVersionsViewModel extends ResourceViewModel<List<JsonNode>> {
  OrderTypeVersionsViewModel(BackgroundExecutor background, ApiClient api) {
    super(
        background,
        key ->
            api.page("/v1/order-types/" + ApiClient.encode(key) + "/versions", Query.none(), "")
                .rows());
  }
}
