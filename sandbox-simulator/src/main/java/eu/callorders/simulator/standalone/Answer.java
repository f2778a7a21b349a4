package eu.callorders.simulator.standalone;

import eu.callorders.core.telephony.wire.GatewayProblem;
import io.vertx.core.buffer.Buffer;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What goes back to whoever asked.
 *
 * @param body empty for none
 * @param lost nothing goes back at all: the connection is closed
 */
record Answer(
    int status, String mediaType, Buffer body, Map<String, String> headers, boolean lost) {
  static final Answer LOST = new Answer(0, "", Buffer.buffer(), Map.of(), true);

  static Answer json(int status, Map<String, Object> body) {
    return json(status, Buffer.buffer(Json.write(body)));
  }

  static Answer json(int status, Buffer body) {
    return new Answer(status, "application/json", body, Map.of(), false);
  }

  static Answer nothing(int status) {
    return new Answer(status, "", Buffer.buffer(), Map.of(), false);
  }

  static Answer problem(int status, String code, String detail) {
    return problem(status, GatewayProblem.body(status, code, detail));
  }

  static Answer problem(int status, Map<String, Object> body) {
    return new Answer(
        status, GatewayProblem.MEDIA_TYPE, Buffer.buffer(Json.write(body)), Map.of(), false);
  }

  static Answer internalError() {
    return problem(500, "internal_error", "Something went wrong here.");
  }

  Answer with(String header, String value) {
    Map<String, String> more = new LinkedHashMap<>(headers);
    more.put(header, value);
    return new Answer(status, mediaType, body, more, lost);
  }
}
