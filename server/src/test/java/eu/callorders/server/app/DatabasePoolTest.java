package eu.callorders.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

class DatabasePoolTest {
  private static final int POOL = 6;
  private static final int REQUESTS = 300;
  private static final String CONNECTIONS =
      """
      SELECT count(*) FROM pg_stat_activity
       WHERE datname = current_database() AND usename = 'call_orders_service'
      """;

  /** With those of loops and of the monitor. */
  @Test
  void opensAtMostThatManyConnections() {
    try (RunningService service =
            RunningService.sandbox(Map.of("CALLORDERS_DATABASE_POOL", Integer.toString(POOL)));
        ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
      RunningTenant tenant = service.newTenant();
      Api api = tenant.api();
      List<CompletableFuture<ServiceResponse>> responses = new ArrayList<>();
      for (int request = 0; request < REQUESTS; request++) {
        boolean writes = request % 2 == 0;
        responses.add(
            CompletableFuture.supplyAsync(
                () -> writes ? api.create(tenant.laterOrder().json()) : api.get(Api.ORDERS),
                clients));
      }
      CompletableFuture<Void> all =
          CompletableFuture.allOf(responses.toArray(new CompletableFuture<?>[0]));
      int most = 0;
      while (!all.isDone()) {
        most = Math.max(most, Integer.parseInt(service.sql(CONNECTIONS).getFirst().getFirst()));
      }

      assertThat(most).isBetween(POOL - 1, POOL);
      all.join();
    }
  }
}
