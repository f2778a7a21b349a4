package eu.callorders.server.webhook;

import org.jspecify.annotations.Nullable;

/** Deliveries under way, and the bytes of their envelopes together. Not thread-safe. */
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

  /** What is left without that one; null when it was the last. */
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
