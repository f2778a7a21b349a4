package eu.callorders.console.app;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.console.RobotTest;
import java.util.Set;
import java.util.stream.Collectors;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.Labeled;
import javafx.scene.control.TableView;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each link fills the filter of its screen, and Back returns to the search. */
@RobotTest
@Tag("long")
class LinksTest extends LinksFixture {
  @Test
  void listsOrdersOfThePersonAndRestoresTheSearch() {
    search();
    follow("#link-person");
    TableView<?> orders = await("#orders", "ord_008");
    assertThat(text("#toolbar #search")).isEmpty();
    assertThat(text("#toolbar #subject")).isEqualTo("debtor-7");
    assertThat(orders.getItems()).hasSize(2);
    awaitSelected("#orders", LinksService.LINKED);
    awaitDetail(LinksService.LINKED);
    selectTab(0);

    back();
    assertSearched();
    console.robot().push(KeyCode.ALT, KeyCode.RIGHT);
    console.await(() -> orders.getItems().size() == 2);
    assertThat(text("#toolbar #subject")).isEqualTo("debtor-7");
    console.robot().push(KeyCode.ALT, KeyCode.LEFT);
    assertSearched();
  }

  @ParameterizedTest
  @CsvSource({
    "#link-subject, go-subjects, .detail #id, debtor-7",
    "#link-enrollment, go-enrollments, .detail #id, enr_1",
    "#link-order-type, go-order-types, .detail #id, payment_reminder",
    "#link-suppressions, go-suppressions, .toolbar #subject, debtor-7",
    "#link-holds, go-holds, .toolbar #search, debtor-7",
    "#link-deliveries, go-deliveries, .toolbar #event, evt_1"
  })
  void opensOtherScreensAndComesBack(String link, String target, String field, String value) {
    search();
    follow(link);
    assertThat(console.screen()).isEqualTo(target);
    TextField filled = console.find(field);
    console.await(() -> filled.getText().equals(value));
    back();
    assertSearched();
    assertThat(console.<Button>find("#forward").isDisabled()).isFalse();
  }

  @Test
  void goesFromAnEnrollmentToItsSignalAndOn() {
    search();
    follow("#link-enrollment");
    follow("#enrollment-signal");
    assertThat(console.screen()).isEqualTo("go-signals");
    awaitDetail("sig_1");
    follow("#signal-effects .entry-link");
    assertThat(console.screen()).isEqualTo("go-enrollments");
    back();
    awaitDetail("sig_1");
    back();
    back();
    assertSearched();
  }

  @Test
  void goesFromAnEntryToItsPerson() {
    search();
    follow("#link-suppressions");
    select("#suppressions", "sup_7");
    follow("#suppression-person");
    console.find("#subject-page");
    awaitDetail("debtor-7");
    assertThat(console.screen()).isEqualTo("go-subjects");
    back();
    awaitSelected("#suppressions", "sup_7");
    assertThat(text(".toolbar #subject")).isEqualTo("debtor-7");
    back();
    assertSearched();
  }

  @Test
  void goesFromADeliveryToItsOrder() {
    console.open("deliveries");
    openDetail("#deliveries", "whd_1");
    follow("#delivery-order");
    console.await(() -> console.screen().equals("go-orders"));
    awaitDetail(LinksService.LINKED);
    assertThat(text("#toolbar #search")).isEmpty();
    awaitSelected("#orders", LinksService.LINKED);
    back();
    awaitDetail("whd_1");
    awaitSelected("#deliveries", "whd_1");
  }

  /** The event of a call has no person, so its order is read. */
  @Test
  void goesFromADeliveryToItsEventWithItsPersonAndItsSignal() {
    console.open("deliveries");
    openDetail("#deliveries", "whd_1");
    Hyperlink event =
        console.robot().lookup(".detail .order-link").<Hyperlink>queryAll().stream()
            .filter(link -> link.getText().equals("evt_1"))
            .findFirst()
            .orElseThrow();
    console.runAndWait(event::fire);
    assertThat(console.screen()).isEqualTo("go-events");
    TextField id = console.find("#event-id");
    console.await(() -> id.getText().equals("evt_1"));
    selectTab(1);
    console.await(() -> values().contains("debtor-7"));
    follow("#event-signal");
    assertThat(console.screen()).isEqualTo("go-signals");
    awaitDetail("sig_1");
  }

  /** Of the visible facts in the detail. */
  private Set<String> values() {
    return console.robot().lookup(".detail .property-value").<TextField>queryAll().stream()
        .filter(Node::isVisible)
        .map(TextField::getText)
        .collect(Collectors.toSet());
  }

  @Test
  void marksAPersonOnTheDoNotCallList() {
    openDetail("#orders", "ord_008");
    console.find("#link-suppressions");
    assertThat(console.read(this::badges)).isEmpty();
    openDetail("#orders", LinksService.LINKED);
    console.await(() -> badges().equals(Set.of("1")));
  }

  private Set<String> badges() {
    Set<Node> found = console.robot().lookup("#order-links .status-badge").queryAll();
    return found.stream().map(badge -> ((Labeled) badge).getText()).collect(Collectors.toSet());
  }
}
