package eu.callorders.server.cli.orders;

import eu.callorders.client.api.ListEventsQuery;
import eu.callorders.client.api.Operations;
import eu.callorders.server.cli.client.ApiCommand;
import eu.callorders.server.cli.client.ApiSession;
import eu.callorders.server.cli.events.EventFormatter;
import eu.callorders.server.cli.events.FeedFollower;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code orders watch}. */
@Command(
    name = "watch",
    description = {
      "Prints the events of a call order, those so far first, until the order has ended.",
      "With --json one event a line."
    },
    footer = {"", "Example:", "  call-orders orders watch ord_01m7wchrbjf3tshmke2mfkvvd4"})
public final class WatchOrderCommand extends ApiCommand {
  private static final Set<String> LAST =
      Set.of(
          "call_order.completed", "call_order.expired", "call_order.canceled", "call_order.failed");

  @Parameters(index = "0", paramLabel = "ID", description = "The order.")
  private String id = "";

  @Override
  protected int run(ApiSession session) throws InterruptedException {
    session.send(Operations.getCallOrder(id)); // an unknown order has no events
    new FeedFollower(session, ListEventsQuery.all().limit(100).callOrderId(id), FeedFollower.START)
        .follow(
            event -> {
              session.printLine(event.json(), EventFormatter.line(event.json()));
              return !LAST.contains(event.type());
            });
    return DONE;
  }
}
