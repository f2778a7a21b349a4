package eu.callorders.console.subject;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.api.Scope;
import eu.callorders.console.session.SubjectName;
import eu.callorders.console.session.TextSearch;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class SubjectsViewModelTest {
  private static final String OLD = "2026-11-20T09:00:00.000Z";
  private static final String NEW = "2026-11-21T09:00:00.000Z";
  private static final String HITS =
      """
      {"data":[{"kind":"subject","subject_reference":"p1","matched":["name"]}],
       "has_more":false,"searched":["name"]}
      """;

  @AutoClose private final SubjectsFixture fixture = new SubjectsFixture();

  private SubjectsViewModel model(boolean withAdministration, Scope... scopes) {
    return new SubjectsViewModel(fixture.background, fixture.session(withAdministration, scopes));
  }

  private List<String> search(SubjectsViewModel model, String text) {
    model.search.set(text);
    model.apply();
    fixture.uiExecutor.runNext();
    return model.rows().rows().stream().map(SubjectName::text).toList();
  }

  @Test
  void listsEachPersonOfTheNewestOrdersOnce() {
    fixture.respond(
        "call-orders",
        SubjectsFixture.order("ord_3", "p1", "Muster", NEW),
        SubjectsFixture.order("ord_2", "p2", "Neu", NEW),
        SubjectsFixture.order("ord_1", "p1", "Alt", OLD),
        "{\"id\":\"ord_0\",\"redacted_at\":\"" + OLD + "\"}");
    SubjectsViewModel model = model(false, Scope.ORDERS_READ);
    assertThat(search(model, "")).containsExactly("Erika Muster · p1", "Erika Neu · p2");
    assertThat(model.textSearch.report().get().extent()).isEqualTo(TextSearch.Extent.NONE);
  }

  @Test
  void readsNothingWithoutTheScopeForOrders() {
    assertThat(search(model(false, Scope.CONFIG_READ), "")).isEmpty();
    assertThat(fixture.targets()).isEmpty();
  }

  @Test
  void findsAPersonThatOnlyAHoldNames() {
    fixture.respond("holds", SubjectsFixture.HOLD);
    SubjectsViewModel model = model(false, Scope.ORDERS_READ, Scope.CONFIG_READ);
    assertThat(search(model, " p1 ")).containsExactly("p1");
    assertThat(fixture.targets())
        .containsExactly(
            "/v1/holds?subject_reference=p1&limit=1",
            "/v1/call-orders?subject_reference=p1&limit=1");
    assertThat(model.textSearch.report().get().extent()).isEqualTo(TextSearch.Extent.EXACT);
  }

  @Test
  void findsNoPersonThatNothingNames() {
    assertThat(search(model(false, Scope.ORDERS_READ, Scope.CONFIG_READ), "p0")).isEmpty();
  }

  @Test
  void findsPersonsByPartsOfTheName() {
    String order = SubjectsFixture.order("ord_1", "p1", "Muster", OLD);
    fixture.service.fixed("/admin/v1/search", 200, HITS);
    for (String list : List.of("promises", "call-orders", "enrollments")) {
      fixture.service.fixed(
          "GET /v1/%s?subject_reference=mus&limit=1".formatted(list), 200, SubjectsFixture.page());
    }
    fixture.respond("call-orders", order);
    SubjectsViewModel model = model(true, Scope.ORDERS_READ);
    assertThat(search(model, "mus")).containsExactly("Erika Muster · p1");
    assertThat(model.textSearch.report().get())
        .isEqualTo(new TextSearch.Report(TextSearch.Extent.PARTS, List.of("name")));
  }

  @Test
  void addsPersonsOfNewOrdersAndKeepsNamesThatEventsLack() {
    fixture.respond("call-orders", SubjectsFixture.order("ord_1", "p1", "Muster", OLD));
    SubjectsViewModel model = model(false, Scope.ORDERS_READ);
    search(model, "");
    model.handleEvents(
        List.of(
            event("call_order.accepted", "p1"),
            event("call_order.accepted", "p2"),
            event("hold.created", "p3")));
    assertThat(model.rows().rows())
        .extracting(SubjectName::text)
        .containsExactly("p2", "Erika Muster · p1");
    assertThat(model.rows().rows()).extracting(SubjectName::asOf).containsExactly(NEW, NEW);
  }

  private static JsonNode event(String type, String subject) {
    return SubjectsFixture.json(
        "{\"type\":\"%s\",\"data\":{\"subject\":{\"reference\":\"%s\"},\"created_at\":\"%s\"}}"
            .formatted(type, subject, NEW));
  }
}
