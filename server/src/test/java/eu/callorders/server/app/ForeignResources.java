package eu.callorders.server.app;

import eu.callorders.core.id.IdKind;
import java.util.List;

/** Resources of one tenant that another one looks for. */
final class ForeignResources {
  /** Lists with filters on the other tenant's values. */
  static final String FILTERS =
      """
      /v1/call-orders?order_type=theirs_only
      /v1/call-orders?client_reference=their_order
      /v1/call-orders?subject_reference=their_person
      /v1/call-orders?enrollment_id={enrollment}
      /v1/sequences?key=their_sequence
      /v1/enrollments?sequence_id={sequence}
      /v1/enrollments?sequence_key=their_sequence
      /v1/enrollments?subject_reference=their_person
      /v1/suppressions?subject_reference=their_entry
      /v1/suppressions?phone=%2B493023125999
      /v1/promises?subject_reference=their_person
      /v1/holds?subject_reference=their_held
      /v1/holds?phone=%2B493023125999
      /v1/holds?claim=case_number:THEIR-1
      /v1/webhook-deliveries?endpoint_id={endpoint}
      /v1/webhook-deliveries?event_id={event}
      /v1/events?call_order_id={order}
      /v1/events?enrollment_id={enrollment}
      /v1/events?after={event}
      """;

  static final List<String> LISTS =
      List.of(
          "/v1/call-orders",
          "/v1/calls?call_order_id={order}",
          "/v1/order-types",
          "/v1/sequences",
          "/v1/enrollments",
          "/v1/suppressions",
          "/v1/promises",
          "/v1/holds",
          "/v1/webhook-endpoints",
          "/v1/webhook-deliveries",
          "/v1/events");

  private static final String SECOND_CALL =
      """
      INSERT INTO call_attempt
      SELECT (jsonb_populate_record(a, '{"attempt_number": 2, "gateway_ref": null}'
                || jsonb_build_object('id', gen_random_uuid()))).*
        FROM call_attempt a WHERE tenant_id = ? AND attempt_number = 1
      """;

  private static final String OF_ENROLLMENT =
      "UPDATE call_order SET enrollment_id = ? WHERE tenant_id = ? AND status = 'scheduled'";

  /** So old that the next token request would update the known address. */
  private static final String AGE_KNOWN_ADDRESSES =
      """
      UPDATE client_lockout SET last_authenticated_at = now() - interval '2 minutes'
       WHERE tenant_id = ?
      """;

  private ForeignResources() {}

  /** Creates a resource of each kind. */
  static EveryOperation create(RunningService service, RunningTenant tenant) {
    Api api = tenant.api();
    OrderTypeBody.activate(api, "theirs_only", "{}");
    OrderBody order =
        tenant
            .laterOrder()
            .set("/order_type", "theirs_only")
            .set("/client_reference", "their_order")
            .set("/subject/reference", "their_person");
    tenant.await(tenant.create(order), "scheduled");
    tenant.awaitEnd(tenant.create(EveryOperation.promisingOrder(tenant)));
    String id = SequenceBody.create(api, "their_sequence");
    SequenceBody.activate(api, id, 1).is(200);
    api.post("/v1/suppressions", Api.json("{\"subject_reference\": \"their_entry\"}")).is(201);
    api.post("/v1/suppressions", Api.json("{\"phone\": \"+493023125999\"}")).is(201);
    for (String held :
        List.of(
            "{`subject_reference`: `their_held`, `reason`: `other`}",
            "{`phone`: `+493023125999`, `reason`: `other`}",
            "{`claim`: {`case_number`: `THEIR-1`}, `reason`: `other`}")) {
      api.post("/v1/holds", Api.json(held.replace('`', '"'))).is(201);
    }
    EveryOperation every = EveryOperation.of(tenant);
    service.sql(SECOND_CALL, tenant.uuid());
    service.sql(
        OF_ENROLLMENT,
        IdKind.ENROLLMENT.parse(every.known().own().get("getEnrollment")).orElseThrow(),
        tenant.uuid());
    service.sql(AGE_KNOWN_ADDRESSES, tenant.uuid());
    return every;
  }
}
