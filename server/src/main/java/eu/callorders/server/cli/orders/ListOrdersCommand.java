package eu.callorders.server.cli.orders;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.client.api.ListCallOrdersQuery;
import eu.callorders.client.api.Operations;
import eu.callorders.client.model.CallOrderStatus;
import eu.callorders.server.cli.client.ApiCommand;
import eu.callorders.server.cli.client.ApiSession;
import eu.callorders.server.cli.client.PageOptions;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code orders list}. */
@Command(
    name = "list",
    description = "Lists call orders, the newest first.",
    footer = {"", "Example:", "  call-orders orders list --status completed --limit 50"})
public final class ListOrdersCommand extends ApiCommand {
  @Option(names = "--status", paramLabel = "STATUS", description = "Only orders in this status.")
  private @Nullable String status;

  @Option(names = "--order-type", paramLabel = "KEY", description = "Only orders of this type.")
  private @Nullable String orderType;

  @Option(
      names = "--client-reference",
      paramLabel = "TEXT",
      description = "Only orders with this reference.")
  private @Nullable String clientReference;

  @Option(
      names = "--subject-reference",
      paramLabel = "TEXT",
      description = "Only orders of this person.")
  private @Nullable String subjectReference;

  @Mixin private final PageOptions page = new PageOptions();

  @Override
  protected int run(ApiSession session) {
    ListCallOrdersQuery query = ListCallOrdersQuery.all().limit(page.limit());
    String after = page.after();
    query = after == null ? query : query.after(after);
    query = status == null ? query : query.status(new CallOrderStatus(status));
    query = orderType == null ? query : query.orderType(orderType);
    query = clientReference == null ? query : query.clientReference(clientReference);
    query = subjectReference == null ? query : query.subjectReference(subjectReference);
    JsonNode orders = session.send(Operations.listCallOrders(query));
    session.print(session.asJson() ? orders : OrderSummary.ofPage(orders), OrderSummary.COLUMNS);
    return DONE;
  }
}
