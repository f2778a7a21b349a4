package eu.callorders.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.db.TestDatabase;
import eu.callorders.server.Await;
import eu.callorders.server.HeldLocks;
import eu.callorders.server.TestHttpClient.Response;
import eu.callorders.server.json.Json;
import io.vertx.core.Vertx;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** An export counts as running until its last page is sent. */
class ExportLimitTest {
  @AutoClose private final HttpClient http = HttpClient.newHttpClient();
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

  private String path() {
    return "/admin/v1/tenants/" + tenant.id() + "/subjects/erika";
  }

  private Response export() {
    return service.admin().get(path());
  }

  /** Begins an export; completes with the head of its response. */
  private CompletableFuture<HttpResponse<InputStream>> begin() {
    URI address = URI.create("http://127.0.0.1:" + service.adminPort() + path());
    return http.sendAsync(
        HttpRequest.newBuilder(address)
            .header("Authorization", "Bearer " + RunningService.ADMIN_TOKEN)
            .build(),
        BodyHandlers.ofInputStream());
  }

  @Test
  void limitsTenantToTwoExports() {
    List<HttpResponse<InputStream>> exports;
    try (HeldLocks _ = HeldLocks.ofWholeTable(vertx, database, "promise")) {
      exports = Stream.generate(this::begin).limit(2).map(CompletableFuture::join).toList();

      Response third = export();

      assertThat(third.code()).isEqualTo("rate_limited");
      assertThat(third.header("Retry-After")).isEqualTo("1");
    }
    assertThat(exports)
        .allSatisfy(export -> assertThat(Json.parse(export.body().readAllBytes())).hasSize(12));
    Await.until("a further export is taken", this::export, export -> export.status() == 200);
  }
}
