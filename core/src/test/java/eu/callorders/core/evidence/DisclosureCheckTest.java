package eu.callorders.core.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.call.Attempt;
import eu.callorders.core.call.AttemptDecider;
import eu.callorders.core.call.AttemptFact;
import eu.callorders.core.call.Cause;
import eu.callorders.core.call.Disposition;
import eu.callorders.core.call.PhoneNumber;
import eu.callorders.core.evidence.DisclosureCheck.Fault;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class DisclosureCheckTest {
  private static final Instant AT = Instant.parse("2026-11-23T13:00:00Z");
  private static final String HASH = "0a".repeat(32);
  private static final RecordedEvent ANSWERED =
      new RecordedEvent(RecordedEvent.ANSWERED, 3, AT, null);

  private static Attempt ended(Disposition disposition, Cause cause) {
    Attempt placing =
        Attempt.placing(UUID.randomUUID(), UUID.randomUUID(), new PhoneNumber("+493023125021"));
    return AttemptDecider.decide(
            placing, new AttemptFact.Ended(disposition, cause, null, null, AT), AT)
        .next();
  }

  private static RecordedEvent disclosed(Duration after, String hash) {
    return new RecordedEvent(RecordedEvent.DISCLOSED, 4, AT.plus(after), hash);
  }

  private static List<RecordedEvent> events(Duration after, String hash) {
    return List.of(ANSWERED, disclosed(after, hash));
  }

  @Test
  void acceptsTheRequestedTextSoonAfterTheAnswer() {
    Attempt talked = ended(Disposition.ANSWERED, Cause.NORMAL);

    assertThat(DisclosureCheck.check(talked, events(DisclosureCheck.LATEST, HASH), HASH)).isEmpty();
    assertThat(DisclosureCheck.check(talked, events(Duration.ZERO, HASH), null)).isEmpty();
  }

  @Test
  void findsEachFault() {
    Attempt talked = ended(Disposition.ANSWERED, Cause.NORMAL);

    assertThat(DisclosureCheck.check(talked, List.of(ANSWERED), HASH)).contains(Fault.MISSING);
    assertThat(
            DisclosureCheck.check(talked, events(DisclosureCheck.LATEST.plusMillis(1), HASH), HASH))
        .contains(Fault.LATE);
    assertThat(DisclosureCheck.check(talked, events(Duration.ZERO, "0b".repeat(32)), HASH))
        .contains(Fault.OTHER_TEXT);
  }

  @Test
  void expectsNoneWithoutAConversation() {
    for (Disposition disposition : List.of(Disposition.BUSY, Disposition.VOICEMAIL)) {
      assertThat(DisclosureCheck.check(ended(disposition, Cause.NORMAL), List.of(), HASH))
          .isEmpty();
    }
    Attempt lost = ended(Disposition.ANSWERED, Cause.OUTCOME_UNKNOWN);
    assertThat(DisclosureCheck.check(lost, List.of(), HASH)).isEmpty();
  }
}
