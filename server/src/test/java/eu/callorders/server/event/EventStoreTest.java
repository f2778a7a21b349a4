package eu.callorders.server.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import eu.callorders.core.event.EventType;
import eu.callorders.core.id.IdKind;
import eu.callorders.core.id.UuidV7;
import eu.callorders.server.event.EventFixture.Page;
import eu.callorders.server.json.Json;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class EventStoreTest {
  @AutoClose private final EventFixture fixture = new EventFixture(1, 2);

  @Test
  void writesTheEnvelopeOfTheContract() {
    UUID order = fixture.newId();
    UUID enrollment = fixture.newId();
    RelatedResources related =
        RelatedResources.none()
            .callOrder(order)
            .enrollment(enrollment)
            .call(null)
            .orderType("payment_reminder")
            .clientReference(null);
    fixture.append(
        new NewEvent(
            fixture.tenant,
            EventType.CALL_ORDER_ACCEPTED,
            Instant.parse("2027-03-01T09:00:00.123456Z"),
            related,
            Json.object().put("campaign", "autumn"),
            Json.object().put("amount", new BigDecimal("10.50"))));

    Page page = fixture.page();

    String id = page.ids().getFirst();
    assertThat(page.events().getFirst())
        .hasToString(
            """
            {"id":"%s","api_version":"v1","environment":"sandbox","type":"call_order.accepted",\
            "occurred_at":"2027-03-01T09:00:00.123Z","tenant_id":"%s",\
            "related":{"call_order_id":"%s","enrollment_id":"%s","order_type":"payment_reminder"},\
            "metadata":{"campaign":"autumn"},"data":{"amount":10.50}}\
            """
                .formatted(
                    id,
                    IdKind.TENANT.format(fixture.tenant),
                    IdKind.ORDER.format(order),
                    IdKind.ENROLLMENT.format(enrollment)));
    assertThat(IdKind.EVENT.parse(id).map(UuidV7::instantOf)).contains(fixture.instant());
  }

  @Test
  void omitsAbsentMetadata() {
    fixture.append(fixture.event(EventType.SIGNAL_RECEIVED, RelatedResources.none()));
    assertThat(fixture.page().events().getFirst().has("metadata")).isFalse();
    assertThat(fixture.page().events().getFirst().get("related")).isEmpty();
  }

  @Test
  void keepsTheOrderOfEventsAndAppends() {
    List<NewEvent> events = numbered(0, 500);
    fixture
        .database
        .asTenant(
            fixture.tenant,
            connection ->
                fixture
                    .store
                    .append(connection, events)
                    .compose(ignored -> fixture.store.append(connection, numbered(500, 510))))
        .await();

    List<Integer> numbers =
        fixture
            .database
            .asWorker(c -> c.query("SELECT envelope FROM event ORDER BY xid, seq").execute())
            .await()
            .stream()
            .map(row -> Json.parse(row.getString(0)).get("data").get("number").intValue())
            .toList();

    assertThat(numbers).isEqualTo(IntStream.range(0, 510).boxed().toList());
  }

  @Test
  void appendsForManyTenantsAtOnce() {
    UUID other = fixture.newTenant(Duration.ZERO);
    NewEvent own = fixture.event(EventType.CALL_STARTED, RelatedResources.none());
    NewEvent foreign =
        new NewEvent(
            other,
            EventType.CALL_ENDED,
            own.occurredAt(),
            RelatedResources.none(),
            null,
            own.data());
    fixture.append(own, foreign, own);

    assertThat(fixture.page().types()).containsExactly("call.started", "call.started");
    Page page = EventFixture.page(fixture.listEvents(), other);
    assertThat(page.types()).containsExactly("call.ended");
  }

  @Test
  void tenantTransactionCannotAppendForAnotherTenant() {
    UUID other = fixture.newTenant(Duration.ZERO);
    NewEvent event = fixture.event(EventType.CALL_STARTED, RelatedResources.none());

    assertThatThrownBy(
            () ->
                fixture
                    .database
                    .asTenant(other, c -> fixture.store.append(c, List.of(event)))
                    .await())
        .hasMessageContaining("row-level security");
    assertThat(fixture.page().ids()).isEmpty();
  }

  @Test
  void rowLevelSecurityHidesForeignEventsInTableAndPartitions() {
    UUID other = fixture.newTenant(Duration.ZERO);
    fixture.append(fixture.event(EventType.CALL_STARTED, RelatedResources.none()));
    String today = "event_" + fixture.instant().toString().substring(0, 10).replace("-", "");

    assertThat(countAs(fixture.tenant, "event")).isEqualTo(1);
    assertThat(countAs(other, "event")).isZero();
    assertThat(countAs(other, today)).isZero();
  }

  @Test
  void appendsNothingForAnEmptyList() {
    fixture.append(List.of());
    assertThat(fixture.page().ids()).isEmpty();
  }

  private long countAs(UUID tenant, String table) {
    return fixture
        .database
        .asTenant(tenant, c -> c.query("SELECT count(*) FROM " + table).execute())
        .await()
        .iterator()
        .next()
        .getLong(0);
  }

  private List<NewEvent> numbered(int from, int to) {
    return IntStream.range(from, to)
        .mapToObj(
            number ->
                fixture.event(
                    EventType.CALL_ORDER_UPDATED,
                    RelatedResources.none(),
                    Json.object().put("number", number).put("text", "x".repeat(1_000))))
        .toList();
  }
}
