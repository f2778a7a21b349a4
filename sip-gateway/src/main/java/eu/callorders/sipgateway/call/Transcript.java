package eu.callorders.sipgateway.call;

import eu.callorders.core.telephony.GatewayEvent.Turn;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The turns of a conversation by keys. Digits of an entry are not shown. */
final class Transcript {
  private static final int MAX_TURNS = 1_000;

  private final Instant answeredAt;
  private final List<Turn> turns = new ArrayList<>();
  private @Nullable String speaking;
  private boolean complete = true;
  private Instant since = Instant.EPOCH;

  Transcript(Instant answeredAt) {
    this.answeredAt = answeredAt;
  }

  void agentBegins(String text, Instant now) {
    agentEnds(now);
    speaking = text;
    since = now;
  }

  /** The sentence ends, or is interrupted. */
  void agentEnds(Instant now) {
    if (speaking != null) {
      add("agent", since, now, speaking);
      speaking = null;
    }
  }

  void subjectPresses(String key, Instant now) {
    add("subject", now, now, "[" + key + "]");
  }

  /** Whether no turn is missing, as in a storm of keys. */
  boolean isComplete() {
    return complete;
  }

  /** In the order of their beginnings: a key can interrupt a sentence. */
  List<Turn> turns() {
    List<Turn> sorted = new ArrayList<>();
    for (Turn turn : turns.stream().sorted(Comparator.comparingLong(Turn::startMs)).toList()) {
      sorted.add(
          new Turn(sorted.size(), turn.speaker(), turn.startMs(), turn.endMs(), turn.text()));
    }
    return sorted;
  }

  private void add(String speaker, Instant from, Instant to, String text) {
    if (turns.size() >= MAX_TURNS) {
      complete = false;
      return;
    }
    long start = Math.max(0, Duration.between(answeredAt, from).toMillis());
    long end = Math.max(start, Duration.between(answeredAt, to).toMillis());
    turns.add(new Turn(turns.size(), speaker, start, end, text));
  }
}
