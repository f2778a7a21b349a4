package eu.callorders.gatewaykit.call;

import eu.callorders.core.telephony.GatewayEvent;
import java.util.ArrayList;
import java.util.List;

/** Makes one transcript of its parts. */
final class TranscriptParts {
  private TranscriptParts() {}

  /**
   * The turns of all parts, numbered anew; the last part says whether none is missing.
   *
   * @param parts in their order, at least one
   */
  static GatewayEvent.Turns join(GatewayEvent.Header header, List<GatewayEvent.Turns> parts) {
    List<GatewayEvent.Turn> turns = new ArrayList<>();
    for (GatewayEvent.Turns part : parts) {
      for (GatewayEvent.Turn turn : part.turns()) {
        turns.add(
            new GatewayEvent.Turn(
                turns.size(), turn.speaker(), turn.startMs(), turn.endMs(), turn.text()));
      }
    }
    GatewayEvent.Turns last = parts.getLast();
    return new GatewayEvent.Turns(header, last.locale(), last.complete(), turns);
  }
}
