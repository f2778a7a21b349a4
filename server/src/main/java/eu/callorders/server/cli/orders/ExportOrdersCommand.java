package eu.callorders.server.cli.orders;

import eu.callorders.client.api.ListCallOrdersQuery;
import eu.callorders.client.api.Operations;
import eu.callorders.client.model.CallOrderStatus;
import eu.callorders.server.cli.client.ApiCommand;
import eu.callorders.server.cli.client.ApiSession;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code orders export}. */
@Command(
    name = "export",
    description = {
      "Prints call orders as CSV, the newest first.",
      "With --json an order with all of its members is a line of JSON."
    },
    footer = {"", "Example:", "  call-orders orders export --status completed > orders.csv"})
public final class ExportOrdersCommand extends ApiCommand {
  private static final long PAGE = 100;

  @Option(names = "--status", paramLabel = "STATUS", description = "Only orders in this status.")
  private @Nullable String status;

  @Option(
      names = "--created-after",
      paramLabel = "INSTANT",
      description = "Only later orders, such as after 2026-11-01T00:00:00Z.")
  private @Nullable Instant createdAfter;

  @Option(names = "--created-before", paramLabel = "INSTANT", description = "Only earlier orders.")
  private @Nullable Instant createdBefore;

  @Override
  protected int run(ApiSession session) {
    ListCallOrdersQuery query = ListCallOrdersQuery.all().limit(PAGE);
    query = status == null ? query : query.status(new CallOrderStatus(status));
    query = createdAfter == null ? query : query.createdAfter(createdAfter);
    query = createdBefore == null ? query : query.createdBefore(createdBefore);
    session.export(
        Operations.listCallOrders(query), List.of(OrderSummary.COLUMNS), OrderSummary::of);
    return DONE;
  }
}
