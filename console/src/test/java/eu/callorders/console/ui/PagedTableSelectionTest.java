package eu.callorders.console.ui;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.console.RobotTest;
import eu.callorders.console.work.PagedRows;
import java.util.ArrayList;
import java.util.List;
import javafx.event.Event;
import javafx.scene.control.ContextMenu;
import javafx.scene.control.MenuItem;
import javafx.scene.control.TableCell;
import javafx.scene.control.TableColumn;
import javafx.scene.input.Clipboard;
import javafx.scene.input.ContextMenuEvent;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.stage.Window;
import org.junit.jupiter.api.Test;

/** Selected, sorted and copied rows, and their menu. */
@RobotTest
class PagedTableSelectionTest extends PagedTableFixture {
  @Test
  void keepsTheSelectedRowWhileRowsChange() {
    draw(() -> table().getSelectionModel().select(3));
    List<Line> chosen = new ArrayList<>();
    draw(() -> paged.selected().addListener((ignored, before, now) -> chosen.add(now)));
    draw(() -> rows.put(List.of(new Line("old-1", 1), new Line("old-3", 1), new Line("old-5", 1))));
    draw(() -> rows.putFirst(newLines(2)));
    draw(() -> rows.put(List.of(new Line("old-3", 2))));
    assertThat(read(() -> table().getSelectionModel().getSelectedIndex())).isEqualTo(5);
    assertThat(selectedRow()).isEqualTo(new Line("old-3", 2));
    assertThat(chosen).doesNotContainNull().containsOnlyOnce(new Line("old-3", 2));
    assertThat(selected).containsExactly(new Line("old-3", 0));
  }

  @Test
  void keepsSelectedRowsWhileRowsChange() {
    List<List<String>> many = new ArrayList<>();
    draw(() -> paged.onSelectMany(ignored -> many.add(selectedIds())));
    draw(() -> table().getSelectionModel().selectIndices(3, 5, 7));
    assertThat(many.getLast()).containsExactly("old-3", "old-5", "old-7");
    draw(() -> rows.putFirst(newLines(2)));
    draw(() -> rows.put(List.of(new Line("old-3", 1), new Line("old-7", 1))));
    draw(() -> rows.leave(List.of("old-4", "old-5")));
    arrive(); // their time is over
    assertThat(selectedIds()).containsExactly("old-3", "old-5", "old-7");
    assertThat(read(() -> rows.find("old-4"))).isNull();
    assertThat(many).allSatisfy(ids -> assertThat(ids).startsWith("old-3"));

    selected.clear();
    draw(() -> table().getSelectionModel().clearAndSelect(5));
    arrive(); // a row is removed that is no longer selected
    assertThat(selectedIds()).containsExactly("old-3");
    assertThat(selected).extracting(Line::id).containsOnly("old-3");
    assertThat(read(() -> rows.find("old-5"))).isNull();
  }

  @Test
  void replacesSeveralSelectedRowsByTheChosenOne() {
    List<Integer> many = new ArrayList<>();
    draw(() -> paged.onSelectMany(many::add));
    draw(() -> table().getSelectionModel().selectIndices(3, 5));
    many.clear();
    selected.clear();
    draw(() -> paged.choose("old-5"));
    assertThat(selectedIds()).containsExactly("old-5");
    draw(() -> paged.choose(""));
    assertThat(selectedIds()).isEmpty();
    assertThat(many).isEmpty();
    assertThat(selected).isEmpty();
  }

  /** There may be 100,000 of them. */
  @Test
  void readsFewSelectedRowsWhenOneChanges() {
    List<Integer> many = new ArrayList<>();
    draw(() -> paged.onSelectMany(many::add));
    draw(rows::loadAll);
    draw(() -> drawing.runUntil(() -> rows.state().get() == PagedRows.State.COMPLETE));
    draw(table().getSelectionModel()::selectAll);
    assertThat(many.getLast()).isEqualTo(PAGES * PAGE);
    int before = identifiersRead.get();
    draw(() -> rows.put(List.of(new Line("old-1", 1))));
    draw(() -> rows.putFirst(newLines(1)));
    assertThat(identifiersRead.get() - before).isLessThan(PAGES * PAGE / 2);
  }

  @Test
  void sortsLoadedRowsAndReturnsToTheOrderOfTheService() {
    draw(() -> rows.put(List.of(new Line("old-7", 10), new Line("old-9", 9))));
    draw(() -> table().getSelectionModel().select(9));
    draw(() -> sortByAge(TableColumn.SortType.DESCENDING));
    assertThat(firstIds(3)).containsExactly("old-7", "old-9", "old-0");
    assertThat(selectedIds()).containsExactly("old-9");
    assertThat(footer()).isEqualTo("100 rows so far, only they are sorted");
    draw(() -> rows.put(List.of(new Line("old-9", 11))));
    assertThat(firstIds(3)).containsExactly("old-9", "old-7", "old-0");
    assertThat(selectedRow()).isEqualTo(new Line("old-9", 11));
    draw(() -> table().scrollTo(99));
    assertThat(read(() -> rows.state().get())).isEqualTo(PagedRows.State.PARTIAL);

    draw(() -> sortByAge(TableColumn.SortType.ASCENDING));
    assertThat(read(() -> table().getItems().getLast().id())).isEqualTo("old-9");
    draw(() -> table().getSortOrder().clear());
    assertThat(firstIds(3)).containsExactly("old-0", "old-1", "old-2");
    assertThat(selectedIds()).containsExactly("old-9");
    assertThat(footer()).isEqualTo("100 rows so far");
    assertThat(selected).hasSize(1);
  }

  @Test
  void keepsSelectedRowsWhenTheyAreSorted() {
    draw(() -> paged.onSelectMany(ignored -> {}));
    draw(() -> rows.put(List.of(new Line("old-7", 10), new Line("old-9", 9))));
    draw(() -> table().getSelectionModel().selectIndices(5, 7, 9));
    selected.clear();
    draw(() -> sortByAge(TableColumn.SortType.DESCENDING));
    assertThat(selectedIds()).containsExactlyInAnyOrder("old-5", "old-7", "old-9");
    draw(() -> rows.put(List.of(new Line("old-9", 11), new Line("old-5", 1))));
    assertThat(selectedIds()).containsExactlyInAnyOrder("old-5", "old-7", "old-9");
    draw(() -> table().getSortOrder().clear());
    assertThat(selectedIds()).containsExactly("old-5", "old-7", "old-9");
    assertThat(selected).isEmpty();
  }

  private void sortByAge(TableColumn.SortType type) {
    TableColumn<Line, ?> age = table().getColumns().getLast();
    age.setSortType(type);
    table().getSortOrder().setAll(List.of(age));
  }

  private List<String> firstIds(int count) {
    return read(() -> table().getItems().stream().limit(count).map(Line::id).toList());
  }

  @Test
  void copiesSelectedRows() {
    draw(() -> paged.onSelectMany(ignored -> {}));
    draw(() -> rows.put(List.of(new Line("old-3", 7))));
    draw(() -> table().getSelectionModel().selectIndices(3, 5));
    draw(
        () ->
            Event.fireEvent(
                table(),
                new KeyEvent(KeyEvent.KEY_PRESSED, "", "", KeyCode.C, false, true, false, false)));
    assertThat(clipboard()).isEqualTo("old-3\t7\nold-5\t0");
  }

  @Test
  void offersActionsAndCopiesInItsMenu() {
    List<List<Line>> acted = new ArrayList<>();
    draw(() -> paged.addAction("act", lines -> "Act", lines -> lines.size() == 1, acted::add));
    draw(() -> cell(4, 0).fireEvent(menuRequest()));
    assertThat(selectedIds()).containsExactly("old-4");
    assertThat(menuItems().stream().map(MenuItem::getText).toList())
        .containsExactly("Act", null, "Copy cell", "Copy row", "Copy id");
    draw(() -> menuItems().getFirst().fire());
    assertThat(acted).containsExactly(List.of(new Line("old-4", 0)));
    draw(() -> menuItems().get(2).fire());
    assertThat(clipboard()).isEqualTo("old-4");
    draw(() -> menuItems().get(3).fire());
    assertThat(clipboard()).isEqualTo("old-4\t0");
  }

  private TableCell<?, ?> cell(int row, int column) {
    return (TableCell<?, ?>) flow().getCell(row).lookupAll(".table-cell").toArray()[column];
  }

  private static ContextMenuEvent menuRequest() {
    return new ContextMenuEvent(
        ContextMenuEvent.CONTEXT_MENU_REQUESTED, 10, 10, 10, 10, false, null);
  }

  private List<MenuItem> menuItems() {
    return read(
        () ->
            Window.getWindows().stream()
                .filter(ContextMenu.class::isInstance)
                .flatMap(window -> ((ContextMenu) window).getItems().stream())
                .toList());
  }

  private String clipboard() {
    return read(() -> Clipboard.getSystemClipboard().getString());
  }
}
