package eu.callorders.server.webhook;

import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.id.IdKind;
import eu.callorders.core.signing.MessageSignature;
import eu.callorders.core.signing.SigningSecret;
import eu.callorders.server.http.Json;
import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * One event as an endpoint gets it, signed for one attempt.
 *
 * @param headers those of Standard Webhooks 1.0, and what the body is
 * @param body the envelope of the feed byte for byte; without {@code data} for who wants it thin
 */
record SignedRequest(Map<String, String> headers, Buffer body) {
  private static final String USER_AGENT = "call-orders-webhooks/1";

  /** The envelope without {@code data}. */
  static String thin(String envelope) {
    ObjectNode thin = (ObjectNode) Json.parse(envelope);
    thin.remove("data");
    return thin.toString();
  }

  /**
   * Signs.
   *
   * @param envelope the body
   * @param secrets all that are active, the newest first
   * @param at of the attempt
   */
  static SignedRequest of(UUID eventId, String envelope, List<SigningSecret> secrets, Instant at) {
    byte[] body = envelope.getBytes(StandardCharsets.UTF_8);
    String id = IdKind.EVENT.format(eventId);
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put("content-type", "application/json");
    headers.put("user-agent", USER_AGENT);
    headers.put(MessageSignature.ID_HEADER, id);
    headers.put(MessageSignature.TIMESTAMP_HEADER, MessageSignature.timestamp(at));
    headers.put(
        MessageSignature.SIGNATURE_HEADER, new MessageSignature(secrets).sign(id, at, body));
    return new SignedRequest(headers, Buffer.buffer(body));
  }
}
