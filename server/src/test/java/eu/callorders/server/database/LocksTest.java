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
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LocksTest {
  private static final List<String> NAMES =
      IntStream.range(0, 40).mapToObj(number -> "name-" + number).toList();

  private final TestNode node = new TestNode();

  @AfterEach
  void close() {
    node.close();
  }

  /** Two who want the same locks never wait for each other in a circle. */
  @Test
  void takesTheLowestFirstInWhateverOrderTheyAreNamed() {
    List<String> sorted = sorted();
    for (List<String> named : List.of(sorted, sorted.reversed(), NAMES)) {
      try (HeldLocks lowest = HeldLocks.of(node.vertx, node.postgres, sorted.getFirst())) {
        Future<?> taken =
            node.database.asWorker(connection -> Locks.take(connection, List.copyOf(named)));
        int waiter = lowest.awaitWaiter();

        assertThat(held(waiter)).isZero();

        lowest.release();
        await(taken);
      }
    }
  }

  @Test
  void takesOnlyWhatNobodyHolds() {
    try (HeldLocks _ = HeldLocks.of(node.vertx, node.postgres, "one")) {
      Set<String> taken =
          await(
              node.database.asWorker(
                  connection -> Locks.tryTake(connection, List.of("one", "two"))));

      assertThat(taken).containsExactly("two");
    }
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

  private long held(int pid) {
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
