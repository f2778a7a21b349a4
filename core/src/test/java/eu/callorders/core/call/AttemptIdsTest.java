package eu.callorders.core.call;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.id.UuidV7;
import java.time.Instant;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class AttemptIdsTest {
  private static final Instant ACCEPTED_AT = Instant.parse("2026-11-22T10:00:00.123Z");
  private static final UUID ORDER = UuidV7.at(ACCEPTED_AT, new Random(1));
  private static final UUID OTHER = UuidV7.at(ACCEPTED_AT, new Random(2));

  @Test
  void identifierIsAFunctionOfOrderAndSerial() {
    UUID order = UUID.fromString("01930000-0000-7000-8000-000000000001");

    assertThat(AttemptIds.of(order, 1))
        .isEqualTo(AttemptIds.of(order, 1))
        .hasToString("01930000-0001-7079-b5be-1749f23200b9");
  }

  @Test
  void isUuidOfVersionSevenThatSortsBySerial() {
    UUID first = AttemptIds.of(ORDER, 1);

    assertThat(first.version()).isEqualTo(7);
    assertThat(first.variant()).isEqualTo(2);
    assertThat(UuidV7.instantOf(first)).isEqualTo(ACCEPTED_AT.plusMillis(1));
    assertThat(UuidV7.instantOf(AttemptIds.of(ORDER, 20))).isEqualTo(ACCEPTED_AT.plusMillis(20));
  }

  @Test
  void differsByOrderAndSerial() {
    Set<UUID> ids = new HashSet<>();
    for (UUID order : Set.of(ORDER, OTHER)) {
      IntStream.rangeClosed(1, 1000).forEach(serial -> ids.add(AttemptIds.of(order, serial)));
    }

    assertThat(ids).hasSize(2000);
  }

  @Test
  void nextFollowsTheCountAndSkipsTakenIdentifiers() {
    UUID first = AttemptIds.of(ORDER, 1);
    UUID third = AttemptIds.of(ORDER, 3);

    assertThat(AttemptIds.next(ORDER, Set.of())).isEqualTo(first);
    assertThat(AttemptIds.next(ORDER, Set.of(first))).isEqualTo(AttemptIds.of(ORDER, 2));
    assertThat(AttemptIds.next(ORDER, Set.of(first, third))).isEqualTo(AttemptIds.of(ORDER, 4));
  }
}
