package eu.callorders.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.core.id.IdKind;
import eu.callorders.server.Await;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The search of the administration, with the role {@code read}. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("long")
class SearchResourceTest {
  private static final String LONG_NAME = "Wolfeschlegel".repeat(16).substring(0, 200);

  private final SubjectData data = new SubjectData();
  private final RunningService service = data.service;
  private final RunningTenant tenant = data.tenant;
  private final RunningTenant other = service.newTenant();
  private final Api read =
      service.administration(
          service
              .admin()
              .post("/admin/v1/operators", AdministrationRequests.newOperator("read"))
              .body()
              .path("token")
              .asText());
  private String order;
  private String foreign;

  @BeforeAll
  void createOrders() {
    order =
        tenant.create(
            tenant
                .laterOrder()
                .set("/subject/reference", "Debtor-77_A")
                .set("/subject/name/given_name", "Jürgen")
                .set("/subject/name/family_name", "Großmüller")
                .set("/client_reference", "INV/50%-0815")
                .setJson("/contacts/0", phone("+493023125071", 2))
                .setJson("/contacts/1", phone("+498999998077", 1)));
    foreign =
        other.create(
            other
                .laterOrder()
                .set("/subject/reference", "Foreign-77")
                .set("/subject/name/family_name", "Großmüller"));
    awaitFound(tenant, "Debtor-77_A");
    awaitFound(other, "Foreign-77");
  }

  private static String phone(String number, int priority) {
    return "{\"channel\": \"phone\", \"value\": \"%s\", \"priority\": %d}"
        .formatted(number, priority);
  }

  @ParameterizedTest
  @CsvSource({
    "Debtor-77_A, reference",
    "ebtor-77, reference",
    "DEBTOR, reference",
    "inv/, client_reference",
    "-0815, client_reference",
    "0815, client_reference",
    "Jürgen, name",
    "jurgen gross, name",
    "n g, name",
    "GROẞMÜLLER, name",
    "ürg, name",
    "mull, name",
    "ssm, name",
    "071, phone",
    "5071, phone",
    "30 23125071, phone",
    "030/23125071, phone",
    "+49 (30) 231250-71, phone",
    "0049 30 23125071, phone",
    "8077, phone"
  })
  void findsPartOfEachField(String q, String field) {
    JsonNode found = search(tenant, q);

    assertThat(ids(found)).containsExactly(order);
    assertThat(texts(hits(found, "order").getFirst().path("matched"))).containsExactly(field);
    assertThat(texts(found.path("searched"))).contains(field);
    assertThat(found.path("has_more").asBoolean()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Debtor-77%",
        "D%r",
        "Debtor-7__A",
        "%%%",
        "231",
        "Großmutter",
        "ord",
        "enr_zzz",
        "+49…8077",
        "A\uD83D\uDE00B"
      })
  void findsNothingElse(String q) {
    assertThat(ids(search(tenant, q))).isEmpty();
  }

  @Test
  void showsTheOrderAndItsPersonWithMaskedNumber() {
    JsonNode found = search(tenant, "müller");

    assertThat(found.path("data")).hasSize(2);
    JsonNode person = hits(found, "subject").getFirst();
    assertThat(found.at("/data/0")).isEqualTo(person);
    assertThat(person.path("tenant_id").asText()).isEqualTo(tenant.id());
    assertThat(person.path("subject_reference").asText()).isEqualTo("Debtor-77_A");
    assertThat(person.path("name").asText()).isEqualTo("Jürgen Großmüller");
    assertThat(person.path("phone").asText()).isEqualTo("+49…8077");
    assertThat(texts(person.path("matched"))).containsExactly("name");
    assertThat(RunningTenant.members(person)).doesNotContain("id", "status", "created_at");
    JsonNode hit = hits(found, "order").getFirst();
    assertThat(hit.path("id").asText()).isEqualTo(order);
    assertThat(hit.path("client_reference").asText()).isEqualTo("INV/50%-0815");
    assertThat(hit.path("status").asText()).isEqualTo("scheduled");
    assertThat(hit.path("created_at").asText())
        .isEqualTo(tenant.api().order(order).at("/created_at"));
    assertThat(search(tenant, "5071").at("/data/0/phone").asText()).isEqualTo("+49…5071");
    assertThat(found.toString()).doesNotContain("23125071").doesNotContain("8999998");
  }

  @Test
  void saysWhatItSearched() {
    List<String> texts = List.of("reference", "client_reference", "name");

    assertThat(texts(search(tenant, "mül").path("searched"))).isEqualTo(texts);
    assertThat(texts(search(tenant, "+49 30").path("searched"))).endsWith("phone").hasSize(4);
    assertThat(texts(search(tenant, "ord_0").path("searched"))).endsWith("identifier").hasSize(4);
    assertThat(texts(search(tenant, "ord_u").path("searched"))).isEqualTo(texts);
  }

  @Test
  void findsBeginOfIdentifierAtOnce() {
    OrderBody body = tenant.laterOrder();
    String created = tenant.create(body);

    for (String q : List.of(created, created.toUpperCase(Locale.ROOT), created.substring(0, 22))) {
      assertThat(ids(search(tenant, q))).contains(created);
      assertThat(ids(search(null, q))).contains(created);
      assertThat(ids(search(other, q))).doesNotContain(created);
    }
    assertThat(texts(search(tenant, created).at("/data/1/matched"))).containsExactly("identifier");
  }

  @Test
  void findsEnrollment() {
    OrderBody person = data.person("Enrolled-5");
    String enrollment = data.enroll(person, "enrolled");
    Await.until(
        "the index has the enrollment",
        () -> ids(search(tenant, "Enrolled-5")),
        found -> found.contains(enrollment));

    JsonNode found = search(tenant, "nrolled-5");

    assertThat(ids(found)).contains(enrollment);
    assertThat(hits(found, "enrollment")).hasSize(1);
    assertThat(hits(found, "subject")).hasSize(1);
    assertThat(hits(found, "enrollment").getFirst().path("status").asText()).isEqualTo("active");
    assertThat(hits(found, "subject").getFirst().path("name").asText())
        .isEqualTo(SubjectData.CANARY);
    assertThat(ids(search(tenant, enrollment.substring(0, 24)))).contains(enrollment);
  }

  @Test
  void findsWithinATenantOrInAll() {
    assertThat(ids(search(null, "grossmüller"))).contains(order, foreign);
    assertThat(ids(search(tenant, "großmüller"))).containsExactly(order);
    assertThat(ids(search(other, "großmüller"))).containsExactly(foreign);
    assertThat(ids(search(other, "Debtor-77_A"))).isEmpty();
    assertThat(ids(get("müller", "&tenant_id=tn_unknown"))).isEmpty();
    String unknown = IdKind.TENANT.format(UUID.randomUUID());
    assertThat(ids(get("müller", "&tenant_id=" + unknown))).isEmpty();
  }

  @Test
  void findsNameOfTwoHundredCharacters() {
    String named =
        tenant.create(
            tenant
                .laterOrder()
                .set("/subject/name/given_name", LONG_NAME.substring(0, 100))
                .set("/subject/name/family_name", LONG_NAME.substring(100)));
    awaitFound(tenant, LONG_NAME.substring(100));

    assertThat(
            ids(search(tenant, LONG_NAME.substring(0, 100) + " " + LONG_NAME.substring(100, 199))))
        .containsExactly(named);
    assertThat(ids(search(tenant, "esch"))).containsExactly(named);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "ab", "  a  ", "   ", "é\u0301x"})
  void requiresThreeCharacters(String q) {
    ServiceResponse refused = read.get("/admin/v1/search?limit=0&q=" + encode(q));

    assertThat(refused.is(422, "validation_failed").errors())
        .containsExactlyInAnyOrder("/query/limit minimum", "/query/q min_length");
    assertThat(refused.body().findValuesAsText("min_length")).containsExactly("3");
  }

  @Test
  void refusesLongAndMissingQueries() {
    assertThat(read.get("/admin/v1/search?q=" + "x".repeat(201)).is(422).errors())
        .containsExactly("/query/q max_length");
    assertThat(read.get("/admin/v1/search").is(422).errors()).containsExactly("/query/q required");
  }

  @Test
  void saysWhetherThereAreMore() {
    List<String> created = new ArrayList<>();
    for (int number = 0; number < 4; number++) {
      created.addFirst(
          tenant.create(tenant.laterOrder().set("/subject/reference", "Many-" + number)));
      awaitFound(tenant, "Many-" + number);
    }

    JsonNode some = get("many-", "&limit=3&tenant_id=" + tenant.id());
    JsonNode all = get("many-", "&limit=4&tenant_id=" + tenant.id());

    assertThat(ids(some)).isEqualTo(created.subList(0, 3));
    assertThat(some.path("has_more").asBoolean()).isTrue();
    assertThat(ids(all)).isEqualTo(created);
    assertThat(all.path("has_more").asBoolean()).isFalse();
    assertThat(get("ord_0", "&limit=1&tenant_id=" + tenant.id()).path("has_more").asBoolean())
        .isTrue();
  }

  @Test
  void findsErasedOrderByItsIdentifierOnly() {
    OrderBody person = data.person("Erased-9").set("/subject/name/given_name", "Vergissmich");
    String erased = tenant.create(data.laterOrder(person));
    awaitFound(tenant, "Erased-9");

    data.erase(person);

    assertThat(ids(search(tenant, "Erased-9"))).isEmpty();
    assertThat(ids(search(tenant, "vergissmich"))).isEmpty();
    JsonNode found = search(tenant, erased);
    assertThat(ids(found)).containsExactly(erased);
    assertThat(hits(found, "subject")).isEmpty();
    assertThat(RunningTenant.members(found.at("/data/0")))
        .doesNotContain("subject_reference", "name", "phone");
  }

  private void awaitFound(RunningTenant where, String q) {
    Await.until("the index has " + q, () -> ids(search(where, q)), found -> !found.isEmpty());
  }

  private JsonNode search(RunningTenant where, String q) {
    return get(q, where == null ? "" : "&tenant_id=" + where.id());
  }

  private JsonNode get(String q, String more) {
    return read.get("/admin/v1/search?q=" + encode(q) + more).is(200).body();
  }

  private static String encode(String q) {
    return URLEncoder.encode(q, StandardCharsets.UTF_8).replace("+", "%20");
  }

  private static List<JsonNode> hits(JsonNode found, String kind) {
    return ServiceResponse.items(found.path("data"))
        .filter(hit -> hit.path("kind").asText().equals(kind))
        .toList();
  }

  /** The orders and enrollments. */
  private static List<String> ids(JsonNode found) {
    return ServiceResponse.items(found.path("data"))
        .filter(hit -> hit.has("id"))
        .map(hit -> hit.path("id").asText())
        .toList();
  }

  private static List<String> texts(JsonNode array) {
    return ServiceResponse.items(array).map(JsonNode::asText).toList();
  }
}
