package eu.callorders.server.webhook.delivery;

import org.jspecify.annotations.Nullable;

/** Counts deliveries in flight and the bytes of their envelopes. Not thread-safe. */
final class InFlight {
  private int deliveries;
  private long bytes;

  void add(ClaimedDelivery claimed) {
    deliveries++;
    bytes += claimed.bytes();
  }

  void remove(ClaimedDelivery claimed) {
    deliveries--;
    bytes -= claimed.bytes();
  }

  /** Removes a delivery; null when it was the last. */
  @Nullable InFlight without(ClaimedDelivery claimed) {
    remove(claimed);
    return isEmpty() ? null : this;
  }

  int deliveries() {
    return deliveries;
  }

  long bytes() {
    return bytes;
  }

  boolean isEmpty() {
    return deliveries == 0;
  }
}
