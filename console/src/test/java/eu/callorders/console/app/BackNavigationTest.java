package eu.callorders.console.app;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.console.RobotTest;
import eu.callorders.console.api.Scope;
import java.util.EnumSet;
import javafx.event.Event;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.IndexedCell;
import javafx.scene.control.TableView;
import javafx.scene.control.skin.VirtualFlow;
import javafx.scene.input.MouseButton;
import javafx.scene.input.MouseEvent;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Back shows each screen as it was left: its filter, its rows in view and its detail. */
@RobotTest
@Tag("long")
class BackNavigationTest extends LinksFixture {
  private static final int TOP = 95;
  private static final int ROWS_BELOW = 5;

  @Test
  void scrollsBackToARowOfALaterPage() {
    String row = LinksService.id(120);
    apply("#toolbar #orderType", "payment_reminder");
    TableView<?> orders = console.find("#orders");
    console.runAndWait(() -> orders.scrollTo(TOP));
    console.await(() -> orders.getItems().size() == LinksService.ORDERS);
    console.runAndWait(() -> orders.scrollTo(LinksService.ORDERS - 1));
    openDetail("#orders", row);
    console.runAndWait(() -> orders.scrollTo(TOP + ROWS_BELOW));
    console.await(() -> top(orders) == TOP + ROWS_BELOW);
    follow("#link-enrollment");
    console.find("#enrollment-orders");
    follow("#enrollment-orders");
    console.await(() -> orders.getItems().size() == 1);
    assertThat(text("#toolbar #enrollmentId")).isEqualTo("enr_1");
    assertThat(text("#toolbar #orderType")).isEmpty();

    back();
    assertThat(console.screen()).isEqualTo("go-enrollments");
    back();
    console.await(() -> top(orders) == TOP + ROWS_BELOW);
    assertThat(text("#toolbar #orderType")).isEqualTo("payment_reminder");
    assertThat(text("#toolbar #enrollmentId")).isEmpty();
    awaitSelected("#orders", row);
  }

  private static int top(TableView<?> table) {
    return table.lookup(".virtual-flow") instanceof VirtualFlow<?> flow
            && flow.getFirstVisibleCell() instanceof IndexedCell<?> first
        ? first.getIndex()
        : -1;
  }

  @Test
  void showsADeliveryAgainWhoseListWasFiltered() {
    console.open("deliveries");
    openDetail("#deliveries", "whd_1");
    console.open("orders");
    search();
    follow("#link-deliveries");
    assertThat(console.robot().lookup(".detail #id").tryQuery()).isEmpty();
    back();
    back();
    awaitDetail("whd_1");
    assertThat(text(".toolbar #event")).isEmpty();
  }

  @Test
  void goesBackByTheButtonsOfTheMouse() {
    search();
    follow("#link-enrollment");
    click(MouseButton.BACK);
    assertSearched();
    click(MouseButton.FORWARD);
    assertThat(console.screen()).isEqualTo("go-enrollments");
  }

  private void click(MouseButton button) {
    Node target = console.find("#content");
    console.runAndWait(
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
    search();
    follow("#link-suppressions");
    console.open("enrollments");
    console.runAndWait(() -> session.grant(EnumSet.of(Scope.ORDERS_READ, Scope.EVENTS_READ)));
    back();
    assertSearched();
    back();
    assertThat(console.screen()).isEqualTo("go-overview");
    assertThat(console.<Button>find("#back").isDisabled()).isTrue();
  }
}
