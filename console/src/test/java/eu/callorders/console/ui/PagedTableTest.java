package eu.callorders.console.ui;

import static org.assertj.core.api.Assertions.assertThat;

import atlantafx.base.theme.PrimerLight;
import com.fasterxml.jackson.databind.node.MissingNode;
import eu.callorders.console.RobotTest;
import eu.callorders.console.UiRobot;
import eu.callorders.console.api.ApiClient;
import eu.callorders.console.api.ConnectionStatus;
import eu.callorders.console.api.Page;
import eu.callorders.console.api.Transport;
import eu.callorders.console.session.LiveEvents;
import eu.callorders.console.session.Session;
import eu.callorders.console.session.SubjectNames;
import eu.callorders.console.work.BackgroundExecutor;
import eu.callorders.console.work.DirectExecutor;
import eu.callorders.console.work.PagedRows;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import javafx.application.Application;
import javafx.event.Event;
import javafx.scene.Scene;
import javafx.scene.control.ContextMenu;
import javafx.scene.control.IndexedCell;
import javafx.scene.control.Label;
import javafx.scene.control.MenuItem;
import javafx.scene.control.TableCell;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableRow;
import javafx.scene.control.TableView;
import javafx.scene.control.skin.VirtualFlow;
import javafx.scene.input.Clipboard;
import javafx.scene.input.ContextMenuEvent;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.stage.Stage;
import javafx.stage.Window;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.testfx.api.FxToolkit;
import org.testfx.util.WaitForAsyncUtils;

@RobotTest
class PagedTableTest extends UiRobot {
  private static final int PAGE = 100;
  private static final int PAGES = 60;

  private record Line(String id, int age) {}

  @TempDir private Path home;
  private final DirectExecutor drawing = new DirectExecutor();
  private final BackgroundExecutor background = new BackgroundExecutor(drawing);
  private final PagedRows<Line> rows =
      new PagedRows<>(background, Line::id, Comparator.comparingInt(Line::age));
  private final List<Line> selected = new ArrayList<>();
  private final Session session = session();
  private Stage stage;
  private PagedTable<Line> paged;

  @BeforeEach
  void open() throws Exception {
    Locale.setDefault(Locale.ENGLISH);
    stage = FxToolkit.registerPrimaryStage();
    draw(
        () -> {
          paged = new PagedTable<>();
          List<Column<Line>> columns =
              List.of(
                  Column.of("id", "Id", 100, Line::id),
                  Column.<Line>of("age", "Age", 100, line -> "" + line.age())
                      .withBadge(
                          line ->
                              line.age() > 0 ? StatusBadge.Tone.GOOD : StatusBadge.Tone.NEUTRAL));
          paged.show("lines", rows, columns, () -> "Nothing", context());
          paged.onSelect(selected::add);
          Scene scene = new Scene(paged, 400, 400);
          scene
              .getStylesheets()
              .add(getClass().getResource("/eu/callorders/console/app/console.css").toString());
          Application.setUserAgentStylesheet(new PrimerLight().getUserAgentStylesheet());
          stage.setScene(scene);
          stage.show();
          rows.restart(PagedTableTest::page);
        });
    arrive();
    while (read(() -> flow().getFirstVisibleCell()) == null) {
      draw(() -> {}); // the first pulse may not have come yet
    }
  }

  @AfterEach
  void close() throws Exception {
    background.close();
    draw(() -> Application.setUserAgentStylesheet(null)); // the theme is global
    FxToolkit.cleanupStages();
  }

  private static Page<Line> page(String after) {
    int page = after.isEmpty() ? 0 : Integer.parseInt(after);
    List<Line> lines =
        IntStream.range(page * PAGE, (page + 1) * PAGE)
            .mapToObj(i -> new Line("old-" + i, 0))
            .toList();
    return new Page<>(lines, page + 1 < PAGES, Integer.toString(page + 1));
  }

  private static Session session() {
    Transport transport = new Transport(Transport.Timeouts.DEFAULT);
    ApiClient api = ApiClient.administration(transport, URI.create("http://localhost"), "");
    return new Session(
        "", "", "", MissingNode.getInstance(), Set.of(), api, Optional.empty(), reachability());
  }

  private ScreenContext context() {
    return new ScreenContext(
        session,
        background,
        new LiveEvents(background, session),
        new SubjectNames(background, session),
        Settings.load(home),
        ignored -> {},
        FileChoice.DIALOG);
  }

  private static ConnectionStatus reachability() {
    return new Transport(Transport.Timeouts.DEFAULT).status();
  }

  /** Runs it on the JavaFX thread and lays out the scene. */
  private void draw(Runnable change) {
    WaitForAsyncUtils.waitForAsyncFx(60_000, change);
    WaitForAsyncUtils.waitForAsyncFx(
        60_000,
        () -> {
          stage.getScene().getRoot().applyCss();
          stage.getScene().getRoot().layout();
        });
  }

  /** Delivers the pending page. */
  private void arrive() {
    draw(drawing::runNext);
  }

  private TableView<Line> table() {
    return paged.view();
  }

  private VirtualFlow<?> flow() {
    return (VirtualFlow<?>) table().lookup(".virtual-flow");
  }

  /** The first visible row and its offset. */
  private String firstVisible() {
    return read(
        () -> {
          IndexedCell<?> first = flow().getFirstVisibleCell();
          return first.getItem() + " at " + Math.round(first.getLayoutY());
        });
  }

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

  private static List<Line> newLines(int count) {
    return IntStream.range(0, count).mapToObj(i -> new Line("new-" + i, 0)).toList();
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
    draw(() -> paged.onSelectMany(lines -> many.add(lines.stream().map(Line::id).toList())));
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
    List<List<Line>> many = new ArrayList<>();
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

  private List<String> selectedIds() {
    return read(() -> paged.selectedRows().stream().map(Line::id).toList());
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
    draw(() -> rows.restart(PagedTableTest::page));
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

  private Line selectedRow() {
    return read(() -> paged.selected().get());
  }

  private String footer() {
    return read(() -> ((Label) paged.lookup(".table-footer .label")).getText());
  }
}
