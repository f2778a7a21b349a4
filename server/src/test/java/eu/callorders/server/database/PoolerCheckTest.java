package eu.callorders.server.database;

import static eu.callorders.server.TestNode.await;
import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.db.UnusableDatabaseException;
import eu.callorders.server.TestNode;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.pgclient.SslMode;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class PoolerCheckTest {
  @AutoClose private final TestNode node = new TestNode();

  @Test
  void acceptsPostgreSqlItself() {
    await(PoolerCheck.run(node.vertx, PrimaryServer.of(node.postgres.service())));
  }

  @Test
  void refusesAPoolerInTransactionMode() {
    try (TransactionPooler pooler = TransactionPooler.start(node.postgres.service().port())) {
      PgConnectOptions options =
          ConnectOptions.to(node.postgres.service())
              .setPort(pooler.port())
              .setSslMode(SslMode.DISABLE);

      assertThat(TestNode.failure(PoolerCheck.run(node.vertx, PrimaryServer.of(options))))
          .isInstanceOf(UnusableDatabaseException.class)
          .hasMessageContaining("CALLORDERS_DATABASE_URL leads to a pooler in transaction mode")
          .hasMessageContaining("pool_mode = session");
    }
  }
}
