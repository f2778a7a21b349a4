package eu.callorders.console.work;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.console.api.ApiException;
import eu.callorders.console.api.Failure;
import eu.callorders.console.api.Page;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import javafx.collections.ListChangeListener;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class PagedRowsTest {
  private record Line(String id, int age, String text) {}

  private final DirectExecutor drawing = new DirectExecutor();
  @AutoClose private final BackgroundExecutor background = new BackgroundExecutor(drawing);
  private final PagedRows<Line> rows =
      new PagedRows<>(background, Line::id, Comparator.comparingInt(Line::age));

  private static Line line(String id) {
    return new Line(id, 0, "");
  }

  /** Pages of two rows: a0 a1, a2 a3, and so on. */
  private static PagedRows.Source<Line> pages(String name, int count) {
    return after -> {
      int page = after.isEmpty() ? 0 : Integer.parseInt(after);
      List<Line> lines = List.of(line(name + 2 * page), line(name + (2 * page + 1)));
      return new Page<>(lines, page + 1 < count, Integer.toString(page + 1));
    };
  }

  private List<String> ids() {
    return rows.rows().stream().map(Line::id).toList();
  }

  @Test
  void loadsPageByPage() {
    rows.restart(pages("a", 2));
    drawing.runNext();
    assertThat(ids()).containsExactly("a0", "a1");
    assertThat(rows.state().get()).isEqualTo(PagedRows.State.PARTIAL);
    rows.loadNext();
    rows.loadNext(); // ignored while the page is loading
    drawing.runNext();
    assertThat(ids()).containsExactly("a0", "a1", "a2", "a3");
    assertThat(rows.state().get()).isEqualTo(PagedRows.State.COMPLETE);
  }

  @Test
  void dropsPagesOfThePreviousFilter() throws Exception {
    CountDownLatch requested = new CountDownLatch(1);
    CountDownLatch answered = new CountDownLatch(1);
    rows.restart(
        after -> {
          requested.countDown();
          awaitUninterruptibly(answered);
          return new Page<>(List.of(line("old")), false, "");
        });
    requested.await();
    rows.restart(pages("new", 1));
    drawing.runNext();
    answered.countDown(); // too late
    drawing.runNext();
    assertThat(ids()).containsExactly("new0", "new1");
    assertThat(rows.state().get()).isEqualTo(PagedRows.State.COMPLETE);
  }

  private static void awaitUninterruptibly(CountDownLatch latch) {
    while (true) {
      try {
        latch.await();
        return;
      } catch (InterruptedException e) {
        // A response may arrive after the cancellation.
      }
    }
  }

  @Test
  void keepsUpdatesThatArriveWhileAPageIsLoading() {
    rows.restart(pages("a", 2));
    drawing.runNext();
    rows.loadNext();
    rows.put(List.of(new Line("a3", 1, "later")));
    drawing.runNext();
    assertThat(rows.rows()).last().isEqualTo(new Line("a3", 1, "later"));
    rows.restart(pages("a", 1));
    rows.putFirst(List.of(line("b0"), line("b1")));
    rows.put(List.of(new Line("a1", 1, "later"), new Line("b0", 1, "later")));
    drawing.runNext();
    assertThat(rows.rows())
        .containsExactly(
            line("b1"), new Line("b0", 1, "later"), line("a0"), new Line("a1", 1, "later"));
    rows.restart(pages("a", 1));
    drawing.runNext();
    assertThat(rows.rows()).containsExactly(line("a0"), line("a1"));
  }

  @Test
  void keepsRowsWhenAPageFailsAndRetries() {
    List<String> cursors = new ArrayList<>();
    boolean[] offline = {true};
    rows.restart(
        after -> {
          cursors.add(after);
          if (!after.isEmpty() && offline[0]) {
            throw new ApiException(new Failure.Unreachable("there"));
          }
          return pages("a", 2).page(after);
        });
    drawing.runNext();
    rows.loadNext();
    drawing.runNext();
    assertThat(rows.state().get()).isEqualTo(PagedRows.State.FAILED);
    assertThat(rows.failure().get()).isEqualTo(new Failure.Unreachable("there"));
    assertThat(ids()).containsExactly("a0", "a1");
    offline[0] = false;
    rows.retry();
    drawing.runNext();
    assertThat(ids()).containsExactly("a0", "a1", "a2", "a3");
    assertThat(rows.failure().get()).isNull();
    assertThat(cursors).containsExactly("", "1", "1");
  }

  @Test
  void updatesOneRowInPlace() {
    rows.restart(pages("a", 2));
    drawing.runNext();
    List<String> changes = new ArrayList<>();
    rows.rows()
        .addListener(
            (ListChangeListener<Line>)
                change -> {
                  while (change.next()) {
                    changes.add(change.getFrom() + "-" + change.getTo());
                  }
                });
    rows.put(List.of(new Line("a1", 2, "later"), new Line("unknown", 2, "")));
    rows.put(List.of(new Line("a1", 1, "earlier")));
    assertThat(rows.rows()).containsExactly(line("a0"), new Line("a1", 2, "later"));
    assertThat(changes).containsExactly("1-2");
  }

  @Test
  void addsNewRowsOnTopOnce() {
    rows.restart(pages("a", 2));
    drawing.runNext();
    rows.putFirst(List.of(line("b1"), line("b2"), line("a3"), line("a0")));
    assertThat(ids()).containsExactly("a3", "b2", "b1", "a0", "a1");
    rows.loadNext();
    drawing.runNext();
    assertThat(ids()).containsExactly("a3", "b2", "b1", "a0", "a1", "a2");
  }

  @Test
  void reportsUnexpectedFailures() {
    rows.restart(
        after -> {
          throw new IllegalStateException("bug");
        });
    drawing.runNext();
    assertThat(rows.failure().get()).isInstanceOf(Failure.Unexpected.class);
  }

  @Test
  void loadsOnFirstUseAndRetriesAfterAFailure() {
    boolean[] offline = {true};
    List<String> loads = new ArrayList<>();
    Runnable firstLoad =
        () -> {
          loads.add("");
          rows.restart(
              after -> {
                if (offline[0]) {
                  throw new ApiException(new Failure.Unreachable("there"));
                }
                return pages("a", 2).page(after);
              });
        };
    rows.ensureLoaded(firstLoad);
    rows.ensureLoaded(firstLoad); // while the page is under way
    drawing.runNext();
    assertThat(rows.state().get()).isEqualTo(PagedRows.State.FAILED);
    offline[0] = false;
    rows.ensureLoaded(firstLoad);
    drawing.runNext();
    rows.ensureLoaded(firstLoad);
    assertThat(ids()).containsExactly("a0", "a1");
    assertThat(rows.state().get()).isEqualTo(PagedRows.State.PARTIAL);
    assertThat(loads).hasSize(1);
  }

  @Test
  void loadsAllPages() {
    rows.restart(pages("a", 1000));
    rows.loadAll(); // before the first page is there
    assertThat(rows.loadingAll().get()).isTrue();
    List<Integer> sizes = new ArrayList<>();
    while (rows.loadingAll().get()) {
      drawing.runNext();
      sizes.add(rows.rows().size());
    }
    assertThat(sizes).startsWith(2, 22, 42).endsWith(1982, 2000);
    assertThat(rows.state().get()).isEqualTo(PagedRows.State.COMPLETE);
    assertThat(rows.loadingAll().get()).isFalse();
    assertThat(rows.rows()).hasSize(2000);
    rows.loadAll();
    assertThat(rows.loadingAll().get()).isFalse();
  }

  @Test
  void stopsLoadingAllPages() {
    rows.restart(pages("a", 1000));
    drawing.runNext();
    rows.loadAll();
    drawing.runNext();
    rows.stopLoadingAll();
    drawing.runNext();
    assertThat(rows.state().get()).isEqualTo(PagedRows.State.PARTIAL);
    assertThat(rows.rows()).hasSize(42);
  }

  @Test
  void stopsAtAFailedPageAndContinuesOnRequest() {
    boolean[] offline = {true};
    rows.restart(
        after -> {
          if (after.equals("2") && offline[0]) {
            throw new ApiException(new Failure.Unreachable("there"));
          }
          return pages("a", 4).page(after);
        });
    rows.loadAll();
    drawing.runNext();
    drawing.runNext();
    assertThat(rows.loadingAll().get()).isFalse();
    assertThat(rows.state().get()).isEqualTo(PagedRows.State.FAILED);
    offline[0] = false;
    rows.loadAll();
    drawing.runNext();
    assertThat(rows.state().get()).isEqualTo(PagedRows.State.COMPLETE);
    assertThat(rows.rows()).hasSize(8);
  }

  @Test
  void stopsLoadingAllPagesOnRestart() {
    rows.restart(pages("a", 1000));
    rows.loadAll();
    rows.restart(pages("b", 1000));
    drawing.runUntil(() -> rows.state().get() != PagedRows.State.LOADING); // also canceled loads
    assertThat(rows.loadingAll().get()).isFalse();
    assertThat(rows.state().get()).isEqualTo(PagedRows.State.PARTIAL);
  }

  @Test
  void findsAndRemovesRows() {
    rows.restart(pages("a", 2));
    drawing.runNext();
    rows.loadNext();
    drawing.runNext();
    rows.putFirst(List.of(line("b0")));
    rows.remove("a1");
    rows.remove("a1");
    rows.remove("b0");
    assertThat(ids()).containsExactly("a0", "a2", "a3");
    assertThat(rows.find("a2")).isEqualTo(line("a2"));
    assertThat(rows.find("a1")).isNull();
  }

  @Test
  void removesRowsBeyondTheLimit() {
    rows.restart(pages("a", 1));
    drawing.runNext();
    rows.putFirst(List.of(line("b1"), line("b2")));
    rows.truncate(3);
    assertThat(ids()).containsExactly("b2", "b1", "a0");
    assertThat(rows.find("a1")).isNull();
    rows.put(List.of(new Line("a1", 2, "later"), new Line("a0", 2, "later")));
    rows.putFirst(List.of(line("a1")));
    assertThat(ids()).containsExactly("a1", "b2", "b1", "a0");
    rows.truncate(9);
    assertThat(ids()).hasSize(4);
  }
}
