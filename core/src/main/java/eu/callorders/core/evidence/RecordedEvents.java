package eu.callorders.core.evidence;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The events of a call in the order of their arrival, a bounded number of them.
 *
 * @param omitted how many arrived beyond the bound; one that is repeated counts again
 */
public record RecordedEvents(List<RecordedEvent> events, int omitted) {
  public static final RecordedEvents NONE = new RecordedEvents(List.of(), 0);

  private static final int MAX_EVENTS = 200;

  public RecordedEvents {
    events = List.copyOf(events);
  }

  /**
   * With another event; this for a repeated one. Beyond the bound leaves out the last event of the
   * most frequent type, so that a transcript in many parts displaces no answer, end or report.
   */
  public RecordedEvents add(RecordedEvent added) {
    boolean repeated =
        events.stream()
            .anyMatch(
                each -> each.sequence() == added.sequence() && each.type().equals(added.type()));
    if (repeated) {
      return this;
    }
    List<RecordedEvent> all = new ArrayList<>(events);
    all.add(added);
    if (all.size() <= MAX_EVENTS) {
      return new RecordedEvents(all, omitted);
    }
    all.remove(lastOfMostFrequentType(all));
    return new RecordedEvents(all, omitted + 1);
  }

  private static int lastOfMostFrequentType(List<RecordedEvent> events) {
    Map<String, Long> counts = events.stream().collect(groupingBy(RecordedEvent::type, counting()));
    List<String> types = events.stream().map(RecordedEvent::type).toList();
    return counts.entrySet().stream()
        .max(Map.Entry.comparingByValue())
        .map(most -> types.lastIndexOf(most.getKey()))
        .orElseThrow();
  }
}
