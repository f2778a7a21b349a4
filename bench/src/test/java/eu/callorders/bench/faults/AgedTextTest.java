package eu.callorders.bench.faults;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.id.IdKind;
import eu.callorders.core.id.UuidV7;
import java.time.Instant;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class AgedTextTest {
  private static final Instant AT = Instant.parse("2026-03-02T10:00:00.123Z");

  private final UUID id = UuidV7.of(AT.toEpochMilli(), 0xABC, 0x1234_5678_9ABCL);

  @Test
  void movesDateTimesAndKeepsTheTimeOfDay() {
    String text =
        """
        {"at": "2026-03-02T10:00:00.123Z", "due": "2026-03-01T23:30:00+02:00", "day": "2026-03-02"}
        """;

    assertThat(AgedText.of(text, 3))
        .isEqualTo(
            """
            {"at": "2026-02-27T10:00:00.123Z", "due": "2026-02-26T23:30:00+02:00", "day": "2026-03-02"}
            """);
  }

  @Test
  void movesTheTimeInAnIdentifierAndNothingElse() {
    UUID aged = AgedText.agedId(id, 40);

    assertThat(UuidV7.instantOf(aged)).isEqualTo("2026-01-21T10:00:00.123Z");
    assertThat(aged.version()).isEqualTo(7);
    assertThat(aged.getMostSignificantBits() & 0xFFFF).isEqualTo(0x7ABC);
    assertThat(aged.getLeastSignificantBits()).isEqualTo(id.getLeastSignificantBits());
  }

  @Test
  void movesIdentifiersOfEventsAndDeliveriesOnly() {
    UUID aged = AgedText.agedId(id, 40);
    String text = "%s %s %s";

    assertThat(
            AgedText.of(
                text.formatted(
                    IdKind.EVENT.format(id),
                    IdKind.WEBHOOK_DELIVERY.format(id),
                    IdKind.ORDER.format(id)),
                40))
        .isEqualTo(
            text.formatted(
                IdKind.EVENT.format(aged),
                IdKind.WEBHOOK_DELIVERY.format(aged),
                IdKind.ORDER.format(id)));
  }
}
