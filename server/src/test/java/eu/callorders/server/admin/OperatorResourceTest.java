package eu.callorders.server.admin;

import static eu.callorders.server.TestNode.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.server.TestHttpClient;
import eu.callorders.server.TestHttpClient.Response;
import eu.callorders.server.audit.AuditEntry;
import eu.callorders.server.audit.AuditLog;
import eu.callorders.server.audit.AuditVerdict;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OperatorResourceTest {
  private static final String OPERATORS = "/admin/v1/operators";

  @AutoClose private final AdminListenerFixture fixture = new AdminListenerFixture();
  private final TestHttpClient admin = fixture.admin;

  @Test
  void createsOperatorAndShowsTokenOnce() {
    Response created = create("Zoë O'Neil", "operate");

    JsonNode operator = created.body();
    assertThat(created.status()).as(created.text()).isEqualTo(201);
    assertThat(operator.path("operator_id").asText()).startsWith("opr_");
    assertThat(operator.path("name").asText()).isEqualTo("Zoë O'Neil");
    assertThat(operator.path("role").asText()).isEqualTo("operate");
    assertThat(operator.path("disabled").asBoolean(true)).isFalse();
    assertThat(operator.path("token").asText()).startsWith("coop_").hasSize(48);
    String listed = admin.get(OPERATORS).text();
    assertThat(listed).contains("Zoë O'Neil").doesNotContain("token").doesNotContain("coop_");
    assertThat(sql("SELECT encode(token_hash, 'hex') FROM operator"))
        .containsExactly(sha256(operator.path("token").asText()));
  }

  private String sha256(String text) {
    return sql("SELECT encode(sha256('" + text + "'), 'hex')").getFirst();
  }

  @Test
  void listsInPagesNewestFirst() {
    for (String name : List.of("A", "B", "C")) {
      create(name, "read");
      fixture.node.clock.advance(Duration.ofSeconds(1));
    }

    JsonNode first = admin.get(OPERATORS + "?limit=2").body();
    String cursor = first.path("next_cursor").asText();
    JsonNode second = admin.get(OPERATORS + "?limit=2&after=" + cursor).body();

    assertThat(first.path("data").findValuesAsText("name")).containsExactly("C", "B");
    assertThat(second.path("data").findValuesAsText("name")).containsExactly("A");
    assertThat(second.path("has_more").asBoolean(true)).isFalse();
  }

  @Test
  void changesNameRoleAndState() {
    String path = path(create("Ada", "read"));

    JsonNode changed = admin.patch(path, "{\"name\": \"Ada B\", \"role\": \"administer\"}").body();
    assertThat(changed.path("name").asText()).isEqualTo("Ada B");
    assertThat(changed.path("role").asText()).isEqualTo("administer");
    assertThat(admin.patch(path, "{\"disabled\": true}").body().path("disabled").asBoolean())
        .isTrue();
    assertThat(admin.patch(path, "{\"role\": \"read\"}").body().path("disabled").asBoolean())
        .isTrue();
    assertThat(admin.patch(path, "{\"disabled\": null}").body().path("disabled").asBoolean(true))
        .isFalse();
    assertThat(admin.patch(OPERATORS + "/opr_x", "{}").code()).isEqualTo("not_found");
    assertThat(admin.patch(OPERATORS + "/opr_00000000000000000000000000", "{}").code())
        .isEqualTo("not_found");
  }

  @ParameterizedTest
  @ValueSource(strings = {"operator", "Service", "ada", "ADA"})
  void rejectsNameThatIsAnotherActor(String name) {
    create("Ada", "read");
    String other = path(create("Bob", "read"));

    AdminListenerFixture.assertFault(create(name, "read"), "/name", "not_unique");
    AdminListenerFixture.assertFault(
        admin.patch(other, "{\"name\": \"" + name + "\"}"), "/name", "not_unique");
  }

  @Test
  void ownNameIsFree() {
    String path = path(create("Ada", "read"));

    assertThat(admin.patch(path, "{\"name\": \"ADA\"}").status()).isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(strings = {" Ada", "Ada ", "\u00a0Ada", "A\\\\da", "A\\\"da", "A\\nda"})
  void rejectsNameThatCannotBeToldApart(String name) {
    AdminListenerFixture.assertFault(create(name, "read"), "/name", "pattern");
  }

  @Test
  void limitsEnabledOperators() {
    sql(
        """
        INSERT INTO operator (id, name, role, token_hash, disabled, created_at, updated_at)
        SELECT gen_random_uuid(), 'number ' || n, 'read', sha256(n::text::bytea), n = 1, now(), now()
          FROM generate_series(1, 1000) AS n
        RETURNING name
        """);
    String last = path(create("The last", "read"));

    AdminListenerFixture.assertFault(create("One too many", "read"), "", "limit");
    admin.patch(last, "{\"disabled\": true}");
    assertThat(create("In its place", "read").status()).isEqualTo(201);
    AdminListenerFixture.assertFault(admin.patch(last, "{\"disabled\": false}"), "", "limit");
    assertThat(admin.patch(last, "{\"role\": \"operate\"}").status()).isEqualTo(200);
  }

  @Test
  void auditLogNamesTheOperator() {
    JsonNode boss = create("Zoë", "administer").body();
    String worker;
    try (TestHttpClient own = fixture.withToken(boss.path("token").asText())) {
      JsonNode created = create(own, "Worker", "read").body();
      worker = created.path("operator_id").asText();
      own.patch(OPERATORS + "/" + worker, "{\"role\": \"operate\"}");
      own.patch(OPERATORS + "/" + worker, "{\"role\": \"operate\"}");
      create(own, "Worker", "read");
      try (TestHttpClient theirs = fixture.withToken(created.path("token").asText())) {
        theirs.post("/admin/v1/dialing/halt", "{\"reason\": \"drill\"}");
        create(theirs, "Reader", "read");
      }
    }

    List<JsonNode> entries = fixture.auditLog("limit=100");
    assertThat(entries)
        .extracting(it -> it.path("actor").asText() + " " + it.path("action").asText())
        .containsExactly(
            "Worker dialing.halted",
            "Zoë operator.updated",
            "Zoë operator.created",
            "operator operator.created");
    assertThat(entries.get(1).path("target").asText()).isEqualTo(worker);
    assertThat(entries.toString()).doesNotContain("coop_");
    AuditLog log = new AuditLog(fixture.node.clock, new Random(1));
    assertThat(await(fixture.node.database.asWorker(log::verify)))
        .isEqualTo(new AuditVerdict.Intact(4, entries.getFirst().path("hash").asText()));
    ObjectNode shown = entries.get(1).deepCopy();
    String hash = shown.remove("hash").asText();
    assertThat(AuditEntry.hashOf(shown)).isEqualTo(hash);
  }

  private Response create(String name, String role) {
    return create(admin, name, role);
  }

  private static Response create(TestHttpClient client, String name, String role) {
    return client.post(OPERATORS, "{\"name\": \"%s\", \"role\": \"%s\"}".formatted(name, role));
  }

  private static String path(Response created) {
    assertThat(created.status()).as(created.text()).isEqualTo(201);
    return OPERATORS + "/" + created.body().path("operator_id").asText();
  }

  /** The first column. */
  private List<String> sql(String statement) {
    List<String> values = new ArrayList<>();
    await(fixture.node.database.workers().query(statement).execute())
        .forEach(row -> values.add(row.getString(0)));
    return values;
  }
}
