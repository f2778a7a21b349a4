package eu.callorders.server.dial;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.core.call.PhoneNumber;
import eu.callorders.core.hold.ClaimNumber;
import eu.callorders.core.hold.Hold;
import eu.callorders.core.hold.HoldNames;
import eu.callorders.core.hold.HoldSource;
import eu.callorders.server.hold.HoldExpiryWorker;
import eu.callorders.server.hold.HoldLocks;
import eu.callorders.server.hold.HoldWriter;
import eu.callorders.server.hold.HoldWriter.NewHold;
import eu.callorders.server.json.Json;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

/** Places and ends holds over the dial path. */
final class HoldFixture implements AutoCloseable {
  final ScriptedGateway gateway = new ScriptedGateway();
  final DialFixture fixture = DialFixture.withGateway(gateway);
  final TestTenant tenant = fixture.tenant();
  final HoldWriter writer =
      new HoldWriter(fixture.holds, fixture.events, DialFixture.REAL_TIME, fixture.random);
  final HoldExpiryWorker expiry =
      new HoldExpiryWorker(fixture.database, writer, DialFixture.REAL_TIME);
  final HoldReleaseWorker release = new HoldReleaseWorker(fixture.database, fixture.contextLoader);

  static HoldNames phone(String phone) {
    return new HoldNames(null, new PhoneNumber(phone), null);
  }

  static HoldNames claim(String caseNumber) {
    return new HoldNames(null, null, new ClaimNumber(ClaimNumber.Kind.CASE_NUMBER, caseNumber));
  }

  Hold place(HoldNames names) {
    return place(tenant, names, null);
  }

  Hold place(HoldNames names, Instant until) {
    return place(tenant, names, until);
  }

  Hold place(TestTenant of, HoldNames names, Instant until) {
    return place(writer, of, names, until);
  }

  static Hold place(HoldWriter writer, TestTenant of, HoldNames names, Instant until) {
    NewHold wanted =
        new NewHold(of.id(), names, "disputed", HoldSource.CALL_RESULT, until, null, null);
    Instant now = of.now();
    return of.fixture()
        .database
        .asTenant(
            of.id(),
            connection ->
                HoldLocks.acquire(connection, of.id(), List.of(names))
                    .compose(locked -> writer.place(connection, wanted, now)))
        .await()
        .hold();
  }

  void release(Hold hold) {
    Instant now = tenant.now();
    fixture
        .database
        .asTenant(
            hold.tenantId(),
            connection -> writer.release(connection, hold.tenantId(), hold.id(), now))
        .await()
        .orElseThrow();
  }

  /** Wakes all orders whose holds have ended; returns their number. */
  int wake() {
    int woken = 0;
    int batch = release.runOnce();
    while (batch > 0) {
      woken += batch;
      batch = release.runOnce();
    }
    return woken;
  }

  /** Ends all holds whose end has come; returns their number. */
  int expire() {
    int expired = 0;
    int batch = expiry.runOnce();
    while (batch > 0) {
      expired += batch;
      batch = expiry.runOnce();
    }
    return expired;
  }

  PlacedOrder order(String subject, String... phones) {
    OrderDraft draft = tenant.anOrder().forSubject(subject).gapOfHours(1);
    for (String phone : phones) {
      draft.toPhone(phone);
    }
    return draft.place();
  }

  JsonNode view(PlacedOrder order) {
    return new TestClient(fixture, tenant.id()).get(List.of(order.id())).getFirst().body();
  }

  int dial() {
    int before = gateway.placed.size();
    fixture.dialer.runOnce();
    fixture.inboxProcessor.runOnce();
    return gateway.placed.size() - before;
  }

  /** The order waits for holds: the dialer does not read it again. */
  void assertHeld(PlacedOrder order) {
    int revision = order.revision();
    assertThat(fixture.dialer.runOnce().orders()).isZero();
    assertThat(order.revision()).isEqualTo(revision);
    assertThat(order.status()).isEqualTo("scheduled");
    assertThat(order.attempts()).isEmpty();
    assertThat(order.eventTypes())
        .containsExactly("call_order.accepted", "call_order.scheduled", "call_order.held");
  }

  /** Orders that wait for holds. */
  List<UUID> heldOrders() {
    return fixture
        .query("SELECT DISTINCT order_id FROM held_order WHERE tenant_id = $1", tenant.id())
        .stream()
        .map(row -> row.getUUID(0))
        .toList();
  }

  List<JsonNode> holdEvents() {
    return fixture
        .query(
            "SELECT envelope FROM event WHERE tenant_id = $1 AND type LIKE 'hold.%'"
                + " ORDER BY xid, seq",
            tenant.id())
        .stream()
        .map(row -> Json.parse(row.getString(0)))
        .toList();
  }

  @Override
  public void close() {
    fixture.close();
  }
}
