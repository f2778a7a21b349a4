package eu.callorders.server.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import eu.callorders.db.UnusableDatabaseException;
import eu.callorders.server.TestNode;
import eu.callorders.server.config.LiveSettingsCheckTest;
import eu.callorders.server.database.ConnectOptions;
import eu.callorders.server.database.PrimaryServer;
import io.vertx.pgclient.PgConnection;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The test server may lose commits in a crash, which is faster. */
class DurabilityTest {
  @Test
  void liveRejectsServerWithoutDurability() {
    Map<String, String> strong =
        Map.of(
            "CALLORDERS_LABORATORY", "false",
            "CALLORDERS_MASTER_KEY", LiveSettingsCheckTest.RANDOM_KEY,
            "CALLORDERS_RATE_LIMIT", "50/100");

    assertThatThrownBy(() -> RunningService.live(strong))
        .isInstanceOf(UnusableDatabaseException.class)
        .hasMessageContaining("fsync and full_page_writes off");
  }

  @Test
  void commitsSynchronouslyWhateverTheDefault() {
    try (TestNode node = new TestNode()) {
      assertThat(setting(node, false)).isEqualTo("off");
      assertThat(setting(node, true)).isEqualTo("on");
    }
  }

  private static String setting(TestNode node, boolean bounded) {
    var options = ConnectOptions.to(node.postgres.service());
    PgConnection connection =
        TestNode.await(
            bounded
                ? PrimaryServer.of(node.postgres.service()).connect(node.vertx)
                : PgConnection.connect(node.vertx, options));
    try {
      return TestNode.await(connection.query("SHOW synchronous_commit").execute())
          .iterator()
          .next()
          .getString(0);
    } finally {
      TestNode.await(connection.close());
    }
  }
}
