package eu.callorders.server.webhook;

/** What a claim has taken of the room of one endpoint. */
final class RoomUse {
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

  /** Whether no limit kept the claim from taking more, so that nothing more was due. */
  boolean isAllThatWasDue(ConcurrencyLimiter.Allowance room) {
    return fresh < room.fresh()
        && (room.replayed() == 0 || replayed < room.replayed())
        && bytes < room.bytes();
  }
}
