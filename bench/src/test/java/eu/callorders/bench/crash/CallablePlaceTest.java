package eu.callorders.bench.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CallablePlaceTest {
  private static final Duration LENGTH = Duration.ofMinutes(45);

  @ParameterizedTest
  @CsvSource({
    "2026-11-29T03:00:00Z, Pacific/Honolulu", // a Sunday in UTC, Saturday there
    "2026-11-29T14:00:00Z, America/New_York",
    "2026-11-30T10:00:00Z, Europe/Berlin",
    "2026-11-30T18:30:00Z, Pacific/Honolulu"
  })
  void personsAreWhereTheyMayBeCalled(Instant now, String zone) {
    assertThat(CallablePlace.during(now, LENGTH)).map(CallablePlace::zone).contains(zone);
  }

  @Test
  void placeStaysOpenForTheWholeTime() {
    Instant beforeTheEndInHawaii = Instant.parse("2026-11-29T06:30:00Z");

    assertThat(CallablePlace.during(beforeTheEndInHawaii, Duration.ofMinutes(20))).isPresent();
    assertThat(CallablePlace.during(beforeTheEndInHawaii, LENGTH)).isEmpty();
  }
}
