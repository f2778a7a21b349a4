package eu.callorders.server.cli.events;

import eu.callorders.client.api.ListEventsQuery;
import eu.callorders.server.cli.client.ApiCommand;
import eu.callorders.server.cli.client.ApiSession;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code events tail}. */
@Command(
    name = "tail",
    description = {"Prints events as they occur, until Ctrl-C. With --json one event a line."},
    footer = {"", "Example:", "  call-orders events tail --types call_order.completed,call.*"})
public final class TailCommand extends ApiCommand {
  @Option(
      names = "--types",
      paramLabel = "TYPE",
      split = ",",
      description = "Only these types, such as call_order.completed or call_order.*.")
  private List<String> types = List.of();

  @Option(names = "--order", paramLabel = "ID", description = "Only events about this order.")
  private @Nullable String order;

  @Option(
      names = "--enrollment",
      paramLabel = "ID",
      description = "Only events about this enrollment.")
  private @Nullable String enrollment;

  @Option(
      names = "--from",
      paramLabel = "CURSOR",
      description = "Starts behind this cursor or event id, or with the oldest event (start).")
  private @Nullable String from;

  @Option(
      names = "--no-follow",
      description = "Ends with the newest event, and prints the cursor for --from.")
  private boolean noFollow;

  @Override
  protected int run(ApiSession session) throws InterruptedException {
    String start = from == null ? FeedFollower.end(session) : from;
    FeedFollower feed = new FeedFollower(session, query(), start);
    Predicate<FeedEvent> printer =
        event -> {
          session.printLine(event.json(), EventFormatter.line(event.json()));
          return true;
        };
    try (ContinuationHint _ = new ContinuationHint(session, feed::position)) {
      if (noFollow) {
        feed.readToEnd(printer);
      } else {
        feed.follow(printer);
      }
    }
    return DONE;
  }

  private ListEventsQuery query() {
    ListEventsQuery query = ListEventsQuery.all().limit(100);
    query = types.isEmpty() ? query : query.eventTypes(types);
    query = order == null ? query : query.callOrderId(order);
    return enrollment == null ? query : query.enrollmentId(enrollment);
  }
}
