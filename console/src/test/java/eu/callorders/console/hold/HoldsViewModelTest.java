package eu.callorders.console.hold;

import static eu.callorders.console.hold.HoldsFixture.hold;
import static eu.callorders.console.hold.HoldsFixture.page;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.api.Json;
import eu.callorders.console.api.Scope;
import eu.callorders.console.work.PagedRows;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class HoldsViewModelTest {
  private static final String PERSON = "\"subject_reference\":\"p1\",";

  @AutoClose private final HoldsFixture fixture = new HoldsFixture();
  private final HoldsViewModel model = model(Scope.CONFIG_READ, Scope.SUPPRESSIONS_WRITE);

  private HoldsViewModel model(Scope... scopes) {
    return new HoldsViewModel(fixture.background, fixture.session(false, scopes));
  }

  private void load(String... holds) {
    fixture.service.then(200, page(holds));
    model.apply();
    fixture.uiExecutor.runNext();
  }

  private List<String> shown() {
    return model.rows().rows().stream().map(HoldRow::id).toList();
  }

  private HoldRow row(String id) {
    HoldRow row = model.rows().find(id);
    assertThat(row).isNotNull();
    return row;
  }

  private static JsonNode event(String type, String hold) {
    return Json.parse("{\"type\":\"%s\",\"data\":%s}".formatted(type, hold)).orElseThrow();
  }

  @Test
  void readsWhatAHoldNames() {
    load(
        hold(
            "hld_1",
            "active",
            PERSON
                + "\"phone\":\"+493023125000\",\"claim\":{\"case_number\":\"AZ-1\"},"
                + "\"until\":\"2026-12-01T09:00:00.000Z\",\"note\":\"by letter\","
                + "\"call_id\":\"call_1\","),
        hold("hld_2", "released", "\"released_at\":\"2026-11-21T09:00:00.000Z\","));
    assertThat(row("hld_1"))
        .isEqualTo(
            new HoldRow(
                "hld_1",
                "active",
                "deceased",
                "p1",
                "+493023125000",
                "case_number",
                "AZ-1",
                "call_result",
                "2026-12-01T09:00:00.000Z",
                "by letter",
                "call_1",
                "2026-11-20T09:00:00.000Z",
                "",
                true));
    assertThat(row("hld_2").claimNumber()).isEmpty();
    assertThat(row("hld_2").releasedAt()).isEqualTo("2026-11-21T09:00:00.000Z");
  }

  @Test
  void combinesFilters() {
    model.filterBy(Map.of());
    fixture.service.then(200, page());
    fixture.uiExecutor.runNext();
    model.phone.set("0049 (30) 23125-000");
    model.status.set("active");
    model.reason.set("deceased");
    model.source.set("api");
    load();
    assertThat(fixture.targets().getLast())
        .isEqualTo(
            "/v1/holds?phone=%2B493023125000&status=active&reason=deceased&source=api&limit=100");
  }

  @Test
  void sendsNoRequestForAnInvalidPhone() {
    model.phone.set("030 23");
    model.apply();
    assertThat(model.invalidPhone.get()).isTrue();
    assertThat(model.rows().state().get()).isEqualTo(PagedRows.State.IDLE);
    model.phone.set("");
    load();
    assertThat(model.invalidPhone.get()).isFalse();
  }

  @Test
  void findsByPersonAndByEachNumberOfAClaimOnce() {
    String both = PERSON + "\"claim\":{\"contract_number\":\"p1\"},";
    fixture
        .service
        .then(200, page(hold("hld_1", "active", both)))
        .then(200, page(hold("hld_2", "active", "\"claim\":{\"case_number\":\"p1\"},")))
        .then(200, page(hold("hld_1", "active", both)))
        .then(200, page(hold("hld_3", "active", "\"claim\":{\"invoice_number\":\"p1\"},")));
    model.search.set(" p1 ");
    model.status.set("active");
    model.apply();
    fixture.uiExecutor.runNext();
    assertThat(shown()).containsExactly("hld_1", "hld_2", "hld_3");
    assertThat(fixture.targets())
        .containsExactly(
            "/v1/holds?status=active&subject_reference=p1&limit=100",
            "/v1/holds?status=active&claim=case_number%3Ap1&limit=100",
            "/v1/holds?status=active&claim=contract_number%3Ap1&limit=100",
            "/v1/holds?status=active&claim=invoice_number%3Ap1&limit=100");
  }

  @Test
  void findsHoldsOfPersonsByParts() {
    HoldsViewModel parts =
        new HoldsViewModel(fixture.background, fixture.session(true, Scope.CONFIG_READ));
    fixture
        .service
        .then(200, page())
        .then(200, page())
        .then(200, page())
        .then(200, page())
        .then(
            200,
            """
            {"data":[{"kind":"subject","subject_reference":"p1","matched":["name"]}],
             "has_more":false,"searched":["name"]}
            """)
        .then(200, page(hold("hld_1", "active", PERSON)));
    parts.search.set("mus");
    parts.apply();
    fixture.uiExecutor.runNext();
    assertThat(parts.rows().rows()).extracting(HoldRow::id).containsExactly("hld_1");
    assertThat(fixture.targets())
        .endsWith(
            "/admin/v1/search?q=mus&tenant_id=tn_1", "/v1/holds?subject_reference=p1&limit=100");
  }

  @Test
  void opensOneHoldByItsIdentifier() {
    fixture.service.then(200, hold("hld_1", "active", PERSON));
    model.filterBy(Map.of("id", "hld_1"));
    fixture.uiExecutor.runNext();
    assertThat(model.search.get()).isEqualTo("hld_1");
    assertThat(shown()).containsExactly("hld_1");
    assertThat(fixture.targets()).containsExactly("/v1/holds/hld_1");
    assertThat(model.isByIdentifier()).isTrue();
    model.search.set("");
    load();
    assertThat(model.isByIdentifier()).isFalse();
  }

  /** An event has neither phone nor note, so the row keeps them. */
  @Test
  void showsTheEndOfALoadedHoldWithoutARead() {
    load(hold("hld_1", "active", PERSON + "\"phone\":\"+493023125000\",\"note\":\"n\","));
    model.handleEvents(List.of(event("hold.expired", hold("hld_1", "expired", PERSON))));
    assertThat(row("hld_1").status()).isEqualTo("expired");
    assertThat(row("hld_1").phone()).isEqualTo("+493023125000");
    assertThat(row("hld_1").note()).isEqualTo("n");
    assertThat(fixture.targets()).hasSize(1);
  }

  @Test
  void marksAReleasedHoldThatNoLongerMatches() {
    model.status.set("active");
    load(hold("hld_1", "active", PERSON), hold("hld_2", "active", PERSON));
    model.handleEvents(List.of(event("hold.released", hold("hld_1", "released", PERSON))));
    assertThat(model.rows().leaving()).containsExactly("hld_1");
  }

  @Test
  void readsNewHoldsAndThoseThatAreNotLoaded() {
    load(hold("hld_1", "active", PERSON));
    fixture.service.then(
        200, page(hold("hld_2", "active", PERSON), hold("hld_1", "active", PERSON)));
    model.handleEvents(
        List.of(
            event("hold.created", hold("hld_2", "active", PERSON)),
            event("suppression.created", "{}")));
    fixture.uiExecutor.runNext();
    assertThat(shown()).containsExactly("hld_2", "hld_1");
    fixture.service.then(200, page(hold("hld_1", "active", PERSON)));
    model.handleEvents(List.of(event("hold.expired", hold("hld_9", "expired", PERSON))));
    fixture.uiExecutor.runNext();
    assertThat(fixture.targets()).hasSize(3);
  }

  @Test
  void releasesAnActiveHold() {
    load(hold("hld_1", "active", PERSON));
    fixture.service.then(204, "").then(200, hold("hld_1", "released", PERSON));
    model.release(row("hld_1"), "Erika");
    fixture.uiExecutor.runNext();
    fixture.uiExecutor.runNext();
    assertThat(row("hld_1").status()).isEqualTo("released");
    assertThat(fixture.service.requests().get(1).method()).isEqualTo("DELETE");
    assertThat(fixture.targets()).endsWith("/v1/holds/hld_1", "/v1/holds/hld_1");
    assertThat(model.mayRelease(row("hld_1"))).isFalse();
    model.release(row("hld_1"), "Erika");
    assertThat(model.actions.busy.get()).isFalse();
  }

  @Test
  void removesAHoldThatIsGone() {
    load(hold("hld_1", "active", PERSON));
    fixture.service.then(404, "{\"code\":\"not_found\"}");
    model.release(row("hld_1"), "Erika");
    fixture.uiExecutor.runNext();
    assertThat(shown()).isEmpty();
    assertThat(model.actions.failure.get()).isNull();
  }

  @Test
  void keepsAHoldWhoseReleaseIsRefused() {
    load(hold("hld_1", "active", PERSON));
    fixture.service.then(403, "{\"code\":\"insufficient_scope\"}");
    model.release(row("hld_1"), "Erika");
    fixture.uiExecutor.runNext();
    assertThat(row("hld_1").isActive()).isTrue();
    assertThat(model.actions.failure.get()).isNotNull();
  }

  @Test
  void allowsNoReleaseWithoutScope() {
    load(hold("hld_1", "active", PERSON));
    assertThat(model.mayRelease(row("hld_1"))).isTrue();
    assertThat(model(Scope.CONFIG_READ).mayRelease(row("hld_1"))).isFalse();
  }
}
