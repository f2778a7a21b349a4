package eu.callorders.console.bulk;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.console.api.Scope;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SelectionTest {
  private static final BulkAction ALL = action("all");
  private static final BulkAction EVEN = action("even");

  private static BulkAction action(String name) {
    return new BulkAction(name, Scope.ORDERS_WRITE, false, (session, id, key, body) -> {});
  }

  private static Selection select(int count, Stream<Integer> rows) {
    return Selection.of(
        count, rows, Object::toString, Map.of(ALL, row -> true, EVEN, row -> row % 2 == 0));
  }

  private static Selection select(int count) {
    return select(count, IntStream.range(0, count).boxed());
  }

  @Test
  void hasTheRowsOfEachAction() {
    Selection selected = select(3);
    assertThat(selected.ids(ALL)).containsExactly("0", "1", "2");
    assertThat(selected.ids(EVEN)).containsExactly("0", "2");
    assertThat(selected.count(EVEN)).isEqualTo(2);
  }

  @Test
  void permitsAThousandRowsAtMost() {
    assertThat(select(Selection.LIMIT).permits(ALL)).isTrue();
    Selection more = select(Selection.LIMIT + 1);
    assertThat(more.permits(ALL)).isFalse();
    assertThat(more.isTooMany(ALL)).isTrue();
    assertThat(more.permits(EVEN)).isTrue();
    assertThat(Selection.NONE.permits(ALL)).isFalse();
  }

  @Test
  void readsNoMoreRowsThanItsActionsMayHave() {
    AtomicInteger read = new AtomicInteger();
    Selection selected =
        select(
            100_000, IntStream.range(0, 100_000).boxed().peek(ignored -> read.incrementAndGet()));
    assertThat(selected.count(EVEN)).isEqualTo(100_000);
    assertThat(selected.isTooMany(EVEN)).isTrue();
    assertThat(selected.ids(ALL)).hasSize(Selection.LIMIT + 1);
    assertThat(read).hasValueLessThanOrEqualTo(2 * (Selection.LIMIT + 1));
  }
}
