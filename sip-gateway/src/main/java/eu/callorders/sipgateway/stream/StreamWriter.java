package eu.callorders.sipgateway.stream;

import eu.callorders.gatewaykit.GatewayJson;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Writes the messages to an agent, in the form of Twilio Media Streams. */
public final class StreamWriter {
  private static final Map<String, Object> FORMAT =
      Map.of("encoding", "audio/x-mulaw", "sampleRate", 8000, "channels", 1);
  private static final int SAMPLES_PER_MILLI = 8;

  private final String streamId;
  private final String attemptId;
  private int sequence;
  private int chunk;
  private long samples;

  /**
   * @param streamId names the connection
   * @param attemptId the call, as the agent interface names it
   */
  public StreamWriter(String streamId, String attemptId) {
    this.streamId = streamId;
    this.attemptId = attemptId;
  }

  /** The first message of the connection. */
  public String connected() {
    return text(Map.of("event", "connected", "protocol", "Call", "version", "1.0.0"));
  }

  /** The disclosure was spoken: the agent may speak now. */
  public String start() {
    return event(
        "start",
        Map.of(
            "streamSid",
            streamId,
            "callSid",
            attemptId,
            "tracks",
            List.of("inbound"),
            "mediaFormat",
            FORMAT,
            "customParameters",
            Map.of("attempt_id", attemptId)));
  }

  /**
   * Sound of the person.
   *
   * @param encoded µ-law of 8 kHz
   */
  public String media(byte[] encoded) {
    chunk++;
    String timestamp = Long.toString(samples / SAMPLES_PER_MILLI);
    samples += encoded.length;
    return event(
        "media",
        Map.of(
            "track",
            "inbound",
            "chunk",
            Integer.toString(chunk),
            "timestamp",
            timestamp,
            "payload",
            Base64.getEncoder().encodeToString(encoded)));
  }

  public String dtmf(char key) {
    return event("dtmf", Map.of("track", "inbound_track", "digit", String.valueOf(key)));
  }

  public String mark(String name) {
    return event("mark", Map.of("name", name));
  }

  /** The call has ended. */
  public String stop() {
    return event("stop", Map.of("callSid", attemptId));
  }

  private String event(String name, Map<String, Object> content) {
    sequence++;
    Map<String, Object> message = new LinkedHashMap<>();
    message.put("event", name);
    message.put("sequenceNumber", Integer.toString(sequence));
    message.put("streamSid", streamId);
    message.put(name, content);
    return text(message);
  }

  private static String text(Map<String, ?> message) {
    return new String(GatewayJson.bytes(message), StandardCharsets.UTF_8);
  }
}
