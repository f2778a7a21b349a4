package eu.callorders.server.webhook.delivery;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.server.json.Json;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import org.jspecify.annotations.Nullable;

/** The response to a verification: {@code {"challenge": "<the same>"}}. */
final class ChallengeResponse {
  private ChallengeResponse() {}

  static boolean matches(Buffer body, @Nullable String challenge) {
    try {
      JsonNode actual = Json.mapper().readTree(body.getBytes()).path("challenge");
      return challenge != null
          && actual.isTextual()
          && MessageDigest.isEqual(bytes(actual.asText()), bytes(challenge));
    } catch (IOException noJson) {
      return false;
    }
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
