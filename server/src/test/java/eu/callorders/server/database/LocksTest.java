package eu.callorders.server.database;

import static eu.callorders.server.TestNode.await;
import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.server.HeldLocks;
import eu.callorders.server.TestNode;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class LocksTest {
  private static final List<String> NAMES =
      IntStream.range(0, 40).mapToObj(number -> "name-" + number).toList();

  @AutoClose private final TestNode node = new TestNode();

  /** Prevents deadlocks between transactions that need the same locks. */
  @Test
  void acquiresLocksInSortedOrder() {
    List<String> sorted = sorted();
    for (List<String> names : List.of(sorted, sorted.reversed(), NAMES)) {
      try (HeldLocks lowest = HeldLocks.of(node.vertx, node.postgres, sorted.getFirst())) {
        Future<?> acquired =
            node.database.asWorker(connection -> Locks.acquire(connection, List.copyOf(names)));
        int waiter = lowest.awaitWaiter();

        assertThat(grantedLocks(waiter)).isZero();

        lowest.release();
        await(acquired);
      }
    }
  }

  @Test
  void acquiresOnlyFreeLocks() {
    try (HeldLocks _ = HeldLocks.of(node.vertx, node.postgres, "one")) {
      Set<String> acquired =
          await(
              node.database.asWorker(
                  connection -> Locks.tryAcquire(connection, List.of("one", "two"))));

      assertThat(acquired).containsExactly("two");
    }
  }

  @Test
  void limitsLocksOfABatchExceptForItsFirstItem() {
    List<List<String>> batch =
        IntStream.range(0, 20).mapToObj(item -> names("item-" + item, 20)).toList();
    List<List<String>> large = List.of(names("large", 400), List.of("small"));

    assertThat(tryTakeShared(batch))
        .hasSize(300)
        .containsAll(batch.getFirst())
        .containsAll(batch.get(14));
    assertThat(tryTakeShared(large)).hasSize(400).containsAll(large.getFirst());
  }

  private static List<String> names(String prefix, int count) {
    return IntStream.range(0, count).mapToObj(number -> prefix + ":" + number).toList();
  }

  private Set<String> tryTakeShared(List<List<String>> batch) {
    return await(node.database.asWorker(connection -> Locks.tryAcquireShared(connection, batch)));
  }

  private List<String> sorted() {
    return await(
            node.database
                .workers()
                .preparedQuery(
                    "SELECT name FROM unnest($1::text[]) AS name ORDER BY hashtextextended(name,"
                        + " 0)")
                .execute(Tuple.of((Object) NAMES.toArray(String[]::new))))
        .stream()
        .map(row -> row.getString(0))
        .toList();
  }

  private long grantedLocks(int pid) {
    Row counted =
        await(
                node.database
                    .workers()
                    .preparedQuery(
                        "SELECT count(*) FROM pg_locks"
                            + " WHERE pid = $1 AND locktype = 'advisory' AND granted")
                    .execute(Tuple.of(pid)))
            .iterator()
            .next();
    return counted.getLong(0);
  }
}
