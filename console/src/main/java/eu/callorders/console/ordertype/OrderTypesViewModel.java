package eu.callorders.console.ordertype;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.api.ApiClient;
import eu.callorders.console.work.BackgroundExecutor;
import eu.callorders.console.work.FilteredListViewModel;
import eu.callorders.console.work.ListFilter;
import eu.callorders.console.work.PagedRows;
import eu.callorders.console.work.ResourceViewModel;
import java.time.ZoneId;
import java.util.List;

/** The order type list and the shown order type. */
final class OrderTypesViewModel extends FilteredListViewModel<OrderTypeRow> {
  private static final String PATH = "/v1/order-types";

  final ResourceViewModel<JsonNode> detail;

  OrderTypesViewModel(BackgroundExecutor background, ApiClient api) {
    super(
        api,
        new Origin<>(PATH, "order_type.", OrderTypeRow::of),
        new PagedRows<>(background, OrderTypeRow::key, OrderTypeRow.BY_UPDATED_AT),
        new ListFilter<>(ZoneId.systemDefault(), OrderTypeRow::createdAt)
            .with("status", OrderTypeRow::status));
    this.detail =
        new ResourceViewModel<>(
            background, key -> api.get(PATH + "/" + ApiClient.encode(key)).body());
  }

  @Override
  protected void update(List<OrderTypeRow> latest) {
    super.update(latest);
    if (latest.stream().anyMatch(this::isShown)) {
      detail.load();
    }
  }

  boolean isShown(OrderTypeRow row) {
    return row.key().equals(detail.id());
  }
}
