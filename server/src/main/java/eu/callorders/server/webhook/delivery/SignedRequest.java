package eu.callorders.server.webhook.delivery;

import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.id.IdKind;
import eu.callorders.core.signing.MessageSignature;
import eu.callorders.core.signing.SigningSecret;
import eu.callorders.server.json.Json;
import io.vertx.core.buffer.Buffer;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * The HTTP request of one attempt.
 *
 * @param headers of Standard Webhooks 1.0, content type and user agent
 * @param body the feed's envelope byte for byte, without {@code data} for thin payloads
 */
public record SignedRequest(Map<String, String> headers, Buffer body) {
  private static final String USER_AGENT = "call-orders-webhooks/1";

  static Buffer thin(Buffer envelope) {
    ObjectNode thin = (ObjectNode) Json.parse(envelope.getBytes());
    thin.remove("data");
    return Buffer.buffer(Json.bytes(thin));
  }

  /**
   * Signs a body.
   *
   * @param eventId of the event, or of another message with an envelope
   * @param secrets all active ones, newest first
   * @param at start of the attempt
   */
  public static SignedRequest of(
      UUID eventId, Buffer body, List<SigningSecret> secrets, Instant at) {
    String id = IdKind.EVENT.format(eventId);
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put("content-type", "application/json");
    headers.put("user-agent", USER_AGENT);
    headers.put(MessageSignature.ID_HEADER, id);
    headers.put(MessageSignature.TIMESTAMP_HEADER, MessageSignature.timestamp(at));
    headers.put(
        MessageSignature.SIGNATURE_HEADER,
        new MessageSignature(secrets).sign(id, at, body.getBytes()));
    return new SignedRequest(headers, body);
  }
}
