package eu.callorders.server.dial;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.call.AttemptIds;
import eu.callorders.core.id.IdKind;
import eu.callorders.core.telephony.CallOrigin;
import eu.callorders.core.telephony.EraRequestResult;
import eu.callorders.core.telephony.PlaceCall;
import eu.callorders.server.dial.TestClient.ClientResponse;
import eu.callorders.server.encryption.Keyring;
import java.security.SecureRandom;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Orders that a restore lost and the client places again. */
final class RepeatedOrders implements AutoCloseable {
  private static final UUID ERA = UUID.randomUUID();
  private static final Map<String, Object> PROMISE = Map.of("summary_code", "payment_promised");
  final UnknownCallsFixture calls =
      new UnknownCallsFixture(new ScriptedGateway().withEraAnswer(new EraRequestResult.Granted()));

  final ScriptedGateway gateway = calls.gateway;
  final DialFixture fixture = calls.fixture;
  final TestTenant tenant = calls.tenant;
  final UnknownCallProcessor processor = calls.processor;
  TestClient client = new TestClient(fixture, tenant.id());
  final GatewayEra era =
      new GatewayEra(
          gateway,
          UUID.randomUUID(),
          UUID.randomUUID(),
          () -> new GatewayEra.Current(calls.deployment, 3, ERA),
          number -> {},
          calls.contexts);

  final Dialer dialer = fixture.units.newDialer(era);

  RepeatedOrders() {
    era.runOnce();
  }

  void assertEndsWithPromise(PlacedOrder order, PlaceCall lost) {
    assertThat(order.status()).isEqualTo("completed");
    assertThat(order.summary()).isEqualTo("payment_promised");
    assertThat(order.attempts()).extracting(each -> each.id()).containsExactly(lost.attemptId());
    assertThat(order.load().attemptCount()).isEqualTo(1);
    assertThat(gateway.placed).hasSize(1);
    assertThat(calls.unknownCalls()).isEmpty();
  }

  /** Places the call of an order, then deletes both, as a restore does. */
  PlaceCall lose(String key, ObjectNode body) {
    PlacedOrder order = create(key, body);
    dialDue();
    delete(order);
    fixture.query("DELETE FROM idempotency_record WHERE key = $1 RETURNING 1", key);
    assertThat(gateway.placed).hasSize(1);
    return gateway.placed.getFirst();
  }

  void delete(PlacedOrder order) {
    List<String> tables =
        List.of("call_order_phone", "call_attempt", "call_order_body", "call_order");
    for (String table : tables) {
      String column = table.equals("call_order") ? "id" : "order_id";
      fixture.query(
          "DELETE FROM %s WHERE %s = $1 RETURNING 1".formatted(table, column), order.id());
    }
    fixture.query("DELETE FROM event WHERE call_order_id = $1 RETURNING 1", order.id());
    fixture.query("UPDATE dial_count SET dials = 0 RETURNING 1");
  }

  PlacedOrder create(String key, ObjectNode body) {
    ClientResponse response = client.create(key, body);
    assertThat(response.status()).as(response.code()).isEqualTo(202);
    return order(response);
  }

  PlacedOrder order(ClientResponse response) {
    return new PlacedOrder(tenant, IdKind.ORDER.parse(response.id()).orElseThrow());
  }

  void rotateMasterKey() {
    byte[] newKey = new byte[32];
    newKey[0] = 1;
    List<byte[]> keys = List.of(newKey, new byte[32]);
    Keyring ring = Keyring.of(keys, new SecureRandom());
    client = new TestClient(fixture, tenant.id(), fixture.units.orderAcceptor(ring));
  }

  void dialDue() {
    fixture.planner.runOnce();
    dialer.runOnce();
    fixture.inboxProcessor.runOnce();
  }

  /** The next attempt of the same order. */
  PlaceCall next(PlaceCall call) {
    UUID id = AttemptIds.of(call.orderId(), 2);
    CallContext context =
        calls.contexts.decrypt(call.attemptId(), call.origin().context()).orElseThrow();
    return new PlaceCall(
        id,
        call.orderId(),
        call.tenantId(),
        2,
        call.to(),
        call.from(),
        call.agent(),
        call.locale(),
        call.briefing(),
        call.disclosure(),
        call.ringTimeout(),
        call.maxDuration(),
        call.transcript(),
        call.environment(),
        call.notAfter(),
        call.tenantTime(),
        call.simulate(),
        new CallOrigin(calls.deployment, ERA, calls.contexts.encrypt(id, context)));
  }

  AttemptUpdate promised(PlaceCall call) {
    return gateway.report(call.attemptId(), PROMISE);
  }

  @Override
  public void close() {
    calls.close();
  }
}
