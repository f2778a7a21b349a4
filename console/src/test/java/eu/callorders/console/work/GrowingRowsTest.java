package eu.callorders.console.work;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.console.api.Page;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** A list that rows enter by events for days. */
class GrowingRowsTest {
  private record Line(String id, int age) {}

  private final DirectExecutor drawing = new DirectExecutor();
  @AutoClose private final BackgroundExecutor background = new BackgroundExecutor(drawing);
  private final PagedRows<Line> rows =
      new PagedRows<>(background, Line::id, Comparator.comparingInt(Line::age));

  /** Two pages of two rows each. */
  private static Page<Line> page(String after) {
    return after.isEmpty()
        ? new Page<>(List.of(new Line("a0", 0), new Line("a1", -1)), true, "1")
        : new Page<>(List.of(new Line("a2", -2), new Line("a3", -3)), false, "");
  }

  private List<String> ids() {
    return rows.rows().stream().map(Line::id).toList();
  }

  /** Rows as new as {@code age}, in a list that has the newest first. */
  private List<Line> entering(int from, int count) {
    return IntStream.range(from, from + count).mapToObj(age -> new Line("new" + age, age)).toList();
  }

  private void load() {
    rows.restart(
        new ListQuery<>(
            GrowingRowsTest::page, ignored -> true, Comparator.comparingInt(Line::age).reversed()));
    drawing.runNext();
  }

  @Test
  void startsAgainWhenTooManyRowsHaveEntered() {
    load();
    rows.put(entering(1, MatchingRows.MAX_ENTERED - 1));
    assertThat(rows.rows()).hasSize(MatchingRows.MAX_ENTERED + 1);
    assertThat(rows.state().get()).isEqualTo(PagedRows.State.PARTIAL);
    rows.put(entering(MatchingRows.MAX_ENTERED, 1));
    drawing.runNext();
    assertThat(ids()).as("the first page, read again").containsExactly("a0", "a1");
    rows.put(entering(1, 1));
    assertThat(rows.state().get()).isEqualTo(PagedRows.State.PARTIAL);
  }

  @Test
  void keepsManyEnteredRowsWhileSeveralAreSelectedOrTheEndIsLoaded() {
    load();
    rows.select(id -> id.equals("a0") || id.equals("a1"));
    rows.put(entering(1, MatchingRows.MAX_ENTERED));
    assertThat(rows.state().get()).isEqualTo(PagedRows.State.PARTIAL);
    rows.loadAll();
    rows.select(ignored -> false);
    rows.put(entering(MatchingRows.MAX_ENTERED + 1, 1));
    drawing.runNext();
    assertThat(ids()).contains("a3").hasSize(MatchingRows.MAX_ENTERED + 5);
  }
}
