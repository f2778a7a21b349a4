package eu.callorders.sipgateway.stream;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.gatewaykit.GatewayJson;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A message of an agent, in the form of Twilio Media Streams. */
public sealed interface StreamMessage {
  int MAX_LENGTH = 256 * 1024;
  int MAX_NAME = 100;

  /**
   * Sound to speak.
   *
   * @param encoded µ-law of 8 kHz
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Media(byte[] encoded) implements StreamMessage {}

  /** To be sent back when everything before it has been spoken. */
  record Mark(String name) implements StreamMessage {}

  /** Stops what is being spoken. */
  record Clear() implements StreamMessage {}

  /** Empty for a message that is malformed or has another event. */
  static Optional<StreamMessage> parse(String text) {
    if (text.length() > MAX_LENGTH) {
      return Optional.empty();
    }
    try {
      JsonNode message = GatewayJson.parse(text.getBytes(StandardCharsets.UTF_8));
      return switch (message.path("event").asText()) {
        case "media" -> media(message.path("media").path("payload").textValue());
        case "mark" -> mark(message.path("mark").path("name").textValue());
        case "clear" -> Optional.of(new Clear());
        default -> Optional.empty();
      };
    } catch (IOException malformed) {
      return Optional.empty();
    }
  }

  private static Optional<StreamMessage> media(@Nullable String payload) {
    try {
      return Optional.ofNullable(payload)
          .map(encoded -> new Media(Base64.getDecoder().decode(encoded)));
    } catch (IllegalArgumentException malformed) {
      return Optional.empty();
    }
  }

  private static Optional<StreamMessage> mark(@Nullable String name) {
    return Optional.ofNullable(name).filter(text -> text.length() <= MAX_NAME).map(Mark::new);
  }
}
