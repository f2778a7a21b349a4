package eu.callorders.server.idempotency;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.problem.ProblemCode;
import eu.callorders.core.problem.ProblemException;
import eu.callorders.server.Await;
import eu.callorders.server.TestNode;
import eu.callorders.server.http.ApiRequest;
import eu.callorders.server.http.Caller;
import eu.callorders.server.http.Reply;
import eu.callorders.server.json.Json;
import eu.callorders.server.ratelimit.RateLimit;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.sqlclient.SqlConnection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** One event loop, with transactions that end when the test decides. */
class GroupCommitTest {
  private static final UUID BUSY = new UUID(0, 1);
  private static final UUID OTHER = new UUID(0, 2);
  private static final int CAPACITY = 1 + 1000;
  private static final IdempotencyStore STORE =
      new IdempotencyStore((connection, orders) -> Future.succeededFuture(Map.of()));
  private static final Duration NEVER = Duration.ofMinutes(5);

  @AutoClose private static final TestNode node = new TestNode();

  private final List<List<ApiRequest>> batches = new CopyOnWriteArrayList<>();
  private final Promise<Void> first = Promise.promise();
  private final Promise<Void> others = Promise.promise();
  private Future<Void> written = Future.succeededFuture();
  private final Context eventLoop = node.vertx.getOrCreateContext();

  private GroupCommit<ApiRequest> queue(Duration stalled) {
    return new GroupCommit<>(
        node.database,
        new IdempotentBatch(STORE, node.clock),
        new IdempotentWrite(node.database, STORE, node.clock),
        new RecordingHandler(),
        stored -> {},
        NEVER,
        stalled);
  }

  private final class RecordingHandler implements RequestBatchHandler<ApiRequest> {
    @Override
    public ApiRequest prepare(ApiRequest request) {
      return request;
    }

    @Override
    public int locks(ApiRequest request) {
      return request.requiredBody().path("locks").asInt(3);
    }

    @Override
    public Future<PendingReplies> handleBatch(
        SqlConnection connection, List<ApiRequest> requests, Future<Set<ApiRequest>> firstTime) {
      batches.add(requests);
      Promise<Void> end = batches.size() == 1 ? first : others;
      IdentityHashMap<ApiRequest, Reply> replies = new IdentityHashMap<>();
      requests.forEach(request -> replies.put(request, Reply.of(202, Json.object())));
      return end.future().map(new PendingReplies(replies, written));
    }

    @Override
    public Future<Reply> handleOne(SqlConnection connection, ApiRequest request) {
      return Future.failedFuture("no request goes alone");
    }
  }

  private static ApiRequest request(UUID tenant, int characters) {
    ObjectNode body = Json.object().put("text", "x".repeat(characters));
    Caller caller = new Caller(tenant, tenant, Set.of(), RateLimit.UNLIMITED);
    return new ApiRequest(
        "id",
        "POST",
        "/v1/x",
        "r",
        caller,
        Map.of(),
        Map.of(),
        Map.of(),
        body,
        body.toString().length());
  }

  private List<Future<Reply>> submit(GroupCommit<?> queue, List<ApiRequest> requests) {
    Promise<List<Future<Reply>>> submitted = Promise.promise();
    eventLoop.runOnContext(
        ignored -> submitted.complete(requests.stream().map(queue::submit).toList()));
    return submitted.future().await();
  }

  private static List<ApiRequest> requests(int count, UUID tenant, int characters) {
    List<ApiRequest> requests = new ArrayList<>();
    for (int each = 0; each < count; each++) {
      requests.add(request(tenant, characters));
    }
    return requests;
  }

  @Test
  void floodOfOneTenantDoesNotDelayOthers() {
    List<ApiRequest> requests = requests(CAPACITY + 1, BUSY, 1);
    requests.add(request(OTHER, 1));
    List<Future<Reply>> replies = submit(queue(NEVER), requests);

    assertThat(replies.get(CAPACITY).cause())
        .isInstanceOfSatisfying(
            ProblemException.class,
            exception -> assertThat(exception.problem().code()).isEqualTo(ProblemCode.UNAVAILABLE));
    Await.until("the first transaction runs", () -> batches.size() == 1);
    first.complete();
    Await.until("the next transaction runs", () -> batches.size() == 2);
    assertThat(batches.get(1)).anyMatch(request -> request.caller().tenantId().equals(OTHER));
    others.complete();
    assertThat(replies.getLast().await().status()).isEqualTo(202);
  }

  @Test
  void failedStatementIsNotAcknowledged() {
    written = Future.failedFuture("a statement failed");

    List<Future<Reply>> replies = submit(queue(NEVER), requests(1, BUSY, 1));
    first.complete();

    assertThat(TestNode.failure(replies.getFirst())).hasMessage("a statement failed");
  }

  @Test
  void transactionThatDoesNotStallRunsAlone() {
    List<Future<Reply>> replies = submit(queue(NEVER), requests(50, BUSY, 1));
    Await.until("the first transaction runs", () -> batches.size() == 1);
    first.complete();
    others.complete();
    Future.all(replies).await();

    assertThat(batches.stream().map(List::size)).containsExactly(1, 49);
  }

  @Test
  void stalledTransactionsDoNotDelayTheNextUpToALimit() {
    GroupCommit<?> queue = queue(Duration.ZERO);
    List<Future<Reply>> replies = new ArrayList<>();
    for (int running = 1; running <= 4; running++) {
      int expected = running;
      replies.addAll(submit(queue, requests(1, BUSY, 1)));
      Await.until("another transaction runs", () -> batches.size() == expected);
    }
    replies.addAll(submit(queue, requests(7, BUSY, 1)));

    assertThat(batches).hasSize(4);
    first.complete();
    Await.until("the waiting requests run together", () -> batches.size() == 5);
    assertThat(batches.getLast()).hasSize(7);
    others.complete();
    Future.all(replies).await();
  }

  @Test
  void limitsLargeRequestsPerTransaction() {
    completeAll(requests(10, BUSY, 100_000));

    assertThat(batches.stream().map(List::size)).allMatch(size -> size <= 3);
  }

  @Test
  void limitsLocksPerTransaction() {
    List<ApiRequest> requests = requests(40, BUSY, 1);
    requests.forEach(request -> ((ObjectNode) request.requiredBody()).put("locks", 22));

    completeAll(requests);

    assertThat(batches.stream().map(List::size)).contains(14).allMatch(size -> size <= 14);
  }

  private void completeAll(List<ApiRequest> requests) {
    List<Future<Reply>> replies = submit(queue(NEVER), requests);
    Await.until("the first transaction runs", () -> batches.size() == 1);
    first.complete();
    others.complete();
    Future.all(replies).await();
  }
}
