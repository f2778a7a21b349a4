package eu.callorders.core.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class RecordedEventsTest {
  private static final Instant AT = Instant.parse("2026-11-23T13:00:00Z");
  private static final List<String> BEFORE =
      List.of("call.accepted", "call.ringing", RecordedEvent.ANSWERED, RecordedEvent.DISCLOSED);
  private static final List<String> AFTER = List.of("call.objection", "call.ended", "call.report");

  private RecordedEvents recorded = RecordedEvents.NONE;
  private long sequence;

  private void add(String type) {
    recorded = recorded.add(new RecordedEvent(type, ++sequence, AT, null));
  }

  private List<String> types() {
    return recorded.events().stream().map(RecordedEvent::type).toList();
  }

  @Test
  void repeatedEventIsRecordedOnce() {
    add(RecordedEvent.ANSWERED);
    RecordedEvents once = recorded;
    sequence = 0;
    add(RecordedEvent.ANSWERED);

    assertThat(recorded).isSameAs(once);
    sequence = 0;
    add(RecordedEvent.DISCLOSED);
    assertThat(recorded.events()).hasSize(2);
  }

  @Test
  void leavesOutTurnsBeyondTheBound() {
    BEFORE.forEach(this::add);
    for (int n = 0; n < 1_000; n++) {
      add("call.turns");
    }
    AFTER.forEach(this::add);

    assertThat(recorded.events()).hasSize(200);
    assertThat(recorded.omitted()).isEqualTo(807);
    assertThat(types()).startsWith(BEFORE.toArray(String[]::new));
    assertThat(types()).endsWith(AFTER.toArray(String[]::new));
  }

  @Test
  void keepsTheFirstOfEachTypeAmongManyOfAnother() {
    for (int n = 0; n < 300; n++) {
      add("call.objection");
      add("call.turns");
    }
    AFTER.forEach(this::add);

    assertThat(recorded.events()).hasSize(200);
    assertThat(recorded.omitted()).isEqualTo(403);
    assertThat(recorded.events()).first().extracting(RecordedEvent::sequence).isEqualTo(1L);
    assertThat(types()).contains("call.ended", "call.report");
  }
}
