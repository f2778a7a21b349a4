package eu.callorders.gatewaykit.server;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.gatewaykit.GatewayJson;
import eu.callorders.gatewaykit.GatewayProblem;
import io.vertx.core.buffer.Buffer;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A response of the protocol.
 *
 * @param body empty for none
 * @param lost close the connection without a response
 */
record GatewayResponse(
    int status, String mediaType, Buffer body, Map<String, String> headers, boolean lost) {
  static final GatewayResponse LOST = new GatewayResponse(0, "", Buffer.buffer(), Map.of(), true);

  static GatewayResponse json(int status, JsonNode body) {
    return json(status, Buffer.buffer(GatewayJson.bytes(body)));
  }

  static GatewayResponse json(int status, Buffer body) {
    return new GatewayResponse(status, "application/json", body, Map.of(), false);
  }

  static GatewayResponse empty(int status) {
    return new GatewayResponse(status, "", Buffer.buffer(), Map.of(), false);
  }

  static GatewayResponse problem(int status, String code, String detail) {
    return problem(status, GatewayProblem.body(status, code, detail));
  }

  static GatewayResponse problem(int status, JsonNode body) {
    return new GatewayResponse(
        status, GatewayProblem.MEDIA_TYPE, Buffer.buffer(GatewayJson.bytes(body)), Map.of(), false);
  }

  static GatewayResponse internalError() {
    return problem(500, "internal_error", "Something went wrong here.");
  }

  GatewayResponse with(String header, String value) {
    Map<String, String> more = new LinkedHashMap<>(headers);
    more.put(header, value);
    return new GatewayResponse(status, mediaType, body, more, lost);
  }
}
