package eu.callorders.server.event;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.core.event.EventType;
import eu.callorders.core.id.IdKind;
import eu.callorders.server.database.Locks;
import eu.callorders.server.event.EventFixture.Page;
import eu.callorders.server.json.Json;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A reader that stores its cursor misses no event, in whatever order transactions commit. */
@Tag("long")
class FeedConcurrencyTest {
  private static final int WRITERS = 64;

  /** One tenant gets half of the connections. */
  private static final int POOL = 2 * WRITERS;

  private static final int TRANSACTIONS_EACH = 12;
  private static final int SHARED_RESOURCES = 24;
  private static final int MAX_OPEN = 20;

  private final Map<String, Integer> versions = new ConcurrentHashMap<>();
  @AutoClose private final EventFixture fixture = new EventFixture(20261120, POOL);

  @Test
  void readersGetEveryEventOnceInOrderDuringConcurrentWrites() throws Exception {
    TransactionGate gate = new TransactionGate(new Random(1), WRITERS);
    try (ExecutorService readers = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<?> settled =
          Future.all(
                  IntStream.range(0, WRITERS)
                      .mapToObj(writer -> new Writer(writer, gate).write(TRANSACTIONS_EACH))
                      .toList())
              .compose(ignored -> awaitHorizon());
      var read =
          Stream.of(1, 7, 100)
              .map(limit -> readers.submit(() -> new Poller(limit, settled).readToTheEnd()))
              .toList();
      settled.await();

      List<String> written = idsInOrder();
      assertThat(written).hasSizeGreaterThan(WRITERS * TRANSACTIONS_EACH);
      for (var events : read) {
        assertThat(events.get().stream().map(event -> event.get("id").textValue()).toList())
            .isEqualTo(written);
        assertThatEachResourceCountsUp(events.get());
      }
      assertThat(gate.reorderings).isGreaterThan(WRITERS);
    }
  }

  @Test
  void hidesLaterTransactionUntilEarlierOneHasEnded() {
    Promise<Void> earlierMayEnd = Promise.promise();
    Promise<Void> earlierHasWritten = Promise.promise();
    Future<Void> earlier =
        fixture.database.asTenant(
            fixture.tenant,
            connection ->
                append(connection, "earlier")
                    .onSuccess(earlierHasWritten::complete)
                    .compose(ignored -> earlierMayEnd.future()));
    earlierHasWritten.future().await();
    fixture.database.asTenant(fixture.tenant, connection -> append(connection, "later")).await();

    Page whileOpen = fixture.page();
    assertThat(whileOpen.ids()).isEmpty();
    assertThat(whileOpen.hasMore()).isFalse();

    earlierMayEnd.complete();
    earlier.await();
    assertThat(fixture.page("after", whileOpen.next()).events())
        .extracting(event -> event.get("data").get("name").textValue())
        .containsExactly("earlier", "later");
  }

  private Future<Void> append(SqlConnection connection, String name) {
    return fixture.store.append(
        connection,
        List.of(
            fixture.event(
                EventType.CALL_STARTED, RelatedResources.none(), Json.object().put("name", name))));
  }

  /** Other work of the server may hold back the horizon for a moment. */
  private Future<Void> awaitHorizon() {
    return fixture
        .database
        .workers()
        .query("SELECT max(xid) < pg_snapshot_xmin(pg_current_snapshot()) FROM event")
        .execute()
        .map(rows -> rows.iterator().next())
        .map((Row row) -> row.getBoolean(0))
        .compose(below -> below ? Future.succeededFuture() : awaitHorizon());
  }

  private List<String> idsInOrder() {
    return fixture
        .database
        .asWorker(
            connection -> connection.query("SELECT id FROM event ORDER BY xid, seq").execute())
        .await()
        .stream()
        .map(row -> IdKind.EVENT.format(row.getUUID(0)))
        .toList();
  }

  private static void assertThatEachResourceCountsUp(List<JsonNode> events) {
    Map<String, Integer> last = new TreeMap<>();
    for (JsonNode event : events) {
      String resource = event.get("data").get("resource").textValue();
      int version = event.get("data").get("version").intValue();
      assertThat(version).as(resource).isEqualTo(last.getOrDefault(resource, 0) + 1);
      last.put(resource, version);
    }
    assertThat(last).hasSize(SHARED_RESOURCES);
  }

  /** Changes resources one after the other, each in a transaction that stays open for a while. */
  private final class Writer {
    private final Random random;
    private final TransactionGate gate;

    Writer(int number, TransactionGate gate) {
      this.random = new Random(number);
      this.gate = gate;
    }

    Future<Void> write(int transactions) {
      if (transactions == 0) {
        gate.leave();
        return Future.succeededFuture();
      }
      String resource = "resource-" + random.nextInt(SHARED_RESOURCES);
      return fixture
          .database
          .asTenant(fixture.tenant, connection -> change(connection, resource))
          .recover(
              failure ->
                  failure instanceof Aborted
                      ? Future.succeededFuture()
                      : Future.failedFuture(failure))
          .compose(ignored -> write(transactions - 1));
    }

    private Future<Void> change(SqlConnection connection, String resource) {
      boolean abort = random.nextInt(10) == 0;
      int before = 1 + random.nextInt(3);
      int after = random.nextInt(2);
      gate.releaseOne();
      return Locks.acquire(connection, List.of(resource))
          .onComplete(ignored -> gate.resume())
          .compose(
              ignored -> {
                int version = versions.getOrDefault(resource, 0);
                if (!abort) {
                  versions.put(resource, version + before + after);
                }
                return append(connection, resource, version, before)
                    .compose(written -> gate.pass())
                    .compose(opened -> append(connection, resource, version + before, after));
              })
          .compose(
              ignored -> abort ? Future.failedFuture(new Aborted()) : Future.succeededFuture());
    }

    private Future<Void> append(
        SqlConnection connection, String resource, int version, int events) {
      return fixture.store.append(
          connection,
          IntStream.rangeClosed(version + 1, version + events)
              .mapToObj(
                  number ->
                      fixture.event(
                          EventType.CALL_ORDER_UPDATED,
                          RelatedResources.none(),
                          Json.object().put("resource", resource).put("version", number)))
              .toList());
    }
  }

  private static final class Aborted extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  /** Keeps transactions open, and releases a random one when too many wait or no other runs. */
  private static final class TransactionGate {
    private final Random random;
    private final List<Promise<Void>> waiting = new ArrayList<>();
    private int moving;
    private int reorderings;

    TransactionGate(Random random, int writers) {
      this.random = random;
      this.moving = writers;
    }

    Future<Void> pass() {
      Promise<Void> promise = Promise.promise();
      synchronized (this) {
        waiting.add(promise);
      }
      releaseOne();
      return promise.future();
    }

    /** Called before the writer waits, possibly for a transaction held here. */
    void releaseOne() {
      released().ifPresent(Promise::complete);
    }

    synchronized void resume() {
      moving++;
    }

    void leave() {
      releaseOne();
    }

    private synchronized Optional<Promise<Void>> released() {
      moving--;
      if (waiting.size() <= MAX_OPEN && (moving > 0 || waiting.isEmpty())) {
        return Optional.empty();
      }
      int chosen = random.nextInt(waiting.size());
      reorderings += chosen > 0 ? 1 : 0;
      moving++;
      return Optional.of(waiting.remove(chosen));
    }
  }

  /** Reads the whole feed, and sometimes repeats a page whose cursor it has not stored. */
  private final class Poller {
    private final int limit;
    private final Random random;
    private final Future<?> settled;
    private final List<JsonNode> stored = new ArrayList<>();
    private String cursor = "";
    private List<String> unstored = List.of();

    Poller(int limit, Future<?> settled) {
      this.limit = limit;
      this.random = new Random(limit);
      this.settled = settled;
    }

    List<JsonNode> readToTheEnd() {
      boolean more = true;
      while (more) {
        boolean last = settled.isComplete();
        Page page = read();
        assertThat(page.ids()).hasSizeLessThanOrEqualTo(limit);
        assertThat(page.ids().stream().limit(unstored.size()).toList()).isEqualTo(unstored);
        if (random.nextInt(8) == 0) {
          unstored = page.ids();
        } else {
          unstored = List.of();
          stored.addAll(page.events());
          cursor = page.next();
          more = page.hasMore() || !last;
        }
      }
      return stored;
    }

    private Page read() {
      String size = Integer.toString(limit);
      return cursor.isEmpty()
          ? fixture.page("limit", size)
          : fixture.page("limit", size, "after", cursor);
    }
  }
}
