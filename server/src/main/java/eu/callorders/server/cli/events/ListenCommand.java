package eu.callorders.server.cli.events;

import eu.callorders.client.api.ListEventsQuery;
import eu.callorders.server.cli.client.ApiCommand;
import eu.callorders.server.cli.client.ApiSession;
import eu.callorders.server.json.Json;
import java.io.IOException;
import java.net.URI;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Base64;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code listen}: webhooks on this machine, without a public address. */
@Command(
    name = "listen",
    description = {
      "Follows the event feed and posts each event to a receiver on this machine, signed as a"
          + " webhook, with the same body. Prints each answer.",
      "An event that the receiver does not accept is tried three times and then skipped; the"
          + " command says how to start again with it."
    },
    footer = {"", "Example:", "  call-orders listen --forward http://127.0.0.1:3000/hooks"})
public final class ListenCommand extends ApiCommand {
  private static final int SECRET_BYTES = 24;

  @Option(names = "--forward", paramLabel = "URL", required = true, description = "The receiver.")
  private String target = "";

  @Option(
      names = "--events",
      paramLabel = "TYPE",
      split = ",",
      description = "Only these types, such as call_order.completed or call_order.*.")
  private List<String> types = List.of();

  @Option(names = "--replay", paramLabel = "N", description = "First the last N events.")
  private int replay;

  @Option(
      names = "--from",
      paramLabel = "CURSOR",
      description =
          "Starts behind this cursor or event id, or with the oldest event (start), instead of at"
              + " the end.")
  private @Nullable String from;

  @Option(
      names = "--secret",
      paramLabel = "SECRET",
      description = "Signs with this secret (whsec_...); by default with a new one.")
  private @Nullable String secret;

  @Override
  protected int run(ApiSession session) throws IOException, InterruptedException {
    String key = secret == null ? newSecret() : secret;
    URI receiver = receiver();
    String start = from == null ? FeedFollower.end(session) : from;
    session.printLine(
        Json.object().put("secret", key).put("forward", receiver.toString()),
        "Signing secret: " + key + "\nForwarding to " + receiver);
    Deque<FeedEvent> events = newest(session);
    String before = replay > 0 ? FeedFollower.START : start;
    if (events.size() > replay) {
      before = events.removeFirst().id();
    }
    WebhookForwarder forwarder =
        new WebhookForwarder(receiver, key, InstantSource.system(), session, before);
    try (ContinuationHint _ = new ContinuationHint(session, forwarder::previous)) {
      events.forEach(forwarder::forward);
      feed(session, start)
          .follow(
              event -> {
                forwarder.forward(event);
                return true;
              });
    }
    return DONE;
  }

  private URI receiver() {
    try {
      URI receiver = URI.create(target.contains("://") ? target : "http://" + target);
      if (receiver.getHost() != null && receiver.getScheme().matches("https?")) {
        return receiver;
      }
    } catch (IllegalArgumentException e) {
      // The same message.
    }
    throw usage(
        "--forward takes an http or https address, such as http://127.0.0.1:3000/hooks, not "
            + target
            + ".");
  }

  private FeedFollower feed(ApiSession session, String from) {
    ListEventsQuery query = ListEventsQuery.all().limit(100);
    return new FeedFollower(session, types.isEmpty() ? query : query.eventTypes(types), from);
  }

  /** The events to replay, with the one before them. */
  private Deque<FeedEvent> newest(ApiSession session) {
    Deque<FeedEvent> newest = new ArrayDeque<>();
    if (replay > 0) {
      feed(session, FeedFollower.START)
          .readToEnd(
              event -> {
                newest.addLast(event);
                if (newest.size() > replay + 1) {
                  newest.removeFirst();
                }
                return true;
              });
    }
    return newest;
  }

  private static String newSecret() {
    byte[] bytes = new byte[SECRET_BYTES];
    new SecureRandom().nextBytes(bytes);
    return "whsec_" + Base64.getEncoder().encodeToString(bytes);
  }
}
