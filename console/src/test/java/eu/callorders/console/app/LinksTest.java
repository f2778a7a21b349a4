package eu.callorders.console.app;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.console.RobotTest;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Collectors;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.Labeled;
import javafx.scene.control.TableView;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each link fills the filter of its screen, and Back returns to the search. */
@RobotTest
@Tag("long")
class LinksTest {
  @TempDir private Path home;
  @AutoClose private LinksFixture links;

  @BeforeEach
  void open() throws Exception {
    links = LinksFixture.open(home);
  }

  @Test
  void listsOrdersOfThePersonAndRestoresTheSearch() {
    links.search();
    links.follow("#link-person");
    TableView<?> orders = links.await("#orders", "ord_008");
    assertThat(links.text("#toolbar #search")).isEmpty();
    assertThat(links.text("#toolbar #subject")).isEqualTo("debtor-7");
    assertThat(orders.getItems()).hasSize(2);
    links.awaitSelected("#orders", LinksService.LINKED);
    links.awaitDetail(LinksService.LINKED);
    links.selectTab(0);

    links.back();
    links.assertSearched();
    links.console.robot().push(KeyCode.ALT, KeyCode.RIGHT);
    links.console.await(() -> orders.getItems().size() == 2);
    assertThat(links.text("#toolbar #subject")).isEqualTo("debtor-7");
    links.console.robot().push(KeyCode.ALT, KeyCode.LEFT);
    links.assertSearched();
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
    links.search();
    links.follow(link);
    assertThat(links.console.screen()).isEqualTo(target);
    TextField filled = links.console.find(field);
    links.console.await(() -> filled.getText().equals(value));
    links.back();
    links.assertSearched();
    assertThat(links.console.<Button>find("#forward").isDisabled()).isFalse();
  }

  @Test
  void goesFromAnEnrollmentToItsSignalAndOn() {
    links.search();
    links.follow("#link-enrollment");
    links.follow("#enrollment-signal");
    assertThat(links.console.screen()).isEqualTo("go-signals");
    links.awaitDetail("sig_1");
    links.follow("#signal-effects .entry-link");
    assertThat(links.console.screen()).isEqualTo("go-enrollments");
    links.back();
    links.awaitDetail("sig_1");
    links.back();
    links.back();
    links.assertSearched();
  }

  @Test
  void goesFromAnEntryToItsPerson() {
    links.search();
    links.follow("#link-suppressions");
    links.select("#suppressions", "sup_7");
    links.follow("#suppression-person");
    links.console.find("#subject-page");
    links.awaitDetail("debtor-7");
    assertThat(links.console.screen()).isEqualTo("go-subjects");
    links.back();
    links.awaitSelected("#suppressions", "sup_7");
    assertThat(links.text(".toolbar #subject")).isEqualTo("debtor-7");
    links.back();
    links.assertSearched();
  }

  @Test
  void goesFromADeliveryToItsOrder() {
    links.console.open("deliveries");
    links.openDetail("#deliveries", "whd_1");
    links.follow("#delivery-order");
    links.console.await(() -> links.console.screen().equals("go-orders"));
    links.awaitDetail(LinksService.LINKED);
    assertThat(links.text("#toolbar #search")).isEmpty();
    links.awaitSelected("#orders", LinksService.LINKED);
    links.back();
    links.awaitDetail("whd_1");
    links.awaitSelected("#deliveries", "whd_1");
  }

  /** The event of a call has no person, so its order is read. */
  @Test
  void goesFromADeliveryToItsEventWithItsPersonAndItsSignal() {
    links.console.open("deliveries");
    links.openDetail("#deliveries", "whd_1");
    Hyperlink event =
        links.console.robot().lookup(".detail .order-link").<Hyperlink>queryAll().stream()
            .filter(link -> link.getText().equals("evt_1"))
            .findFirst()
            .orElseThrow();
    links.console.runAndWait(event::fire);
    assertThat(links.console.screen()).isEqualTo("go-events");
    TextField id = links.console.find("#event-id");
    links.console.await(() -> id.getText().equals("evt_1"));
    links.selectTab(1);
    links.console.await(() -> values().contains("debtor-7"));
    links.follow("#event-signal");
    assertThat(links.console.screen()).isEqualTo("go-signals");
    links.awaitDetail("sig_1");
  }

  /** Of the visible facts in the detail. */
  private Set<String> values() {
    return links.console.robot().lookup(".detail .property-value").<TextField>queryAll().stream()
        .filter(Node::isVisible)
        .map(TextField::getText)
        .collect(Collectors.toSet());
  }

  @Test
  void marksAPersonOnTheDoNotCallList() {
    links.openDetail("#orders", "ord_008");
    links.console.find("#link-suppressions");
    assertThat(links.console.read(this::badges)).isEmpty();
    links.openDetail("#orders", LinksService.LINKED);
    links.console.await(() -> badges().equals(Set.of("1")));
  }

  private Set<String> badges() {
    Set<Node> found = links.console.robot().lookup("#order-links .status-badge").queryAll();
    return found.stream().map(badge -> ((Labeled) badge).getText()).collect(Collectors.toSet());
  }
}
