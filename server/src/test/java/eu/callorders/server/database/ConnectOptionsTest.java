package eu.callorders.server.database;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.db.DatabaseAddress;
import eu.callorders.db.TestDatabase;
import io.vertx.core.Vertx;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.pgclient.SslMode;
import io.vertx.sqlclient.Row;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ConnectOptionsTest {
  @Test
  void connectsAndSetsTheTenant() throws Exception {
    Vertx vertx = Vertx.vertx();
    try (TestDatabase test = TestDatabase.create()) {
      Database database = Database.open(vertx, ConnectOptions.to(test.service()), 1);
      UUID tenant = UUID.randomUUID();
      String seen =
          database
              .asTenant(
                  tenant,
                  connection ->
                      connection
                          .query(
                              "SELECT current_user || ' ' || current_setting('app.tenant') AS who")
                          .execute()
                          .map(rows -> rows.iterator().next())
                          .map((Row row) -> row.getString("who")))
              .toCompletionStage()
              .toCompletableFuture()
              .get(30, TimeUnit.SECONDS);
      assertThat(seen).isEqualTo(test.service().user() + " " + tenant);
      database.close().toCompletionStage().toCompletableFuture().get(30, TimeUnit.SECONDS);
    } finally {
      vertx.close().toCompletionStage().toCompletableFuture().get(30, TimeUnit.SECONDS);
    }
  }

  @Test
  void verifiesNameAndCertificateOnVerifyFull() {
    PgConnectOptions options =
        to("postgresql://me@[2001:db8::1]/orders?sslmode=verify-full&sslrootcert=/etc/ca.pem");
    assertThat(options.getHost()).isEqualTo("2001:db8::1");
    assertThat(options.getSslMode()).isEqualTo(SslMode.VERIFY_FULL);
    assertThat(options.getSslOptions().isTrustAll()).isFalse();
    assertThat(options.getSslOptions().getTrustOptions()).isNotNull();
    assertThat(options.getSslOptions().getHostnameVerificationAlgorithm()).isEqualTo("HTTPS");
  }

  @Test
  void supportsRequireAndDisable() {
    assertThat(to("postgresql://me@db/orders?sslmode=require").getSslOptions().isTrustAll())
        .isTrue();
    assertThat(to("postgresql://me@db/orders?sslmode=disable").getSslMode())
        .isEqualTo(SslMode.DISABLE);
  }

  private static PgConnectOptions to(String address) {
    return ConnectOptions.to(DatabaseAddress.parse(address));
  }
}
