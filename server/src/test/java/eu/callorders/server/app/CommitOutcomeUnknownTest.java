package eu.callorders.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.db.DatabaseAddress;
import eu.callorders.db.TestDatabase;
import eu.callorders.server.Await;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** The database connection is lost during a commit. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("long")
class CommitOutcomeUnknownTest {
  private static final String COUNT =
      "SELECT count(*) FROM call_order WHERE tenant_id = ? AND subject_reference LIKE ?";

  /** Transactions of the acceptance that run at once while each stalls. */
  private static final int MAX_TRANSACTIONS = 4;

  private final TestDatabase database = TestDatabase.create();
  private final FaultyNetwork wire = new FaultyNetwork(database.service().port());
  private final ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor();
  private RunningService service;
  private RunningTenant tenant;
  private Api api;

  @BeforeAll
  void begin() {
    DatabaseAddress real = database.service();
    DatabaseAddress spoiled =
        new DatabaseAddress(
            "127.0.0.1",
            wire.port(),
            real.database(),
            real.user(),
            real.password(),
            real.parameters());
    service =
        RunningService.withDatabase(
            new DatabaseSetup(spoiled, database.owner(), database, RunningService.LONG_TIMEOUTS),
            Map.of("CALLORDERS_EVENT_LOOPS", "1"));
    tenant = service.newTenant();
    api = tenant.api();
  }

  @AfterAll
  void end() throws Exception {
    service.close();
    wire.close();
    clients.close();
  }

  @AfterEach
  void heal() {
    wire.restore();
  }

  @Test
  void sameKeyReturnsOrderOfLostReply() {
    ObjectNode order = order("fate-1");
    wire.disturb("fate-1", FaultyNetwork.Commit.ANSWER_LOST);

    ServiceResponse unknown = api.create(order, "Idempotency-Key", "fate-1").is(503, "unavailable");

    wire.restore();
    ServiceResponse truth = api.create(order, "Idempotency-Key", "fate-1").is(202);
    assertThat(unknown.header("Retry-After")).isNotNull();
    assertThat(truth.header("Idempotent-Replayed")).isEqualTo("true");
    assertThat(stored("fate-1")).isEqualTo(1);
    api.order(truth.id()).is(200);
  }

  @Test
  void acceptsRetryAfterLostCommit() {
    ObjectNode order = order("fate-2");
    wire.disturb("fate-2", FaultyNetwork.Commit.LOST);

    api.create(order, "Idempotency-Key", "fate-2").is(503, "unavailable");

    wire.restore();
    ServiceResponse truth =
        Await.until(
                "PostgreSQL has detected the lost connection",
                () -> api.create(order, "Idempotency-Key", "fate-2"),
                response -> response.status() != 409)
            .is(202);
    assertThat(truth.header("Idempotent-Replayed")).isNull();
    assertThat(stored("fate-2")).isEqualTo(1);
  }

  @Test
  void doesNotRetryUnknownCommits() throws Exception {
    CountDownLatch held = wire.hold("fate-3", FaultyNetwork.Commit.ANSWER_LOST);
    List<CompletableFuture<ServiceResponse>> running = holdTransactions("fate-3-");
    List<CompletableFuture<ServiceResponse>> waiting = new ArrayList<>();
    for (int each = 0; each < 8; each++) {
      waiting.add(create("fate-3-waiting-" + each));
    }
    for (CompletableFuture<ServiceResponse> response : waiting) {
      response.get().is(503, "unavailable");
    }
    held.countDown();

    for (CompletableFuture<ServiceResponse> response : running) {
      response.get().is(503, "unavailable");
    }
    wire.restore();
    assertThat(stored("fate-3-waiting-%")).isZero();
    assertThat(stored("fate-3-%")).isLessThanOrEqualTo(MAX_TRANSACTIONS);
    assertThat(
            service.sql(
                "SELECT subject_reference FROM call_order WHERE tenant_id = ?"
                    + " GROUP BY subject_reference HAVING count(*) > 1",
                tenant.uuid()))
        .isEmpty();
  }

  @Test
  void rejectsRequestsThatWaitTooLong() throws Exception {
    CountDownLatch held = wire.hold("fate-4", null);
    List<CompletableFuture<ServiceResponse>> responses = holdTransactions("fate-4-");
    CompletableFuture<ServiceResponse> waiting = create("fate-4-last");
    responses.add(waiting);

    waiting.get().is(503, "unavailable");
    assertThat(waiting.get().at("/detail")).startsWith("More comes in");
    held.countDown();

    long accepted = 0;
    for (CompletableFuture<ServiceResponse> response : responses) {
      accepted += response.get().status() == 202 ? 1 : 0;
    }
    assertThat(stored("fate-4-%")).isEqualTo(accepted).isPositive();
  }

  @Test
  void rejectsRequestsBeforeReadingBodyWhileOthersWait() {
    CountDownLatch held = wire.hold("fate-5", null);
    List<CompletableFuture<ServiceResponse>> responses = new ArrayList<>();

    // New requests keep arriving, so that some request always waits.
    ServiceResponse refused =
        Await.until(
            "requests are refused",
            () -> {
              ObjectNode order = order("fate-5-" + responses.size());
              responses.add(CompletableFuture.supplyAsync(() -> api.create(order), clients));
              return api.create(Api.json("{}"));
            },
            response -> response.status() == 503);
    held.countDown();

    assertThat(refused.header("Retry-After")).isEqualTo("1");
    assertThat(refused.at("/detail")).startsWith("More comes in");
    long accepted = responses.stream().filter(each -> each.join().status() == 202).count();
    assertThat(stored("fate-5-%")).isEqualTo(accepted).isPositive();
  }

  /** As many requests as transactions run at once, each in one whose commit is held. */
  private List<CompletableFuture<ServiceResponse>> holdTransactions(String prefix) {
    List<CompletableFuture<ServiceResponse>> responses = new ArrayList<>();
    for (int running = 1; running <= MAX_TRANSACTIONS; running++) {
      int expected = running;
      responses.add(create(prefix + running));
      Await.until("another transaction is held", () -> wire.holding() == expected);
    }
    return responses;
  }

  private CompletableFuture<ServiceResponse> create(String reference) {
    return CompletableFuture.supplyAsync(() -> api.create(order(reference)), clients);
  }

  private ObjectNode order(String reference) {
    return tenant.laterOrderAt("2099-01-01T00:00:00Z").set("/subject/reference", reference).json();
  }

  private long stored(String reference) {
    return Long.parseLong(service.sql(COUNT, tenant.uuid(), reference).getFirst().getFirst());
  }
}
