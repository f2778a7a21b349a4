package eu.callorders.console.ui;

import atlantafx.base.theme.PrimerLight;
import com.fasterxml.jackson.databind.node.MissingNode;
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
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import javafx.application.Application;
import javafx.scene.Scene;
import javafx.scene.control.Label;
import javafx.scene.control.TableView;
import javafx.scene.control.skin.VirtualFlow;
import javafx.stage.Stage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.testfx.api.FxToolkit;
import org.testfx.util.WaitForAsyncUtils;

/** A table of lines in its own window, with its first page. */
abstract class PagedTableFixture extends UiRobot {
  static final int PAGE = 100;
  static final int PAGES = 60;

  record Line(String id, int age) {}

  @TempDir private Path home;
  final DirectExecutor drawing = new DirectExecutor();
  private final BackgroundExecutor background = new BackgroundExecutor(drawing);

  /** How often the table has asked for the identifier of a row. */
  final AtomicInteger identifiersRead = new AtomicInteger();

  final PagedRows<Line> rows =
      new PagedRows<>(background, this::id, Comparator.comparingInt(Line::age));

  /** The lines that were selected alone. */
  final List<Line> selected = new ArrayList<>();

  private final Session session = session();
  private Stage stage;
  PagedTable<Line> paged;

  private String id(Line line) {
    identifiersRead.incrementAndGet();
    return line.id();
  }

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
          rows.restart(PagedTableFixture::page);
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

  static Page<Line> page(String after) {
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
        new RecordedNavigation(),
        FileChoice.DIALOG,
        ignored -> {});
  }

  private static ConnectionStatus reachability() {
    return new Transport(Transport.Timeouts.DEFAULT).status();
  }

  /** Runs it on the JavaFX thread and lays out the scene. */
  void draw(Runnable change) {
    WaitForAsyncUtils.waitForAsyncFx(60_000, change);
    WaitForAsyncUtils.waitForAsyncFx(
        60_000,
        () -> {
          stage.getScene().getRoot().applyCss();
          stage.getScene().getRoot().layout();
        });
  }

  /** Delivers the pending page. */
  void arrive() {
    draw(drawing::runNext);
  }

  TableView<Line> table() {
    return paged.view();
  }

  VirtualFlow<?> flow() {
    return (VirtualFlow<?>) table().lookup(".virtual-flow");
  }

  static List<Line> newLines(int count) {
    return IntStream.range(0, count).mapToObj(i -> new Line("new-" + i, 0)).toList();
  }

  List<String> selectedIds() {
    return read(() -> paged.selectedRows().map(Line::id).toList());
  }

  Line selectedRow() {
    return read(() -> paged.selected().get());
  }

  String footer() {
    return read(() -> ((Label) paged.lookup(".table-footer .label")).getText());
  }
}
