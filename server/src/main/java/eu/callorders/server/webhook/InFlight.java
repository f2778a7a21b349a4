package eu.callorders.server.webhook;

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
