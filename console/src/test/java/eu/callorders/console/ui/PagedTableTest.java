package eu.callorders.console.ui;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.console.RobotTest;
import eu.callorders.console.work.PagedRows;
import java.util.List;
import javafx.event.Event;
import javafx.scene.control.IndexedCell;
import javafx.scene.control.Label;
import javafx.scene.control.TableRow;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import org.junit.jupiter.api.Test;

/** Loaded rows, their places and marks. */
@RobotTest
class PagedTableTest extends PagedTableFixture {
  private void press(KeyCode key) {
    draw(
        () ->
            Event.fireEvent(
                table(),
                new KeyEvent(KeyEvent.KEY_PRESSED, "", "", key, false, false, false, false)));
  }

  private void scrollDown() {
    draw(() -> flow().scrollPixels(1000));
    assertThat(read(() -> flow().getFirstVisibleCell().getIndex())).isGreaterThan(10);
  }

  /** The first visible row and its offset. */
  private String firstVisible() {
    return read(
        () -> {
          IndexedCell<?> first = flow().getFirstVisibleCell();
          return first.getItem() + " at " + Math.round(first.getLayoutY());
        });
  }

  @Test
  void keepsVisibleRowsInPlaceWhenRowsAreAddedOnTop() {
    scrollDown();
    String before = firstVisible();
    for (int count : List.of(1, 5, 50, 500)) {
      draw(() -> rows.putFirst(newLines(count)));
      assertThat(firstVisible()).isEqualTo(before);
    }
    draw(() -> rows.remove("new-3"));
    draw(() -> rows.put(List.of(new Line("old-0", 1))));
    assertThat(firstVisible()).isEqualTo(before);
  }

  @Test
  void showsNewRowsAtTheTop() {
    draw(() -> rows.putFirst(newLines(1)));
    assertThat(firstVisible()).contains("new-0");
  }

  @Test
  void rendersTheLatestStateInItsBadge() {
    draw(() -> rows.put(List.of(new Line("old-1", 7))));
    List<String> badges =
        read(
            () ->
                table().lookupAll(".status-badge-good").stream()
                    .map(badge -> ((Label) badge).getText())
                    .toList());
    assertThat(badges).containsExactly("7");
  }

  @Test
  void selectsTheLastRowOnceAllPagesAreLoaded() {
    String before = firstVisible();
    press(KeyCode.END);
    while (read(() -> rows.loadingAll().get())) {
      assertThat(footer()).contains("so far, loading all");
      assertThat(firstVisible()).isEqualTo(before);
      arrive();
    }
    assertThat(footer()).isEqualTo("6,000 rows");
    assertThat(selectedRow()).isEqualTo(new Line("old-5999", 0));
    assertThat(read(() -> flow().getLastVisibleCell().getIndex())).isEqualTo(5999);
  }

  @Test
  void keepsPositionWhenLoadingIsCanceled() {
    String before = firstVisible();
    press(KeyCode.END);
    arrive();
    press(KeyCode.ESCAPE);
    arrive();
    assertThat(footer()).isEqualTo("2,100 rows so far");
    assertThat(firstVisible()).isEqualTo(before);
    assertThat(selectedRow()).isNull();
  }

  @Test
  void marksRowsThatLeaveAndCountsTheOthers() {
    draw(() -> table().getSelectionModel().select(5));
    draw(() -> rows.leave(List.of("old-2", "old-5", "old-7", "unknown")));
    assertThat(marked()).containsExactlyInAnyOrder("old-2", "old-5", "old-7");
    assertThat(footer()).isEqualTo("97 rows so far");
    arrive(); // their time is over
    assertThat(marked()).containsExactly("old-5");
    assertThat(footer()).isEqualTo("97 rows so far");
    assertThat(selectedRow()).isEqualTo(new Line("old-5", 0));
    draw(() -> paged.choose("old-3"));
    arrive();
    assertThat(marked()).isEmpty();
    assertThat(selectedRow()).isEqualTo(new Line("old-3", 0));
    assertThat(read(() -> rows.find("old-5"))).isNull();
    assertThat(footer()).isEqualTo("97 rows so far");
  }

  @Test
  void unmarksRowsThatReturnAndRowsOfAnotherList() {
    draw(() -> rows.leave(List.of("old-2", "old-3")));
    draw(() -> rows.put(List.of(new Line("old-2", 1))));
    assertThat(marked()).containsExactly("old-3");
    draw(() -> rows.restart(PagedTableFixture::page));
    draw(() -> drawing.runUntil(() -> rows.state().get() == PagedRows.State.PARTIAL));
    assertThat(marked()).isEmpty();
    assertThat(footer()).isEqualTo("100 rows so far");
  }

  /** The rows rendered as leaving. */
  private List<String> marked() {
    return read(
        () ->
            table().lookupAll(".table-row-cell:leaving").stream()
                .map(TableRow.class::cast)
                .peek(
                    row -> assertThat(row.getAccessibleHelp()).isEqualTo("No longer in this list"))
                .map(row -> ((Line) row.getItem()).id())
                .toList());
  }
}
