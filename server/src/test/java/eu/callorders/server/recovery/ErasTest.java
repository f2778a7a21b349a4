package eu.callorders.server.recovery;

import static eu.callorders.server.TestNode.await;
import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.server.TestNode;
import eu.callorders.server.database.ConnectOptions;
import io.vertx.pgclient.PgConnection;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class ErasTest {
  private static final int MAX_SPANS = 1_000;

  private static final String ERAS =
      """
      INSERT INTO era (number, id, started, db, file, sysid, timeline, begun_at, known_until, why)
      SELECT n, gen_random_uuid(), now(), 1, 1, 1, 1, now() + n * interval '1 day',
             now() + n * interval '1 day' - interval '1 hour', '%s'
        FROM generate_series(%d, %d) AS n
      """;

  @AutoClose private final TestNode node = new TestNode();
  private final Eras eras = new Eras();

  @Test
  void keepsTheNewestThousandSpansThatMayBeLost() {
    insert("restored", 1, MAX_SPANS + 100);
    insert(Exemption.WITNESSED.why(), MAX_SPANS + 101, MAX_SPANS + 110);

    List<LostSpan> spans = await(eras.lostSpans(node.database));

    assertThat(spans).hasSize(MAX_SPANS);
    assertThat(Duration.between(spans.getLast().until(), spans.getFirst().until()))
        .isEqualTo(Duration.ofDays(MAX_SPANS - 1));
    assertThat(spans.getFirst().contains(spans.getFirst().until())).isFalse();
    assertThat(spans.getFirst().contains(spans.getFirst().from())).isTrue();
  }

  @Test
  void reloadsSpansAfterClear() {
    assertThat(await(eras.lostSpans(node.database))).isEmpty();
    insert("restored", 1, 1);
    assertThat(await(eras.lostSpans(node.database))).isEmpty();

    eras.clear();

    assertThat(await(eras.lostSpans(node.database))).hasSize(1);
  }

  private void insert(String why, int first, int last) {
    PgConnection owner =
        await(PgConnection.connect(node.vertx, ConnectOptions.to(node.postgres.owner())));
    await(owner.query(ERAS.formatted(why, first, last)).execute());
    await(owner.close());
  }
}
