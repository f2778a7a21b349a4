package eu.callorders.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("long")
class ListCallOrdersTest {
  private static final int ORDERS = 30;

  private RunningTenant tenant;
  private Api api;
  private final List<String> newestFirst = new ArrayList<>();

  @BeforeAll
  void orders() {
    tenant = RunningService.shared().newTenant();
    tenant.orderType("other", "active", "{}");
    api = tenant.api();
    for (int i = 0; i < ORDERS; i++) {
      OrderBody order = tenant.laterOrder().set("/client_reference", "ref " + i % 3);
      order.set("/subject/reference", "üser/" + i % 5);
      order.set("/order_type", i % 2 == 0 ? "payment_reminder" : "other");
      newestFirst.addFirst(tenant.create(order));
    }
    for (String id : newestFirst) {
      tenant.await(id, "scheduled");
    }
    newestFirst.subList(0, 7).forEach(api::cancel);
  }

  private ServiceResponse list(String query) {
    return api.get(Api.ORDERS + "?" + query).is(200);
  }

  private static List<String> ids(ServiceResponse page) {
    return page.rows().stream().map(row -> row.path("id").asText()).toList();
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  /** Reads all pages. */
  private List<String> all(String query) {
    List<String> ids = new ArrayList<>();
    ServiceResponse page = list(query);
    ids.addAll(ids(page));
    while (page.body().path("has_more").asBoolean()) {
      page = list(query + "&after=" + encoded(page.at("/next_cursor")));
      ids.addAll(ids(page));
    }
    assertThat(page.body().path("next_cursor").isNull()).isTrue();
    return ids;
  }

  @Test
  void listsNewestFirstInPagesOfTwentyFive() {
    ServiceResponse page = api.get(Api.ORDERS).is(200);

    assertThat(ids(page)).isEqualTo(newestFirst.subList(0, 25));
    assertThat(page.body().path("has_more").asBoolean()).isTrue();
    assertThat(page.rows().getFirst()).isEqualTo(api.order(newestFirst.getFirst()).body());
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 7, 15, 29, 30, 31, 100})
  void pagesAreDisjointAndComplete(int limit) {
    assertThat(all("limit=" + limit)).isEqualTo(newestFirst);
  }

  @ParameterizedTest
  @CsvSource({
    "status=canceled, 7",
    "status=scheduled, 23",
    "status=completed, 0",
    "order_type=other, 15",
    "order_type=payment_reminder, 15",
    "order_type=unheard_of, 0",
    "client_reference=ref%201, 10",
    "client_reference=REF%201, 0",
    "subject_reference=%C3%BCser%2F4, 6",
    "subject_reference=unknown, 0",
    "subject_reference=%C3%BCser%2F4&client_reference=ref+1, 2",
    "subject_reference=%C3%BCser%2F4&order_type=other, 3",
    "client_reference=ref%202&status=canceled, 3",
    "enrollment_id=enr_00000000000000000000000000, 0",
    "enrollment_id=nothing, 0",
    "created_after=2020-01-01T00:00:00Z, 30",
    "created_after=2999-01-01T00:00:00Z, 0",
    "created_before=2999-01-01T00:00:00%2B01:00, 30",
    "created_before=2020-01-01T00:00:00Z, 0",
  })
  void filtersOrders(String query, int expected) {
    assertThat(all("limit=4&" + query)).hasSize(expected).isSubsetOf(newestFirst);
    assertThat(all("limit=4&" + query)).isEqualTo(all("limit=100&" + query));
  }

  @Test
  void spanIncludesStartAndExcludesEnd() {
    List<JsonNode> rows = list("limit=100").rows();
    String at = rows.get(10).path("created_at").asText();

    assertThat(all("limit=100&created_after=" + at)).contains(rows.get(10).path("id").asText());
    assertThat(all("limit=100&created_before=" + at))
        .doesNotContain(rows.get(10).path("id").asText())
        .contains(rows.getLast().path("id").asText());
    assertThat(
            all("limit=100&created_before=" + at).size()
                + all("limit=100&created_after=" + at).size())
        .isEqualTo(ORDERS);
  }

  @Test
  void filtersByEnrollment() {
    tenant
        .service()
        .sql(
            "UPDATE call_order SET enrollment_id = '0198c000-0000-7000-8000-000000000001',"
                + " sequence_step_id = id::text WHERE subject_reference = 'üser/0'"
                + " AND tenant_id = ?",
            tenant.uuid());
    String enrollment =
        eu.callorders.core.id.IdKind.ENROLLMENT.format(
            java.util.UUID.fromString("0198c000-0000-7000-8000-000000000001"));

    assertThat(all("enrollment_id=" + enrollment)).hasSize(6);
    assertThat(list("enrollment_id=" + enrollment).rows())
        .allSatisfy(row -> assertThat(row.path("enrollment_id").asText()).isEqualTo(enrollment));
  }

  @Test
  void pagesAreStableUnderInserts() {
    RunningTenant busy = tenant.service().newTenant();
    Api reader = busy.api();
    List<String> before = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      before.addFirst(busy.create(busy.laterOrder()));
    }
    List<String> arriving = new CopyOnWriteArrayList<>();
    CompletableFuture<Void> writer =
        CompletableFuture.runAsync(
            () -> {
              for (int i = 0; i < 40; i++) {
                arriving.add(reader.create(busy.laterOrder().json()).is(202).id());
              }
            });
    do {
      List<String> read = new ArrayList<>();
      ServiceResponse page = reader.get(Api.ORDERS + "?limit=3").is(200);
      read.addAll(ids(page));
      while (page.body().path("has_more").asBoolean()) {
        page = reader.get(Api.ORDERS + "?limit=3&after=" + page.at("/next_cursor")).is(200);
        read.addAll(ids(page));
      }
      assertThat(new HashSet<>(read)).hasSameSizeAs(read);
      assertThat(read).containsAll(before);
    } while (!writer.isDone());
    writer.join();
    assertThat(reader.get(Api.ORDERS + "?limit=100").rows()).hasSize(60);
  }

  @ParameterizedTest
  @CsvSource({
    "limit=0, /query/limit minimum",
    "limit=101, /query/limit maximum",
    "limit=x, /query/limit type",
    "limit=, /query/limit type",
    "limit=1.5, /query/limit type",
    "limit=%2B5, /query/limit type",
    "limit=99999999999999999999, /query/limit type",
    "limit=1&limit=2, /query/limit not_unique",
    "status=done, /query/status enum",
    "status=, /query/status enum",
    "status=scheduled&status=canceled, /query/status not_unique",
    "client_reference=, /query/client_reference min_length",
    "subject_reference=%0A, /query/subject_reference pattern",
    "subject_reference=%00, /query/subject_reference pattern",
    "created_after=yesterday, /query/created_after format",
    "created_after=2026-01-01T00:00:00, /query/created_after offset_missing",
    "created_before=2026-01-01, /query/created_before format",
    "order=asc, /query/order unknown_member",
    "Limit=5, /query/Limit unknown_member",
    "enrollment_id=%00, /query/enrollment_id pattern",
    "order_type=%00, /query/order_type pattern",
  })
  void rejectsInvalidQueries(String query, String error) {
    assertThat(api.get(Api.ORDERS + "?" + query).is(422, "validation_failed").errors())
        .containsExactly(error);
  }

  @Test
  void bindsCursorToList() {
    String cursor = list("limit=2&status=scheduled").at("/next_cursor");
    String tampered =
        cursor.substring(0, 9) + (cursor.charAt(9) == 'A' ? 'B' : 'A') + cursor.substring(10);

    list("limit=9&status=scheduled&after=" + cursor);
    for (String query :
        List.of(
            "limit=2&after=" + cursor,
            "status=canceled&after=" + cursor,
            "status=scheduled&order_type=other&after=" + cursor,
            "status=scheduled&after=" + tampered,
            "status=scheduled&after=" + cursor + "A",
            "status=scheduled&after=" + cursor.substring(1),
            "status=scheduled&after=",
            "status=scheduled&after=x%20y",
            "status=scheduled&after=" + newestFirst.getFirst())) {
      assertThat(api.get(Api.ORDERS + "?" + query).is(422, "invalid_cursor").errors())
          .as(query)
          .containsExactly("/query/after invalid_cursor");
    }
    tenant
        .service()
        .newTenant()
        .api()
        .get(Api.ORDERS + "?status=scheduled&after=" + cursor)
        .is(422, "invalid_cursor");
    api.get("/v1/calls?call_order_id=" + newestFirst.getFirst() + "&after=" + cursor)
        .is(422, "invalid_cursor");
    api.get("/v1/events?after=" + cursor).is(422, "invalid_cursor");
  }

  @Test
  void tenantSeesOwnOrdersOnly() {
    assertThat(tenant.service().newTenant().api().get(Api.ORDERS).is(200).text())
        .isEqualTo("{\"data\":[],\"has_more\":false,\"next_cursor\":null}");
  }

  @Test
  void hidesConversationWithoutScope() {
    RunningTenant talking = tenant.service().newTenant();
    talking.awaitEnd(talking.create(talking.order("24")));

    assertThat(talking.api().get(Api.ORDERS).text()).contains("\"statement\"");
    assertThat(talking.without("transcripts:read").get(Api.ORDERS).text())
        .doesNotContain("\"statement\"")
        .doesNotContain("\"summary\"");
  }
}
