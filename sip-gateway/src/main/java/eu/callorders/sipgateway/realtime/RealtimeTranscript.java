package eu.callorders.sipgateway.realtime;

import eu.callorders.core.telephony.GatewayEvent.Turn;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What was said, and when. All times are milliseconds since the answer. */
public final class RealtimeTranscript {
  private static final String AGENT = "agent";
  private static final String SUBJECT = "subject";
  private static final int MAX_TURNS = 1_000;
  private static final int MAX_TEXT = 10_000;
  private static final int MAX_CHARACTERS = 250_000; // the service takes events of 1.5 MiB

  private final Map<String, Entry> entries = new LinkedHashMap<>();
  private @Nullable String spoken;
  private boolean complete = true;
  private int characters;

  /** A turn whose text may still be missing. */
  private static final class Entry {
    private final String speaker;
    private long start;
    private long end;
    private String text = "";

    Entry(String speaker, long start) {
      this.speaker = speaker;
      this.start = start;
      this.end = start;
    }
  }

  /**
   * A sentence of the model that the person has interrupted.
   *
   * @param millis that the person has heard
   */
  public record Interruption(String itemId, long millis) {}

  /** The gateway has spoken. */
  public void disclosed(String text, long start, long end) {
    Entry entry = entry("", AGENT, start);
    entry.end = end;
    write(entry, text);
  }

  /** The model's sound comes; it is spoken after what came before. */
  public void agentSpeaks(String itemId, long now, long millis) {
    Entry before = spoken == null ? null : entries.get(spoken);
    long start = before == null ? now : Math.max(now, before.end);
    Entry entry = entry(itemId, AGENT, start);
    if (!itemId.equals(spoken)) {
      entry.start = start;
      entry.end = start;
    }
    entry.end = Math.max(entry.end, now) + millis;
    spoken = itemId;
  }

  public void agentSaid(String itemId, String text, long now) {
    write(entry(itemId, AGENT, now), text);
  }

  /** The person interrupts what is being spoken, if anything is. */
  public Optional<Interruption> interrupt(long now) {
    Entry entry = spoken == null ? null : entries.get(spoken);
    if (entry == null || spoken == null || entry.end <= now) {
      return Optional.empty();
    }
    for (Entry each : entries.values()) {
      if (each.speaker.equals(AGENT) && each.end > now) {
        each.start = Math.min(each.start, now);
        each.end = now;
      }
    }
    return Optional.of(new Interruption(spoken, now - entry.start));
  }

  public void personBegins(String itemId, long at) {
    entry(itemId, SUBJECT, at).start = at;
  }

  public void personEnds(String itemId, long at) {
    Entry entry = entry(itemId, SUBJECT, at);
    entry.end = Math.max(entry.start, at);
  }

  public void personSaid(String itemId, String text, long now) {
    write(entry(itemId, SUBJECT, now), text);
  }

  /** The person has pressed keys; digits of an entry are not shown. */
  public void personPressed(int count, long now) {
    write(entry("key" + entries.size(), SUBJECT, now), "[" + "*".repeat(count) + "]");
  }

  /** Whether each turn has its text. */
  public boolean isComplete() {
    return complete && entries.values().stream().noneMatch(entry -> entry.text.isBlank());
  }

  /** The turns that have a text, in the order of their beginnings. */
  public List<Turn> turns() {
    List<Entry> sorted =
        entries.values().stream()
            .filter(entry -> !entry.text.isBlank())
            .sorted(Comparator.comparingLong(entry -> entry.start))
            .toList();
    List<Turn> turns = new ArrayList<>();
    for (Entry entry : sorted) {
      turns.add(
          new Turn(
              turns.size(),
              entry.speaker,
              Math.max(0, entry.start),
              Math.max(0, Math.max(entry.start, entry.end)),
              entry.text));
    }
    return turns;
  }

  /** What is too long is cut off or left out. */
  private void write(Entry entry, String text) {
    String kept = text.length() > MAX_TEXT ? text.substring(0, MAX_TEXT) : text;
    int changed = characters - entry.text.length() + kept.length();
    if (changed > MAX_CHARACTERS) {
      complete = false;
      return;
    }
    characters = changed;
    entry.text = kept;
    complete &= kept.length() == text.length();
  }

  private Entry entry(String itemId, String speaker, long start) {
    if (entries.size() >= MAX_TURNS && !entries.containsKey(itemId)) {
      complete = false;
      return new Entry(speaker, start);
    }
    return entries.computeIfAbsent(itemId, first -> new Entry(speaker, start));
  }
}
