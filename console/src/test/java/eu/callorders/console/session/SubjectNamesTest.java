package eu.callorders.console.session;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import eu.callorders.console.api.ApiClient;
import eu.callorders.console.api.ConnectionStatus;
import eu.callorders.console.api.FakeService;
import eu.callorders.console.api.Json;
import eu.callorders.console.api.Scope;
import eu.callorders.console.api.Transport;
import eu.callorders.console.work.BackgroundExecutor;
import eu.callorders.console.work.DirectExecutor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import javafx.beans.value.ObservableValue;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class SubjectNamesTest {
  private static final Transport.Timeouts SHORT =
      new Transport.Timeouts(
          Duration.ofSeconds(20), Duration.ofSeconds(20), Duration.ofMillis(1), Duration.ZERO);

  @AutoClose private final FakeService service = new FakeService();
  private final DirectExecutor uiExecutor = new DirectExecutor();
  @AutoClose private final BackgroundExecutor background = new BackgroundExecutor(uiExecutor);
  private final Session session =
      new Session(
          "s",
          "sandbox",
          "tn_1",
          MissingNode.getInstance(),
          Set.of(Scope.ORDERS_READ),
          ApiClient.administration(new Transport(SHORT), service.address(), "token"),
          Optional.empty(),
          new ConnectionStatus());
  private final SubjectNames names =
      new SubjectNames(background, session, Duration.ZERO, Duration.ZERO);

  private static String order(String reference, String familyName, String phone, String created) {
    return """
    {"id":"ord_1","subject":{"reference":"%s","name":{"family_name":"%s"}},
     "contacts":[{"channel":"phone","value":"%s","priority":1}],"created_at":"%s"}
    """
        .formatted(reference, familyName, phone, created);
  }

  private static String page(String... orders) {
    return "{\"data\":[%s],\"has_more\":false,\"next_cursor\":null}"
        .formatted(String.join(",", orders));
  }

  private static SubjectName name(String reference, String name, String asOf) {
    return new SubjectName(reference, name, "", asOf);
  }

  private static String text(ObservableValue<SubjectName> name) {
    return name.getValue().text();
  }

  private List<String> targets() {
    return service.requests().stream().map(FakeService.RecordedRequest::target).toList();
  }

  private static String target(String reference) {
    return "/v1/call-orders?subject_reference=" + reference + "&limit=1";
  }

  /** Runs the end of a read and the end of the pause after it. */
  private void endReads(int count) {
    for (int i = 0; i < 2 * count; i++) {
      uiExecutor.runNext();
    }
  }

  @Test
  void readsAPersonOnce() {
    service.then(200, page(order("p1", "Muster", "+493023125021", "2026-11-20")));
    ObservableValue<SubjectName> shown = names.ofSubject("p1");
    assertThat(text(shown)).isEqualTo("p1");
    assertThat(names.ofSubject("p1")).isSameAs(shown);
    endReads(1);
    assertThat(text(shown)).isEqualTo("Muster · p1");
    assertThat(shown.getValue().phone()).isEqualTo("+49…5021");
    assertThat(text(names.ofSubject("p1"))).isEqualTo("Muster · p1");
    assertThat(targets()).containsExactly(target("p1"));
  }

  @Test
  void readsFourAtATimeAndTheLatestFirst() {
    service.fixed("/v1/call-orders", 200, page());
    for (int i = 1; i <= 6; i++) {
      names.ofSubject("p" + i);
    }
    List<Runnable> ends = new ArrayList<>();
    for (int i = 0; i < SubjectNames.MAX_READS; i++) {
      ends.add(uiExecutor.takeNext());
    }
    assertThat(targets())
        .containsExactlyInAnyOrder(target("p1"), target("p2"), target("p3"), target("p4"));
    ends.getFirst().run();
    uiExecutor.runNext(); // the pause
    uiExecutor.takeNext();
    assertThat(targets().getLast()).isEqualTo(target("p6"));
    assertThat(targets()).hasSize(5);
  }

  @Test
  void forgetsTheOldestAskedWhenTooManyWait() {
    service.fixed("/v1/call-orders", 200, page());
    int asked = SubjectNames.MAX_READS + SubjectNames.MAX_WAITING + 1;
    for (int i = 1; i <= asked; i++) {
      names.ofSubject("p" + i);
    }
    endReads(asked - 1);
    assertThat(targets()).hasSize(asked - 1).doesNotContain(target("p5")).contains(target("p6"));
  }

  @Test
  void keepsTheLatestUsedOnly() {
    IntStream.range(0, SubjectNames.MAX_ENTRIES)
        .forEach(i -> names.put(name("p" + i, "N" + i, "2026")));
    assertThat(text(names.ofSubject("p0"))).isEqualTo("N0 · p0");
    names.put(name("new", "New", "2026"));
    assertThat(text(names.ofSubject("p0"))).isEqualTo("N0 · p0");
    service.then(200, page());
    assertThat(text(names.ofSubject("p1"))).isEqualTo("p1");
    endReads(1);
    assertThat(targets()).containsExactly(target("p1"));
  }

  @Test
  void readsNothingWithoutTheScope() {
    session.grant(Set.of(Scope.EVENTS_READ));
    assertThat(text(names.ofSubject("p1"))).isEqualTo("p1");
    assertThat(text(names.ofOrder("ord_1", "p1"))).isEqualTo("p1");
    session.grant(Set.of(Scope.ORDERS_READ));
    service.then(200, page());
    names.ofSubject("p1");
    endReads(1);
    assertThat(targets()).containsExactly(target("p1"));
  }

  @Test
  void readsNothingForAnEmptyReference() {
    assertThat(text(names.ofSubject(""))).isEmpty();
    names.put(name("", "Muster", "2026"));
    assertThat(text(names.ofSubject(""))).isEmpty();
    assertThat(targets()).isEmpty();
  }

  @Test
  void readsThePersonOfAnOrder() {
    service.fixed("/v1/call-orders/ord_1", 200, order("p1", "Muster", "+493023125021", "2026"));
    ObservableValue<SubjectName> shown = names.ofOrder("ord_1", "");
    endReads(1);
    assertThat(shown.getValue().textWith("ord_1")).isEqualTo("Muster · p1 (ord_1)");
    assertThat(text(names.ofSubject("p1"))).isEqualTo("Muster · p1");
    assertThat(targets()).containsExactly("/v1/call-orders/ord_1");
  }

  @Test
  void takesTheNameOfTheLatestOrder() {
    names.put(name("p1", "Muster", "2026-11-20"));
    names.put(name("p1", "Old", "2026-11-19"));
    names.put(name("p1", "", "2026-11-22"));
    assertThat(text(names.ofSubject("p1"))).isEqualTo("Muster · p1");
    names.put(name("p1", "Married", "2026-11-21"));
    assertThat(text(names.ofSubject("p1"))).isEqualTo("Married · p1");
  }

  @Test
  void showsTheReferenceOfAPersonThatCannotBeRead() {
    service.then(422, "{\"status\":422,\"code\":\"validation_failed\"}");
    assertThat(text(names.ofSubject("p1"))).isEqualTo("p1");
    endReads(1);
    assertThat(text(names.ofSubject("p1"))).isEqualTo("p1");
    assertThat(targets()).hasSize(1);
  }

  @Test
  void readsAgainAfterABrokenConnection() {
    ObservableValue<SubjectName> shown = names.ofSubject("p1");
    uiExecutor.runNext();
    service.fixed("/v1/call-orders", 200, page(order("p1", "Muster", "+49", "2026")));
    uiExecutor.runNext();
    endReads(1);
    assertThat(text(shown)).isEqualTo("Muster · p1");
  }

  @Test
  void readsAPersonWithoutOrdersAgainAfterTheirFirstOne() {
    service.then(200, page()).then(200, page(order("p1", "Muster", "+49", "2026")));
    ObservableValue<SubjectName> shown = names.ofSubject("p1");
    endReads(1);
    assertThat(text(shown)).isEqualTo("p1");
    names.handleEvents(List.of(accepted("p2"), accepted("p1")));
    endReads(1);
    assertThat(text(shown)).isEqualTo("Muster · p1");
    names.handleEvents(List.of(accepted("p1")));
    assertThat(targets()).hasSize(2);
  }

  @Test
  void readsPersonsWithoutOrdersAgainAfterMissedEvents() {
    names.put(name("known", "Muster", "2026"));
    service.then(200, page()).then(200, page(order("p1", "Muster", "+49", "2026")));
    ObservableValue<SubjectName> shown = names.ofSubject("p1");
    endReads(1);
    names.eventsMissed();
    names.ofSubject("known");
    names.ofSubject("p1");
    endReads(1);
    assertThat(text(shown)).isEqualTo("Muster · p1");
    assertThat(targets()).containsExactly(target("p1"), target("p1"));
  }

  private static JsonNode accepted(String reference) {
    return Json.parse(
            """
            {"type":"call_order.accepted","data":{"subject":{"reference":"%s"}}}
            """
                .formatted(reference))
        .orElseThrow();
  }

  @Test
  void endsReadingWhenClosed() {
    service.fixed("/v1/call-orders", 200, page());
    for (int i = 0; i < 6; i++) {
      names.ofSubject("p" + i);
    }
    List<Runnable> ends = new ArrayList<>();
    for (int i = 0; i < SubjectNames.MAX_READS; i++) {
      ends.add(uiExecutor.takeNext());
    }
    names.close();
    ends.forEach(Runnable::run);
    background.close();
    assertThat(targets()).hasSize(SubjectNames.MAX_READS);
  }
}
