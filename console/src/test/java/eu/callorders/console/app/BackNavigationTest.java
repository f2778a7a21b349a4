package eu.callorders.console.app;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.console.RobotTest;
import eu.callorders.console.api.Scope;
import java.nio.file.Path;
import java.util.EnumSet;
import javafx.event.Event;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.IndexedCell;
import javafx.scene.control.TableView;
import javafx.scene.control.skin.VirtualFlow;
import javafx.scene.input.MouseButton;
import javafx.scene.input.MouseEvent;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Back shows each screen as it was left: its filter, its rows in view and its detail. */
@RobotTest
@Tag("long")
class BackNavigationTest {
  private static final int TOP = 95;
  private static final int ROWS_BELOW = 5;

  @TempDir private Path home;
  @AutoClose private LinksFixture links;

  @BeforeEach
  void open() throws Exception {
    links = LinksFixture.open(home);
  }

  @Test
  void scrollsBackToARowOfALaterPage() {
    String row = LinksService.id(120);
    links.apply("#toolbar #orderType", "payment_reminder");
    TableView<?> orders = links.console.find("#orders");
    links.console.runAndWait(() -> orders.scrollTo(TOP));
    links.console.await(() -> orders.getItems().size() == LinksService.ORDERS);
    links.console.runAndWait(() -> orders.scrollTo(LinksService.ORDERS - 1));
    links.openDetail("#orders", row);
    links.console.runAndWait(() -> orders.scrollTo(TOP + ROWS_BELOW));
    links.console.await(() -> top(orders) == TOP + ROWS_BELOW);
    links.follow("#link-enrollment");
    links.console.find("#enrollment-orders");
    links.follow("#enrollment-orders");
    links.console.await(() -> orders.getItems().size() == 1);
    assertThat(links.text("#toolbar #enrollmentId")).isEqualTo("enr_1");
    assertThat(links.text("#toolbar #orderType")).isEmpty();

    links.back();
    assertThat(links.console.screen()).isEqualTo("go-enrollments");
    links.back();
    links.console.await(() -> top(orders) == TOP + ROWS_BELOW);
    assertThat(links.text("#toolbar #orderType")).isEqualTo("payment_reminder");
    assertThat(links.text("#toolbar #enrollmentId")).isEmpty();
    links.awaitSelected("#orders", row);
  }

  private static int top(TableView<?> table) {
    return table.lookup(".virtual-flow") instanceof VirtualFlow<?> flow
            && flow.getFirstVisibleCell() instanceof IndexedCell<?> first
        ? first.getIndex()
        : -1;
  }

  @Test
  void showsADeliveryAgainWhoseListWasFiltered() {
    links.console.open("deliveries");
    links.openDetail("#deliveries", "whd_1");
    links.console.open("orders");
    links.search();
    links.follow("#link-deliveries");
    assertThat(links.console.robot().lookup(".detail #id").tryQuery()).isEmpty();
    links.back();
    links.back();
    links.awaitDetail("whd_1");
    assertThat(links.text(".toolbar #event")).isEmpty();
  }

  @Test
  void goesBackByTheButtonsOfTheMouse() {
    links.search();
    links.follow("#link-enrollment");
    click(MouseButton.BACK);
    links.assertSearched();
    click(MouseButton.FORWARD);
    assertThat(links.console.screen()).isEqualTo("go-enrollments");
  }

  private void click(MouseButton button) {
    Node target = links.console.find("#content");
    links.console.runAndWait(
        () ->
            Event.fireEvent(
                target,
                new MouseEvent(
                    MouseEvent.MOUSE_PRESSED,
                    0,
                    0,
                    0,
                    0,
                    button,
                    1,
                    false,
                    false,
                    false,
                    false,
                    false,
                    false,
                    false,
                    false,
                    false,
                    false,
                    null)));
  }

  @Test
  void skipsScreensWhoseScopeIsLost() {
    links.search();
    links.follow("#link-suppressions");
    links.console.open("enrollments");
    links.console.runAndWait(
        () -> links.session.grant(EnumSet.of(Scope.ORDERS_READ, Scope.EVENTS_READ)));
    links.back();
    links.assertSearched();
    links.back();
    assertThat(links.console.screen()).isEqualTo("go-overview");
    assertThat(links.console.<Button>find("#back").isDisabled()).isTrue();
  }
}
