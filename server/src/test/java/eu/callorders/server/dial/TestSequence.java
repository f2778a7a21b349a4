package eu.callorders.server.dial;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.id.UuidV7;
import eu.callorders.core.sequence.Fact;
import eu.callorders.server.database.Locks;
import eu.callorders.server.database.RowMapper;
import eu.callorders.server.enrollment.EnrollmentSignalHandler.Effect;
import eu.callorders.server.enrollment.EnrollmentSignalHandler.SignalTrigger;
import eu.callorders.server.enrollment.EnrollmentSignalHandler.SubjectFact;
import eu.callorders.server.enrollment.EnrollmentSignalHandler.TriggerKey;
import eu.callorders.server.enrollment.EnrollmentSignalHandler.Triggered;
import eu.callorders.server.enrollment.SubjectData;
import eu.callorders.server.json.Json;
import eu.callorders.server.order.OrderDocumentReader;
import eu.callorders.server.tenant.TenantStore;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

/** An active sequence and its signals. */
record TestSequence(TestTenant tenant, String trigger) {
  private static final String CALL =
      """
      {"id": "%s", "type": "create_order", "order_type": "payment_reminder",
       "scheduling": {"max_attempts": 1}}
      """;

  /** Two calls with a wait of two days in between. */
  static final String TWO_CALLS =
      """
      "exit_conditions": [],
      "steps": [%s, {"id": "pause", "type": "wait", "after": {"min": "P2D"}}, %s]
      """
          .formatted(CALL.formatted("first"), CALL.formatted("second"));

  private static final JsonNode METADATA = Json.parse("{\"campaign\": \"autumn\"}");

  private static final String SEQUENCE =
      """
      INSERT INTO sequence (id, tenant_id, key, title, status, active_version, created_at, updated_at)
      VALUES ($1, $2, $3, 'Ladder', 'active', 1, now(), now())
      RETURNING id
      """;

  private static final String VERSION =
      """
      INSERT INTO sequence_version (sequence_id, tenant_id, version, status, signal_type, definition,
        created_at, activated_at)
      VALUES ($1, $2, 1, 'active', $3, $4::text::json, now(), now())
      RETURNING sequence_id
      """;

  /**
   * @param trigger the signal that starts it
   * @param rest further members of the definition, such as {@code "steps": [...]}
   */
  static TestSequence of(TestTenant tenant, String trigger, String policy, String rest) {
    UUID id = UuidV7.at(InstantSource.system().instant(), tenant.fixture().random);
    String definition =
        """
        {"trigger": {"signal_type": "%s", "enrollment_policy": "%s"}, %s}
        """
            .formatted(trigger, policy, rest);
    tenant.fixture().query(SEQUENCE, id, tenant.id(), "ladder_" + id.toString().replace("-", "_"));
    tenant.fixture().query(VERSION, id, tenant.id(), trigger, definition);
    return new TestSequence(tenant, trigger);
  }

  static TestSequence of(TestTenant tenant, String rest) {
    return of(tenant, "invoice.overdue", "one_active_per_subject", rest);
  }

  /** The subject data of signals and orders. */
  static ObjectNode subjectData(OrderDraft draft) {
    ObjectNode all = draft.json();
    return Json.object()
        .setAll(
            List.of("subject", "contacts", "context").stream()
                .collect(Collectors.toMap(member -> member, all::get)));
  }

  /** Enrolls a new subject. */
  TestEnrollment enroll(MagicLine line) {
    return enroll(tenant.anOrder().to(line));
  }

  TestEnrollment enroll(OrderDraft draft) {
    List<Triggered> effects = signal(trigger, subjectData(draft));
    if (effects.size() != 1 || effects.getFirst().effect() != Effect.ENROLLED) {
      throw new AssertionError(effects);
    }
    return new TestEnrollment(tenant, effects.getFirst().enrollmentId());
  }

  List<Triggered> signal(String type, ObjectNode subject) {
    return signal(type, subject.path("subject").path("reference").asText(), subject);
  }

  /** Processes a signal: ends, then starts enrollments, in one transaction. */
  List<Triggered> signal(String type, String reference, ObjectNode subject) {
    return tenant
        .fixture()
        .database
        .asTenant(tenant.id(), connection -> signal(connection, type, reference, subject))
        .await();
  }

  private Future<List<Triggered>> signal(
      SqlConnection connection, String type, String reference, ObjectNode subject) {
    DialFixture fixture = tenant.fixture();
    return Locks.acquire(connection, Set.of(Locks.subject(tenant.id(), reference)))
        .compose(locked -> phoneLocks(connection, type, reference, subject))
        .compose(phones -> Locks.acquireShared(connection, phones))
        .compose(locked -> TenantStore.find(connection, tenant.id()))
        .compose(
            found -> {
              var known = found.orElseThrow();
              var now = known.now(InstantSource.system());
              SignalTrigger trigger =
                  new SignalTrigger(
                      known,
                      UUID.randomUUID(),
                      type,
                      reference,
                      subject == null ? null : new SubjectData(subject),
                      METADATA,
                      now);
              return fixture
                  .enrollments
                  .recordFacts(
                      connection,
                      List.of(new SubjectFact(known, reference, new Fact.Signal(type), now)))
                  .compose(
                      ended ->
                          fixture
                              .enrollments
                              .trigger(connection, List.of(trigger))
                              .map(
                                  begun -> {
                                    List<Triggered> all = new ArrayList<>(ended.getFirst());
                                    all.addAll(begun.getFirst());
                                    return all;
                                  }));
            });
  }

  private Future<Set<String>> phoneLocks(
      SqlConnection connection, String type, String reference, ObjectNode subject) {
    return subject == null
        ? tenant
            .fixture()
            .enrollments
            .earlierPhoneLocks(connection, List.of(new TriggerKey(tenant.id(), type, reference)))
            .map(List::getFirst)
        : Future.succeededFuture(OrderDocumentReader.contact(subject).phoneLocks(tenant.id()));
  }

  /** Records a signal with subject data and without effects. */
  void recordSubjectData(ObjectNode subject) {
    tenant
        .fixture()
        .query(
            """
            INSERT INTO signal (id, tenant_id, signal_type, subject_reference, dedupe_key,
              received_at, subject_data, subject_data_complete, triggered)
            VALUES ($1, $2, 'person.told', $3, $4, $5, $6::text::json, true, '[]')
            RETURNING id
            """,
            UUID.randomUUID(),
            tenant.id(),
            subject.path("subject").path("reference").asText(),
            UUID.randomUUID().toString(),
            RowMapper.time(tenant.now()),
            subject.toString());
  }
}
