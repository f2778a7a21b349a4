package eu.callorders.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.db.TestDatabase;
import eu.callorders.server.Await;
import eu.callorders.server.HeldLocks;
import eu.callorders.server.TestHttpClient.Response;
import eu.callorders.server.app.RunningService.DatabaseSetup;
import io.vertx.core.Vertx;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** An export counts as running until its last page is sent. */
class ExportLimitTest {
  private final Vertx vertx = Vertx.vertx();
  private final TestDatabase database = TestDatabase.create();
  private final RunningService service =
      RunningService.withDatabase(DatabaseSetup.of(database), Map.of());
  private final RunningTenant tenant = service.newTenant();

  @AfterEach
  void close() throws Exception {
    service.close();
    vertx.close().await();
  }

  private Response export() {
    return service.admin().get("/admin/v1/tenants/" + tenant.id() + "/subjects/erika");
  }

  @Test
  void limitsTenantToTwoExports() {
    List<CompletableFuture<Response>> exports;
    try (HeldLocks page = HeldLocks.ofWholeTable(vertx, database, "promise")) {
      exports =
          Stream.generate(() -> CompletableFuture.supplyAsync(this::export)).limit(2).toList();
      Await.until("both exports read a page", () -> page.waiting().size() == 2);

      Response third = export();

      assertThat(third.code()).isEqualTo("rate_limited");
      assertThat(third.header("Retry-After")).isEqualTo("1");
    }
    assertThat(exports).allSatisfy(export -> assertThat(export.join().body()).hasSize(12));
    assertThat(export().status()).isEqualTo(200);
  }
}
