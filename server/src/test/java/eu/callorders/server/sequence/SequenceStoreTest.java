package eu.callorders.server.sequence;

import static eu.callorders.server.TestNode.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.sequence.CalendarDuration;
import eu.callorders.core.sequence.EnrollmentPolicy;
import eu.callorders.core.sequence.ExitRule;
import eu.callorders.core.sequence.Fact;
import eu.callorders.core.sequence.SequenceDefinition;
import eu.callorders.core.sequence.Step;
import eu.callorders.core.sequence.Wait;
import eu.callorders.server.TestNode;
import eu.callorders.server.json.Json;
import eu.callorders.server.ordertype.OrderTypeDefaults;
import eu.callorders.server.sequence.PinnedSequence.Pin;
import eu.callorders.server.tenant.TenantDefaults;
import eu.callorders.server.tenant.TenantStore;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SequenceStoreTest {
  private static final SequenceDocument DOCUMENT = new SequenceDocument(OrderTypeDefaults::of);
  private static final String TYPE = "invoice.overdue";

  @AutoClose private final TestNode node = new TestNode();
  private final SequenceStore store = new SequenceStore();
  private UUID tenant;
  private UUID other;

  @BeforeAll
  void begin() {
    tenant = newTenant();
    other = newTenant();
  }

  private UUID newTenant() {
    UUID id = UUID.randomUUID();
    await(
        node.database.asWorker(
            connection ->
                TenantStore.insert(
                    connection,
                    TenantDefaults.tenant(id, "Test", "sandbox"),
                    node.clock.instant())));
    return id;
  }

  private <T> T in(UUID tenantId, Function<SqlConnection, Future<T>> work) {
    return await(node.database.asTenant(tenantId, work));
  }

  /** A draft with a single wait of this many days. */
  private static ObjectNode definition(String signalType, int days) {
    return DOCUMENT.canonicalize(
        Json.parse(
            "{\"trigger\": {\"signal_type\": \"%s\"}, \"steps\": [{\"id\": \"w\", \"type\":"
                    .formatted(signalType)
                + " \"wait\", \"after\": {\"min\": \"P%dD\"}}]}".formatted(days)));
  }

  private Sequence create(UUID tenantId, String key, String signalType) {
    Sequence created =
        Sequence.created(
            UUID.randomUUID(), key, "A ladder", definition(signalType, 1), node.clock.instant());
    boolean inserted =
        in(tenantId, connection -> SequenceCatalog.insert(connection, tenantId, created));
    assertThat(inserted).isTrue();
    return created;
  }

  private Sequence change(UUID tenantId, Sequence before, Function<Sequence, Sequence> change) {
    Sequence after = change.apply(before);
    in(tenantId, connection -> SequenceCatalog.update(connection, tenantId, before, after));
    return after;
  }

  private Sequence active(UUID tenantId, String key, String signalType) {
    return change(
        tenantId, create(tenantId, key, signalType), it -> it.activated(1, node.clock.instant()));
  }

  private List<PinnedSequence> triggered(UUID tenantId, String signalType) {
    return in(tenantId, connection -> store.findTriggeredBy(connection, tenantId, signalType));
  }

  private static Wait exactly(int days) {
    CalendarDuration duration = new CalendarDuration(days, Duration.ZERO);
    return new Wait(new Wait.Between(duration, duration), null);
  }

  private static Wait waitOf(PinnedSequence sequence) {
    return ((Step.WaitStep) sequence.definition().steps().getFirst()).length();
  }

  @Test
  void findsActiveVersionsByTriggerOrderedByKey() {
    active(tenant, "b_ladder", TYPE);
    active(tenant, "a_ladder", TYPE);
    active(tenant, "another", "invoice.reminded");
    create(tenant, "drafted", TYPE);
    active(other, "theirs", TYPE);
    change(tenant, active(tenant, "archived", TYPE), it -> it.archived(node.clock.instant()));

    assertThat(triggered(tenant, TYPE))
        .extracting(PinnedSequence::key)
        .containsExactly("a_ladder", "b_ladder");
    assertThat(triggered(tenant, "invoice.unknown")).isEmpty();
  }

  @Test
  void triggersTheNewlyActivatedVersion() {
    Instant now = node.clock.instant();
    Sequence first = active(tenant, "moving", "a.moving");
    Sequence drafted = change(tenant, first, it -> it.withDraft(definition("a.moving", 2), now));
    assertThat(triggered(tenant, "a.moving"))
        .extracting(PinnedSequence::version)
        .containsExactly(1);

    change(tenant, drafted, it -> it.activated(2, now));

    PinnedSequence second = triggered(tenant, "a.moving").getFirst();
    assertThat(second.version()).isEqualTo(2);
    assertThat(waitOf(second)).isEqualTo(exactly(2));
    PinnedSequence pinned = loadVersion(first.id());
    assertThat(waitOf(pinned)).isEqualTo(exactly(1));
  }

  @Test
  void findsVersionsOfArchivedSequencesButNoDraftsOrForeignOnes() {
    Sequence archived =
        change(tenant, active(tenant, "old", "a.old"), it -> it.archived(node.clock.instant()));
    Sequence draft = create(tenant, "new", "a.old");
    Sequence theirs = active(other, "hidden", "a.old");
    Pin archivedPin = new Pin(tenant, archived.id(), 1);
    List<Pin> pins =
        List.of(
            archivedPin,
            new Pin(tenant, draft.id(), 1),
            new Pin(tenant, archived.id(), 2),
            new Pin(tenant, theirs.id(), 1),
            new Pin(other, theirs.id(), 1));

    for (int again = 0; again < 2; again++) {
      assertThat(in(tenant, connection -> store.load(connection, pins)).keySet())
          .containsExactly(archivedPin);
    }
  }

  private PinnedSequence loadVersion(UUID sequence) {
    Pin pin = new Pin(tenant, sequence, 1);
    return in(tenant, connection -> store.load(connection, List.of(pin))).get(pin);
  }

  @Test
  void cachesActivatedVersions() {
    Sequence sequence = active(tenant, "kept", "a.kept");
    PinnedSequence read = triggered(tenant, "a.kept").getFirst();
    in(
        tenant,
        connection ->
            connection
                .query("UPDATE sequence_version SET definition = '{}' WHERE signal_type = 'a.kept'")
                .execute());

    PinnedSequence again = loadVersion(sequence.id());

    assertThat(again).isSameAs(read);
  }

  @Test
  void readsEverythingThatClientsCanWrite() {
    SequenceDefinition read =
        SequenceDefinitionReader.read(
            Json.parse(
                """
                {"trigger": {"signal_type": "a.b", "enrollment_policy": "replace_active"},
                 "exit_conditions": [{"type": "signal", "signal_type": "c.d"},
                                     {"type": "do_not_call"}, {"type": "subject_reached"}],
                 "steps": [
                   {"id": "one", "type": "wait", "after": {"min": "P1D", "max": "P2DT3H"},
                    "until": {"date": "2027-05-01", "local_time": "10:30"},
                    "skip_remaining_if": [{"type": "signal", "signal_type": "e.f"}]},
                   {"id": "two", "type": "wait", "after": {"max": "PT5M"}},
                   {"id": "three", "type": "wait", "until": {"local_time": "00:00"}},
                   {"id": "four", "type": "create_order", "order_type": "x",
                    "exit_when": {"summary_codes": ["s"], "reachability": ["r"]},
                    "exit_reason": "why"},
                   {"id": "five", "type": "create_order", "order_type": "x",
                    "exit_reason": "nothing asks for it"}]}
                """));

    CalendarDuration minutes = new CalendarDuration(0, Duration.ofMinutes(5));
    assertThat(read)
        .isEqualTo(
            new SequenceDefinition(
                "a.b",
                EnrollmentPolicy.REPLACE_ACTIVE,
                Set.of(
                    new Fact.Signal("c.d"),
                    Fact.Condition.DO_NOT_CALL,
                    Fact.Condition.SUBJECT_REACHED),
                List.of(
                    new Step.WaitStep(
                        "one",
                        new Wait(
                            new Wait.Between(
                                new CalendarDuration(1, Duration.ZERO),
                                new CalendarDuration(2, Duration.ofHours(3))),
                            new Wait.Until(LocalDate.of(2027, 5, 1), LocalTime.of(10, 30))),
                        Set.of(new Fact.Signal("e.f"))),
                    new Step.WaitStep(
                        "two", new Wait(new Wait.Between(minutes, minutes), null), Set.of()),
                    new Step.WaitStep(
                        "three",
                        new Wait(null, new Wait.Until(null, LocalTime.MIDNIGHT)),
                        Set.of()),
                    new Step.CreateOrderStep("four", new ExitRule(Set.of("s"), Set.of("r"), "why")),
                    new Step.CreateOrderStep("five", null))));
  }
}
