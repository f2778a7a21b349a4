package eu.callorders.server.webhook.delivery;

/** How much of an endpoint's allowance a claim has used. */
final class AllowanceUsage {
  private int fresh;
  private int replayed;
  private long bytes;

  void add(ClaimedDelivery claimed) {
    fresh += claimed.replay() ? 0 : 1;
    replayed += claimed.replay() ? 1 : 0;
    bytes += claimed.bytes();
  }

  long bytes() {
    return bytes;
  }

  /** Whether no limit was reached, so that nothing more was due. */
  boolean isExhausted(ConcurrencyLimiter.Allowance allowance) {
    return fresh < allowance.fresh()
        && (allowance.replayed() == 0 || replayed < allowance.replayed())
        && bytes < allowance.bytes();
  }
}
