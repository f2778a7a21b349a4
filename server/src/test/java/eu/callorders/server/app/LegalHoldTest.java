package eu.callorders.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.db.TestDatabase;
import eu.callorders.server.Await;
import eu.callorders.server.Race;
import eu.callorders.server.TestHttpClient.Response;
import io.vertx.core.Vertx;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Legal holds, and the erasures that they refuse. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LegalHoldTest {
  private final Vertx vertx = Vertx.vertx();
  private final TestDatabase database = TestDatabase.create();
  private final RunningService service =
      RunningService.withDatabase(DatabaseSetup.of(database), Map.of());

  @AfterAll
  void close() throws Exception {
    service.close();
    vertx.close().await();
  }

  private static String path(RunningTenant tenant) {
    return "/admin/v1/tenants/" + tenant.id();
  }

  private static String body(String reference) {
    return AdministrationRequests.legalHold(reference);
  }

  private Response hold(RunningTenant tenant, String reference) {
    return service.admin().post(path(tenant) + "/legal-holds", body(reference));
  }

  private Response erase(RunningTenant tenant, String reference) {
    return service.admin().delete(path(tenant) + "/subjects/" + reference);
  }

  private List<String> actions(RunningTenant tenant) {
    return service
        .admin()
        .get("/admin/v1/audit-log?limit=100&tenant_id=" + tenant.id())
        .body()
        .path("data")
        .findValuesAsText("action");
  }

  @Test
  void refusesErasureUntilItIsReleased() {
    RunningTenant tenant = service.newTenant();
    String order = tenant.create(tenant.order("21").set("/subject/reference", "erika"));
    tenant.awaitEnd(order);
    Response created = hold(tenant, "erika");
    assertThat(created.status()).as(created.text()).isEqualTo(201);
    String location = created.header("Location");
    assertThat(location)
        .isEqualTo(path(tenant) + "/legal-holds/" + created.body().path("id").asText());
    Response read = service.admin().get(location);
    assertThat(read.status()).as(read.text()).isEqualTo(200);
    assertThat(read.body()).isEqualTo(created.body());

    Response refused = erase(tenant, "erika");
    assertThat(refused.status()).isEqualTo(409);
    assertThat(refused.code()).isEqualTo("legal_hold");
    assertThat(tenant.api().order(order).body().has("subject")).isTrue();
    assertThat(actions(tenant)).startsWith("subject.erasure_refused", "legal_hold.created");
    assertThat(erase(tenant, "someone-else").status()).isEqualTo(202);

    assertThat(service.admin().delete(location).status()).isEqualTo(204);
    assertThat(service.admin().delete(location).status()).isEqualTo(404);
    assertThat(service.admin().get(location).status()).isEqualTo(404);
    assertThat(erase(tenant, "erika").status()).isEqualTo(202);
    Await.until("the order is redacted", () -> tenant.api().order(order).body().has("redacted_at"));
    assertThat(actions(tenant)).contains("legal_hold.released");
    String log = service.admin().get("/admin/v1/audit-log?limit=100").text();
    assertThat(log).doesNotContain("erika");
  }

  @Test
  void samePersonHasOneHold() {
    RunningTenant tenant = service.newTenant();
    JsonNode first = hold(tenant, "max").body();

    Response second = hold(tenant, "max");

    assertThat(second.status()).isEqualTo(200);
    assertThat(second.body()).isEqualTo(first);
    hold(tenant, "moritz");
    String list = path(tenant) + "/legal-holds";
    assertThat(service.admin().get(list).body().path("data").findValuesAsText("subject_reference"))
        .containsExactly("moritz", "max");
    JsonNode page = service.admin().get(list + "?limit=1").body();
    assertThat(page.path("has_more").asBoolean()).isTrue();
    assertThat(
            service
                .admin()
                .get(list + "?limit=1&after=" + page.path("next_cursor").asText())
                .body()
                .at("/data/0/id"))
        .isEqualTo(first.path("id"));
    assertThat(service.admin().get(list + "?subject_reference=max").body().path("data"))
        .containsExactly(first);
    assertThat(actions(tenant).stream().filter("legal_hold.created"::equals)).hasSize(2);
  }

  @Test
  void holdOfAnotherTenantChangesNothing() {
    RunningTenant one = service.newTenant();
    RunningTenant other = service.newTenant();
    String location = hold(one, "erika").header("Location");

    assertThat(erase(other, "erika").status()).isEqualTo(202);
    String foreign = location.replace(one.id(), other.id());
    assertThat(service.admin().get(foreign).status()).isEqualTo(404);
    assertThat(service.admin().delete(foreign).status()).isEqualTo(404);
    assertThat(erase(one, "erika").status()).isEqualTo(409);
  }

  @Test
  void exportNamesIt() {
    RunningTenant tenant = service.newTenant();
    JsonNode hold = hold(tenant, "erika").body();

    JsonNode export = service.admin().get(path(tenant) + "/subjects/erika").body();

    assertThat(export.path("legal_holds")).containsExactly(hold);
  }

  @Test
  void keepsTheTenant() {
    RunningTenant tenant = service.newTenant("{\"name\": \"Held\"}");
    String location = hold(tenant, "erika").header("Location");
    String deletion = path(tenant) + "?confirm=Held";

    assertThat(service.admin().delete(deletion).code()).isEqualTo("legal_hold");
    service.admin().delete(location);
    assertThat(service.admin().delete(deletion).status()).isEqualTo(202);
  }

  @Test
  void tenantHasAThousandAtMost() {
    RunningTenant tenant = service.newTenant();
    service.sql(
        """
        INSERT INTO legal_hold (id, tenant_id, subject_reference, reason, created_at)
        SELECT gen_random_uuid(), ?, 'person-' || n, 'test', now() FROM generate_series(1, 1000) n
        """,
        tenant.uuid());

    assertThat(hold(tenant, "one-more").code()).isEqualTo("legal_hold_limit");
    assertThat(hold(tenant, "person-7").status()).isEqualTo(200);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{'reason': 'x'} | /subject_reference",
        "{'subject_reference': 'x'} | /reason",
        "{'subject_reference': '', 'reason': 'x'} | /subject_reference",
        "{'subject_reference': 'x', 'reason': ''} | /reason",
        "{'subject_reference': 'x', 'reason': 'x', 'until': null} | /until",
      })
  void reportsFaults(String json, String pointer) {
    RunningTenant tenant = service.newTenant();

    Response refused = service.admin().post(path(tenant) + "/legal-holds", json.replace('\'', '"'));

    assertThat(refused.status()).isEqualTo(422);
    assertThat(refused.body().at("/errors/0/pointer").asText()).isEqualTo(pointer);
    assertThat(service.admin().get(path(tenant) + "/legal-holds").body().path("data")).isEmpty();
  }

  @Test
  void erasureThatComesFirstEnds() throws Exception {
    RunningTenant tenant = service.newTenant();

    Race<Response, Response> race =
        Race.run(
            "audit_entry",
            vertx,
            database,
            () -> erase(tenant, "erika"),
            () -> hold(tenant, "erika"));

    assertThat(race.outcome()).isEqualTo(Race.RaceOutcome.WAITED);
    assertThat(race.first().status()).isEqualTo(202);
    assertThat(race.second().status()).isIn(201, 409); // the erasure may have ended by then
    if (race.second().status() == 409) {
      assertThat(race.second().code()).isEqualTo("erasure_pending");
    }
  }

  @Test
  void holdThatComesFirstRefusesTheErasure() throws Exception {
    RunningTenant tenant = service.newTenant();

    Race<Response, Response> race =
        Race.run(
            "audit_entry",
            vertx,
            database,
            () -> hold(tenant, "erika"),
            () -> erase(tenant, "erika"));

    assertThat(race.outcome()).isEqualTo(Race.RaceOutcome.WAITED);
    assertThat(race.first().status()).isEqualTo(201);
    assertThat(race.second().code()).isEqualTo("legal_hold");
  }

  @Test
  void deletionThatComesFirstRefusesTheHold() throws Exception {
    RunningTenant tenant = service.newTenant("{\"name\": \"Held\"}");

    Race<Response, Response> race =
        Race.run(
            "audit_entry",
            vertx,
            database,
            () -> service.admin().delete(path(tenant) + "?confirm=Held"),
            () -> hold(tenant, "erika"));

    assertThat(race.outcome()).isEqualTo(Race.RaceOutcome.WAITED);
    assertThat(race.first().status()).isEqualTo(202);
    assertThat(race.second().code()).isEqualTo("tenant_being_deleted");
    assertThat(hold(tenant, "erika").code()).isEqualTo("tenant_being_deleted");
  }

  @Test
  void holdThatComesFirstRefusesTheDeletion() throws Exception {
    RunningTenant tenant = service.newTenant("{\"name\": \"Held\"}");

    Race<Response, Response> race =
        Race.run(
            "audit_entry",
            vertx,
            database,
            () -> hold(tenant, "erika"),
            () -> service.admin().delete(path(tenant) + "?confirm=Held"));

    assertThat(race.outcome()).isEqualTo(Race.RaceOutcome.WAITED);
    assertThat(race.first().status()).isEqualTo(201);
    assertThat(race.second().code()).isEqualTo("legal_hold");
  }

  @Test
  void pendingErasureLetsNoHoldStand() {
    RunningTenant tenant = service.newTenant();
    service.sql(
        """
        INSERT INTO erasure (id, tenant_id, subject_reference, requested_at, cutoff_at, next_run_at)
        VALUES (gen_random_uuid(), ?, 'erika', now(), now(), now() + interval '1 hour')
        """,
        tenant.uuid());

    assertThat(hold(tenant, "erika").code()).isEqualTo("erasure_pending");
  }
}
