package eu.callorders.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.id.IdKind;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A list page ends after 2,000 rows that do not match; its cursor continues after them. */
class RowsVisitedByListsTest {
  private static final Duration DAY = Duration.ofDays(1);

  private static final String ORDERS =
      """
      INSERT INTO call_order (id, tenant_id, status, order_type, order_type_version,
        subject_reference, client_reference, created_at, updated_at, expires_at, ended_at)
      SELECT gen_random_uuid(), tenant_id, 'canceled', 'frequent', 1,
             subject_reference, client_reference, created_at + n * interval '1 second', now(),
             now(), now()
        FROM call_order CROSS JOIN generate_series(1, ?) AS n
       WHERE tenant_id = ?
      """;

  private static final String ENROLLMENTS =
      """
      INSERT INTO enrollment (id, tenant_id, sequence_id, sequence_key, sequence_version,
        subject_reference, signal_id, status, position, step, exit_reason, created_at, ended_at)
      SELECT gen_random_uuid(), tenant_id, sequence_id, 'frequent', 1, subject_reference,
             signal_id, 'exited', 'ended', 0, 'exit_condition',
             created_at + n * interval '1 second', now()
        FROM enrollment CROSS JOIN generate_series(1, ?) AS n
       WHERE tenant_id = ?
      """;

  private static final String SUPPRESSIONS =
      """
      INSERT INTO suppression (id, tenant_id, phone, subject_reference, scope, source, created_at)
      SELECT gen_random_uuid(), tenant_id, phone, 'person-' || n, scope, source,
             created_at + n * interval '1 second'
        FROM suppression CROSS JOIN generate_series(1, ?) AS n
       WHERE tenant_id = ?
      """;

  private static final String PROMISES =
      """
      INSERT INTO promise
        (id, tenant_id, order_id, call_id, subject_reference, due_on, breaks_at, status, created_at,
         ended_at)
      SELECT gen_random_uuid(), tenant_id, order_id, call_id, subject_reference, due_on, breaks_at,
             'kept', created_at + n * interval '1 second', now()
        FROM promise CROSS JOIN generate_series(1, ?) AS n
       WHERE tenant_id = ?
      """;

  private static final String DELIVERIES =
      """
      WITH delivery AS (
        INSERT INTO webhook_delivery (tenant_id, created_at, id, endpoint_id, event_id,
          event_recorded_at, event_type, status, next_attempt_at)
        SELECT tenant_id, created_at + n * interval '1 second', gen_random_uuid(), endpoint_id,
               event_id, event_recorded_at, 'call.frequent', status, next_attempt_at
          FROM webhook_delivery CROSS JOIN generate_series(1, ?) AS n
         WHERE tenant_id = ?
        RETURNING tenant_id, created_at, id, endpoint_id, status)
      INSERT INTO webhook_delivery_queue
        (tenant_id, created_at, delivery_id, endpoint_id, priority, due_at)
      SELECT tenant_id, created_at, id, endpoint_id, 0, now() + interval '1 year'
        FROM delivery
       WHERE status IN ('pending', 'retrying')
      """;

  private final RunningTenant tenant = RunningService.shared().newTenant();
  private final Api api = tenant.api();

  /** Reads two empty pages, then the matching row. */
  private void findsRowAfter4000Others(String list, String id) {
    ServiceResponse page = api.get(list).is(200);
    for (int empty = 0; empty < 2; empty++) {
      assertThat(page.rows()).isEmpty();
      assertThat(page.body().path("has_more").asBoolean()).isTrue();
      page = api.get(list + "&after=" + page.at("/next_cursor")).is(200);
    }
    assertThat(page.rows()).extracting(row -> row.path("id").asText()).containsExactly(id);
    assertThat(page.body().path("has_more").asBoolean()).isFalse();
    assertThat(page.body().path("next_cursor").isNull()).isTrue();
  }

  private void grow(String statement, int rows) {
    tenant.service().sql(statement, rows, tenant.uuid());
  }

  private void age(String table) {
    tenant
        .service()
        .sql(
            "UPDATE %s SET created_at = created_at - interval '1 day' WHERE tenant_id = ?"
                .formatted(table),
            tenant.uuid());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "order_type=payment_reminder",
        "status=scheduled",
        "status=scheduled&subject_reference=someone",
        "order_type=payment_reminder&client_reference=a-claim",
        "status=scheduled&created_after=2020-01-01T00:00:00Z"
      })
  void findsRareOrders(String filters) {
    OrderBody order = tenant.laterOrder().set("/client_reference", "a-claim");
    String id = tenant.create(order.set("/subject/reference", "someone"));
    tenant.await(id, "scheduled");
    age("call_order");
    grow(ORDERS, 4_000);

    findsRowAfter4000Others(Api.ORDERS + "?" + filters, id);
  }

  @Test
  void cursorContinuesAfterLastVisitedRow() {
    String id = tenant.create(tenant.laterOrder());
    tenant.await(id, "scheduled");
    age("call_order");
    grow(ORDERS, 1_999);

    ServiceResponse page = api.get(Api.ORDERS + "?status=scheduled").is(200);
    assertThat(page.rows()).extracting(row -> row.path("id").asText()).containsExactly(id);
    ServiceResponse next =
        api.get(Api.ORDERS + "?status=scheduled&after=" + page.at("/next_cursor"));
    assertThat(next.is(200).rows()).isEmpty();
    assertThat(next.body().path("has_more").asBoolean()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "status=active",
        "sequence_key=rare",
        "sequence_key=rare&subject_reference=someone",
        "status=active&created_before=2999-01-01T00:00:00Z"
      })
  void findsRareEnrollments(String filters) {
    String wait = "{\"id\": \"rest\", \"type\": \"wait\", \"after\": {\"min\": \"P2D\"}}";
    String sequence = api.post(SequenceBody.PATH, SequenceBody.of("rare", wait)).is(201).id();
    SequenceBody.activate(api, sequence, 1).is(200);
    OrderBody order = tenant.laterOrder().set("/subject/reference", "someone");
    ServiceResponse signal =
        api.post("/v1/signals", SignalBody.of("invoice.overdue", order, "key").json()).is(201);
    age("enrollment");
    grow(ENROLLMENTS, 4_000);

    findsRowAfter4000Others("/v1/enrollments?" + filters, signal.at("/triggered/0/enrollment_id"));
  }

  @Test
  void findsRareSuppressions() {
    tenant.suppress("+493023125098", "someone");
    age("suppression");
    grow(SUPPRESSIONS, 4_000);

    String list = "/v1/suppressions?phone=%2B493023125098";
    String id = api.get("/v1/suppressions?subject_reference=someone").is(200).at("/data/0/id");
    findsRowAfter4000Others(list + "&subject_reference=someone", id);
  }

  @Test
  void findsRarePromises() {
    tenant
        .service()
        .sql(
            "INSERT INTO promise (id, tenant_id, order_id, call_id, subject_reference, due_on,"
                + " breaks_at, created_at) VALUES (gen_random_uuid(), ?, gen_random_uuid(),"
                + " gen_random_uuid(), 'someone', '2099-01-01', '2099-01-01', now())",
            tenant.uuid());
    age("promise");
    grow(PROMISES, 4_000);

    String id = api.get("/v1/promises?status=open").is(200).at("/data/0/id");
    findsRowAfter4000Others("/v1/promises?subject_reference=someone&status=open", id);
  }

  @ParameterizedTest
  @ValueSource(strings = {"succeeded", "failed", "retrying"})
  void findsRareDeliveries(String status) {
    TestWebhookEndpoints hooks = new TestWebhookEndpoints(tenant);
    String endpoint = hooks.active();
    hooks.sql("DELETE FROM webhook_delivery_queue WHERE tenant_id = ?", tenant.uuid());
    hooks.sql("DELETE FROM webhook_delivery WHERE tenant_id = ?", tenant.uuid());
    Instant dayAgo = Instant.now().minus(DAY).truncatedTo(ChronoUnit.MILLIS);
    UUID id = hooks.delivery(endpoint, dayAgo, UUID.randomUUID(), "call.rare", status);
    if (status.equals("retrying")) {
      hooks.enqueue(endpoint, id);
    }
    grow(DELIVERIES, 4_000);

    String list = TestWebhookEndpoints.DELIVERIES + "?event_type=call.rare";
    String shown = IdKind.WEBHOOK_DELIVERY.format(id);
    findsRowAfter4000Others(list, shown);
    findsRowAfter4000Others(list + "&status=" + status, shown);
    findsRowAfter4000Others(list + "&status=" + status + "&endpoint_id=" + endpoint, shown);
  }
}
