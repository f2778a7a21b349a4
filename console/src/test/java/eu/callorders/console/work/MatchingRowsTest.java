package eu.callorders.console.work;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.console.api.ApiException;
import eu.callorders.console.api.Failure;
import eu.callorders.console.api.Page;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** A list of open lines, the highest number first. */
class MatchingRowsTest {
  private record Line(int number, int age, boolean open) {
    private String id() {
      return "line-" + number;
    }
  }

  private final DirectExecutor drawing = new DirectExecutor();
  @AutoClose private final BackgroundExecutor background = new BackgroundExecutor(drawing);
  private final PagedRows<Line> rows =
      new PagedRows<>(background, Line::id, Comparator.comparingInt(Line::age), Duration.ZERO);
  private final List<Page<Line>> pages = new ArrayList<>();

  private static Line open(int number) {
    return new Line(number, 0, true);
  }

  private static Line closed(int number) {
    return new Line(number, 1, false);
  }

  private void page(boolean more, Line... lines) {
    pages.add(new Page<>(List.of(lines), more, "next"));
  }

  private void request() {
    rows.restart(
        new ListQuery<>(
            ignored -> {
              if (pages.isEmpty()) {
                throw new ApiException(new Failure.Unreachable("there"));
              }
              return pages.removeFirst();
            },
            Line::open,
            Comparator.comparingInt(Line::number).reversed()));
  }

  private void load(boolean more, Line... lines) {
    page(more, lines);
    request();
    drawing.runNext();
  }

  /** The numbers of the rows; negative ones leave. */
  private List<Integer> shown() {
    return rows.rows().stream()
        .map(row -> rows.leaving().contains(row.id()) ? -row.number() : row.number())
        .toList();
  }

  @Test
  void insertsRowsThatComeToMatchAtTheirPlace() {
    load(false, open(8), open(6), open(4));
    rows.put(List.of(open(5), open(9), closed(7), open(1)));
    assertThat(shown()).containsExactly(9, 8, 6, 5, 4, 1);
  }

  @Test
  void insertsNoRowsBelowTheLoadedOnes() {
    load(true, open(8), open(6));
    rows.put(List.of(open(5), open(7)));
    assertThat(shown()).containsExactly(8, 7, 6);
    page(false, open(5), open(4));
    rows.loadNext();
    drawing.runNext();
    assertThat(shown()).containsExactly(8, 7, 6, 5, 4);
  }

  @Test
  void insertsRowsThatComeToMatchWhileTheirPageIsLoading() {
    load(true, open(8), open(6));
    page(false, open(4), open(3));
    rows.loadNext();
    rows.put(List.of(open(2), closed(3)));
    drawing.runNext();
    assertThat(shown()).containsExactly(8, 6, 4, -3, 2);
  }

  @Test
  void marksRowsThatNoLongerMatchAndThenRemovesThem() {
    load(false, open(8), open(6), open(4));
    rows.put(List.of(closed(8), closed(4)));
    assertThat(shown()).containsExactly(-8, 6, -4);
    assertThat(rows.rows().getFirst()).isEqualTo(closed(8));
    drawing.runNext();
    assertThat(shown()).containsExactly(6);
    assertThat(rows.leaving()).isEmpty();
  }

  @Test
  void keepsRowsThatMatchAgain() {
    load(false, open(8), open(6));
    rows.put(List.of(closed(8)));
    Runnable removal = drawing.takeNext();
    rows.put(List.of(new Line(8, 2, true)));
    assertThat(shown()).containsExactly(8, 6);
    rows.put(List.of(new Line(8, 3, false)));
    removal.run(); // of the first mark
    assertThat(shown()).containsExactly(-8, 6);
    drawing.runNext();
    assertThat(shown()).containsExactly(6);
  }

  @Test
  void ignoresStatesOlderThanTheShownOne() {
    load(false, new Line(8, 5, true), new Line(6, 5, true));
    rows.put(List.of(new Line(8, 4, false)));
    assertThat(shown()).containsExactly(8, 6);
    rows.put(List.of(new Line(6, 6, false), new Line(6, 5, true)));
    assertThat(shown()).containsExactly(8, -6);
  }

  @Test
  void insertsNoRowThatMatchedOnlyInBetween() {
    load(false, open(8));
    rows.put(List.of(open(9), new Line(9, 1, false)));
    assertThat(shown()).containsExactly(8);
  }

  private void select(String... identifiers) {
    rows.select(Set.of(identifiers)::contains);
  }

  @Test
  void keepsASelectedRowUntilItIsDeselected() {
    load(false, open(8), open(6));
    select("line-8");
    rows.put(List.of(closed(8), closed(6)));
    drawing.runNext();
    assertThat(shown()).containsExactly(-8);
    select();
    Runnable removal = drawing.takeNext();
    select("line-8");
    removal.run(); // selected again
    assertThat(shown()).containsExactly(-8);
    select();
    drawing.runNext();
    assertThat(shown()).isEmpty();
  }

  @Test
  void keepsASelectedRowThatMatchesAgain() {
    load(false, open(8));
    select("line-8");
    rows.put(List.of(closed(8)));
    drawing.runNext();
    rows.put(List.of(new Line(8, 2, true)));
    select();
    assertThat(shown()).containsExactly(8);
  }

  @Test
  void showsChangesOfAnotherQueryOnlyOnceItIsLoaded() {
    load(false, open(8), open(6));
    page(false, open(5));
    request();
    rows.put(List.of(closed(8), open(7)));
    assertThat(shown()).containsExactly(8, 6);
    drawing.runNext();
    assertThat(shown()).containsExactly(7, 5);
  }

  @Test
  void takesTheFirstPageAgain() {
    load(true, open(9), open(8), open(6), open(4));
    page(true, open(9), open(7), open(6));
    rows.refresh();
    drawing.runNext();
    assertThat(shown()).containsExactly(9, -8, 7, 6, 4);
    page(false, open(9), open(6));
    rows.refresh();
    drawing.runUntil(() -> shown().contains(-4)); // also the removal of 8
    assertThat(shown()).contains(9, -7, 6, -4);
  }

  @Test
  void keepsChangesMadeDuringARefresh() {
    load(false, open(8), open(6), open(4));
    page(false, open(8), open(6));
    rows.refresh();
    Runnable arrival = drawing.takeNext();
    rows.put(List.of(closed(8), new Line(4, 1, true)));
    rows.remove("line-6");
    arrival.run();
    assertThat(shown()).containsExactly(-8, 4);
  }

  @Test
  void refreshesOnceMoreAfterARunningRefresh() {
    load(false, open(8));
    page(false, open(8));
    page(false, open(9), open(8));
    rows.refresh();
    Runnable first = drawing.takeNext();
    rows.refresh();
    rows.refresh();
    first.run();
    drawing.runNext();
    assertThat(shown()).containsExactly(9, 8);
    assertThat(pages).isEmpty();
  }

  @Test
  void refreshesOnceTheFirstPageIsLoaded() {
    page(false, open(8));
    page(false, open(9), open(8));
    rows.refresh(); // nothing is requested yet
    request();
    rows.refresh();
    drawing.runNext();
    assertThat(shown()).containsExactly(8);
    drawing.runNext();
    assertThat(shown()).containsExactly(9, 8);
  }

  @Test
  void reloadsWhenMoreThanAPageIsNew() {
    load(true, open(2), open(1));
    page(true, open(9), open(8));
    page(true, open(9), open(8));
    rows.refresh();
    drawing.runNext();
    drawing.runNext();
    assertThat(shown()).containsExactly(9, 8);
  }

  @Test
  void marksMissingRowsOfALaterPage() {
    load(false, open(9), open(8), open(7), open(6));
    rows.putPage(new Page<>(List.of(open(7)), true, ""), List.of(open(8), open(7), open(6)));
    assertThat(shown()).containsExactly(9, -8, 7, 6);
    rows.putPage(new Page<>(List.of(open(7)), false, ""), List.of(open(7), open(6)));
    assertThat(shown()).containsExactly(9, -8, 7, -6);
  }
}
