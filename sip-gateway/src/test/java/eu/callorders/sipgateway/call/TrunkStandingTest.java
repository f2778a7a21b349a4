package eu.callorders.sipgateway.call;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class TrunkStandingTest {
  private static final Instant NOW = Instant.parse("2026-11-20T09:30:00Z");

  private static final UUID CALL = UUID.randomUUID();

  private final TrunkStanding standing = new TrunkStanding(null);

  @Test
  void ringingGivesGoodStandingForADay() {
    assertThat(standing.isGood(NOW)).isFalse();
    standing.ringing(NOW);

    assertThat(standing.isGood(NOW.plus(Duration.ofHours(23)))).isTrue();
    assertThat(standing.isGood(NOW.plus(Duration.ofHours(25)))).isFalse();
    assertThat(new TrunkStanding(NOW).isGood(NOW)).isTrue();
  }

  @Test
  void fiveFailuresOnDifferentNumbersSuspendIt() {
    for (int i = 0; i < 4; i++) {
      assertThat(standing.failed(CALL, "+4930" + i, NOW)).isFalse();
    }
    assertThat(standing.failed(CALL, "+49300", NOW)).isFalse(); // a known number
    assertThat(standing.admits(NOW)).isTrue();

    assertThat(standing.failed(CALL, "+49304", NOW)).isTrue();
    assertThat(standing.admits(NOW.plusSeconds(59))).isFalse();
    assertThat(standing.admits(NOW.plusSeconds(60))).isTrue();
  }

  @Test
  void oneCallTriesAndAnotherFailureDoublesTheWait() {
    suspend();
    Instant trial = NOW.plusSeconds(60);
    assertThat(standing.admit(CALL, trial)).isTrue();
    assertThat(standing.admits(trial)).isFalse();

    assertThat(standing.failed(CALL, "+4931", trial)).isFalse();
    assertThat(standing.admits(trial.plusSeconds(119))).isFalse();
    assertThat(standing.admits(trial.plusSeconds(120))).isTrue();
  }

  @Test
  void waitEndsAtAQuarterOfAnHour() {
    suspend();
    Instant at = NOW;
    for (int i = 0; i < 10; i++) {
      at = at.plus(Duration.ofMinutes(15));
      assertThat(standing.admit(CALL, at)).isTrue();
      standing.failed(CALL, "+4931", at);
    }
    assertThat(standing.suspendedFor(at)).isEqualTo(Duration.ofMinutes(15));
  }

  @Test
  void callsUnderWayDoNotProlongTheSuspension() {
    suspend();
    standing.failed(CALL, "+4931", NOW.plusSeconds(1));

    assertThat(standing.admits(NOW.plusSeconds(60))).isTrue();
  }

  @Test
  void successEndsTheSuspension() {
    suspend();
    standing.admit(CALL, NOW.plusSeconds(60));
    standing.ringing(NOW.plusSeconds(60));

    assertThat(standing.isSuspended()).isFalse();
    assertThat(standing.admits(NOW.plusSeconds(60))).isTrue();
    assertThat(standing.failed(CALL, "+4931", NOW.plusSeconds(61))).isFalse();
  }

  @Test
  void trialWithoutAResultLeavesTheNextOneToTry() {
    suspend();
    standing.admit(CALL, NOW.plusSeconds(60));
    standing.released(CALL);

    assertThat(standing.admits(NOW.plusSeconds(60))).isTrue();
  }

  @Test
  void onlyTheCallThatTriesSaysHowTheTrialEnds() {
    suspend();
    Instant trial = NOW.plusSeconds(60);
    UUID other = UUID.randomUUID();
    assertThat(standing.admit(CALL, trial)).isTrue();
    assertThat(standing.admit(other, trial)).isFalse();
    standing.failed(other, "+4931", trial);
    standing.released(other);
    assertThat(standing.admits(trial)).isFalse();
    standing.released(CALL);

    assertThat(standing.admit(other, trial)).isTrue();
  }

  @Test
  void fourNumbersAtMostAreTakenForUnknownInARow() {
    standing.ringing(NOW);
    for (int i = 0; i < 4; i++) {
      assertThat(standing.knowsNumber("+4930" + i, NOW)).isTrue();
      standing.failed(CALL, "+4930" + i, NOW);
    }

    assertThat(standing.knowsNumber("+49300", NOW)).isTrue(); // a known number
    assertThat(standing.knowsNumber("+49304", NOW)).isFalse();
    standing.failed(CALL, "+49304", NOW);
    assertThat(standing.knowsNumber("+49300", NOW)).isFalse();
    assertThat(standing.knowsNumber("+49305", NOW.plusSeconds(60))).isFalse(); // the trial
  }

  @Test
  void nothingIsKnownOfNumbersBeforeATelephoneHasRung() {
    assertThat(standing.knowsNumber("+4930", NOW)).isFalse();
  }

  private void suspend() {
    for (int i = 0; i < 5; i++) {
      standing.failed(CALL, "+4930" + i, NOW);
    }
  }
}
