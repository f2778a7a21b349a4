package eu.callorders.server.app;

import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.signing.MessageSignature;
import eu.callorders.core.telephony.Capabilities;
import eu.callorders.core.telephony.GatewayEvent;
import eu.callorders.db.TestDatabase;
import eu.callorders.gatewaykit.GatewayEventDocument;
import eu.callorders.server.json.Json;
import eu.callorders.server.telephony.FakeGateway;
import java.net.URI;
import java.net.http.HttpResponse;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** A service and its gateway over HTTP, and the requests of the gateway. */
final class GatewayCallbacks implements AutoCloseable {
  static final String EVENTS = "/gateway/v1/events";
  static final String LOG_READER = "gateway-event-log";
  final FakeGateway gateway;
  final RunningService service;
  final RunningTenant tenant;
  final URI events;

  private GatewayCallbacks() {
    gateway = new FakeGateway().withCapabilities(new Capabilities(false, true, true, true));
    service = RunningService.sandbox(settings());
    tenant = service.newTenant();
    events = URI.create(service.address() + EVENTS);
  }

  Map<String, String> settings() {
    return Map.of(
        "CALLORDERS_GATEWAY", gateway.address().toString(),
        "CALLORDERS_GATEWAY_SECRET", FakeGateway.SECRET.encode());
  }

  @Override
  public void close() {
    service.close();
    gateway.close();
  }

  /** Blocks writes about that subject while the connection is open. */
  void hold(Connection connection, String reference) throws SQLException {
    connection.setAutoCommit(false);
    try (PreparedStatement lock =
        connection.prepareStatement("SELECT pg_advisory_xact_lock(hashtextextended(?, 0))")) {
      lock.setString(1, "subject:" + tenant.uuid() + ":" + reference);
      lock.execute();
    }
  }

  int cursor() {
    List<List<String>> rows = service.sql("SELECT coalesce(cursor, '0') FROM gateway_cursor");
    return rows.isEmpty() ? 0 : Integer.parseInt(rows.getFirst().getFirst());
  }

  /** How often the log was read after a cursor; the first request has none. */
  int readsAfter(int cursor) {
    String first = "GET " + EVENTS + "?limit=500";
    String from = first + "&after=" + cursor;
    return (int)
        gateway.requests.stream()
            .map(request -> request.line())
            .filter(line -> line.equals(from) || (cursor == 0 && line.equals(first)))
            .count();
  }

  static Map<String, String> old(MessageSignature signature, byte[] body, Instant at) {
    return headers("a", at, signature.sign("a", at, body));
  }

  static Map<String, String> headers(String id, Instant at, String signature) {
    return Map.of(
        MessageSignature.ID_HEADER,
        id,
        MessageSignature.TIMESTAMP_HEADER,
        MessageSignature.timestamp(at),
        MessageSignature.SIGNATURE_HEADER,
        signature);
  }

  static String body(List<GatewayEvent> events) {
    return FakeGateway.json(GatewayEventDocument.writeAll(events));
  }

  static String withoutTrace(HttpResponse<String> problem) {
    ObjectNode body = (ObjectNode) Json.parse(problem.body());
    body.remove("trace_id");
    return body.toString();
  }

  /** The service that the test classes of a JVM share. */
  static GatewayCallbacks shared() {
    return Shared.CALLBACKS;
  }

  private static final class Shared {
    static final GatewayCallbacks CALLBACKS = new GatewayCallbacks();

    static {
      TestDatabase.closeBeforeServer(CALLBACKS);
    }
  }
}
