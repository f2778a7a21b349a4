package eu.callorders.console.api;

import eu.callorders.client.api.EventTypes;
import java.util.List;
import java.util.stream.Stream;

/** Event types known to this console; others are shown too. */
public final class KnownEventTypes {
  /** Sent to a single endpoint, never by a replay; the feed does not contain them. */
  public static final List<String> OUTSIDE_THE_FEED =
      List.of("webhook_endpoint.verification", "webhook_endpoint.ping");

  /** Wildcards followed by their types, as filters and subscriptions accept them. */
  public static final List<String> ALL = EventTypes.FILTERS;

  /** The types that deliveries may have. */
  public static final List<String> DELIVERED =
      Stream.concat(ALL.stream().filter(type -> !type.endsWith("*")), OUTSIDE_THE_FEED.stream())
          .toList();

  private KnownEventTypes() {}
}
