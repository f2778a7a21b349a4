package eu.callorders.console.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import eu.callorders.console.RobotTest;
import java.nio.file.Path;
import java.util.List;
import javafx.event.Event;
import javafx.event.EventType;
import javafx.geometry.Bounds;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.SplitPane;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableView;
import javafx.scene.input.MouseButton;
import javafx.scene.input.MouseEvent;
import javafx.scene.input.PickResult;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A narrow window leaves no trace in the layout of a wide one; the operator's choice stays. */
@RobotTest
@Tag("long")
class LayoutMemoryTest {
  private static final double NARROW = 1024;
  private static final double USUAL = 1360;
  private static final double WIDE = 1920;
  private static final double DRAGGED = -60;

  @AutoClose private final ListFitService service = new ListFitService();
  @TempDir private Path home;
  private ConsoleFixture console;
  private TableView<?> orders;

  @BeforeEach
  void open() throws Exception {
    console = ConsoleFixture.forSession(service.session(), home);
    console.open("orders");
    orders = console.find("#orders");
    console.await(() -> !orders.getItems().isEmpty());
  }

  @AfterEach
  void close() throws Exception {
    console.close();
  }

  private void widen(double width) {
    console.runAndWait(() -> console.stage().setWidth(width));
  }

  private void showDetail() {
    console.runAndWait(() -> orders.getSelectionModel().select(0));
    console.find(".detail #id");
  }

  private SplitPane split() {
    return console.read(
        () -> {
          Node node = orders;
          while (!(node instanceof SplitPane)) {
            node = node.getParent();
          }
          return (SplitPane) node;
        });
  }

  private double divider() {
    return console.read(() -> split().getDividerPositions()[0]);
  }

  private List<String> columns() {
    return console.read(
        () ->
            orders.getVisibleLeafColumns().stream()
                .map(column -> column.getId() + " " + Math.round(column.getWidth()))
                .toList());
  }

  private TableColumn<?, ?> column(String id) {
    return console.read(
        () ->
            orders.getColumns().stream()
                .filter(column -> column.getId().equals(id))
                .findFirst()
                .orElseThrow());
  }

  /** The handle at the right edge of the header of that column. */
  private Node edge(String id) {
    return console.read(
        () ->
            orders.lookupAll("Rectangle").stream()
                .filter(handle -> handle.getProperties().containsValue(column(id)))
                .findFirst()
                .orElseThrow());
  }

  private void drag(Node node) {
    Bounds bounds = console.read(() -> node.localToScene(node.getBoundsInLocal()));
    double x = bounds.getCenterX();
    fire(node, MouseEvent.MOUSE_PRESSED, x, bounds.getCenterY());
    fire(node, MouseEvent.MOUSE_DRAGGED, x + DRAGGED, bounds.getCenterY());
    fire(node, MouseEvent.MOUSE_RELEASED, x + DRAGGED, bounds.getCenterY());
  }

  private void fire(Node node, EventType<MouseEvent> type, double x, double y) {
    MouseButton button = MouseButton.PRIMARY;
    boolean down = type != MouseEvent.MOUSE_RELEASED;
    PickResult pick = new PickResult(node, x, y);
    MouseEvent event =
        new MouseEvent(
            null, node, type, x, y, x, y, button, 1, false, false, false, false, down, false, false,
            false, false, false, pick);
    console.runAndWait(() -> Event.fireEvent(node, event));
  }

  @Test
  void restoresColumnsAndDividerAfterANarrowWindow() {
    widen(WIDE);
    List<String> wide = columns();
    showDetail();
    double divider = divider();
    List<String> besideDetail = columns();
    widen(NARROW);
    assertThat(divider()).isNotCloseTo(divider, within(0.01));
    assertThat(columns()).hasSizeLessThan(besideDetail.size());
    widen(USUAL);
    widen(NARROW);
    console.open("enrollments");
    console.open("orders");
    widen(WIDE);
    assertThat(divider()).isCloseTo(divider, within(0.001));
    assertThat(columns()).isEqualTo(besideDetail);
    console.runAndWait(console.<Button>find(".detail .button-icon")::fire);
    assertThat(columns()).isEqualTo(wide);
  }

  @Test
  void keepsTheDividerWhereTheOperatorMovesIt() {
    widen(WIDE);
    showDetail();
    double before = divider();
    Node grip = console.read(() -> split().lookup(".split-pane-divider"));
    drag(grip);
    double moved = divider();
    assertThat(moved).isLessThan(before - 0.03);
    widen(NARROW);
    widen(WIDE);
    assertThat(divider()).isCloseTo(moved, within(0.001));
  }

  @Test
  void keepsWidthsAndColumnsThatTheOperatorChooses() {
    widen(WIDE);
    double before = console.read(() -> column("client_reference").getWidth());
    drag(edge("client_reference"));
    double chosen = console.read(() -> column("client_reference").getWidth());
    assertThat(chosen).isLessThan(before - 20);
    console.runAndWait(() -> column("id").setVisible(true));
    console.runAndWait(() -> column("attempts").setVisible(false));
    widen(NARROW);
    assertThat(columns())
        .anyMatch(it -> it.startsWith("id "))
        .noneMatch(it -> it.startsWith("attempts "));
    widen(WIDE);
    assertThat(console.read(() -> column("client_reference").getWidth())).isEqualTo(chosen);
    assertThat(columns())
        .anyMatch(it -> it.startsWith("id "))
        .noneMatch(it -> it.startsWith("attempts "));
  }
}
