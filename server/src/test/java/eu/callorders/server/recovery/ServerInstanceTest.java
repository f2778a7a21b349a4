package eu.callorders.server.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Only the same database of the same cluster and timeline with no older log continues. */
class ServerInstanceTest {
  private static final UUID ERA = UUID.randomUUID();
  private static final ServerInstance SEEN = instance(5, 16_384, 77L, 1, 1_000L);

  @Test
  void continuesFromTheSameOrALaterPosition() {
    assertThat(instance(5, 16_384, 77L, 1, 1_000L).continues(SEEN)).isTrue();
    assertThat(instance(5, 16_384, 77L, 1, 1_001L).continues(SEEN)).isTrue();
  }

  @Test
  void doesNotContinueAnotherDatabase() {
    assertThat(instance(6, 16_384, 77L, 1, 1_001L).continues(SEEN)).isFalse();
  }

  @Test
  void doesNotContinueARewrittenTable() {
    assertThat(instance(5, 16_385, 77L, 1, 1_001L).continues(SEEN)).isFalse();
  }

  @Test
  void doesNotContinueAnotherCluster() {
    assertThat(instance(5, 16_384, 78L, 1, 1_001L).continues(SEEN)).isFalse();
  }

  @Test
  void doesNotContinueOnAnotherTimelineOrOnAStandby() {
    assertThat(instance(5, 16_384, 77L, 2, 1_001L).continues(SEEN)).isFalse();
    assertThat(instance(5, 16_384, 77L, null, null).continues(SEEN)).isFalse();
  }

  @Test
  void doesNotContinueWithAnOlderLog() {
    assertThat(instance(5, 16_384, 77L, 1, 999L).continues(SEEN)).isFalse();
  }

  private static ServerInstance instance(
      long database, long file, long sysid, Integer timeline, Long lsn) {
    return new ServerInstance(3, ERA, "test", true, database, file, sysid, timeline, lsn);
  }
}
