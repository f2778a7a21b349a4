package eu.callorders.sipgateway.stream;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.core.call.Engagement;
import eu.callorders.core.call.Reachability;
import eu.callorders.core.call.SummaryCode;
import eu.callorders.core.telephony.GatewayEvent.Turn;
import eu.callorders.gatewaykit.GatewayJson;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A request body of the agent interface. Untrusted. */
public final class AgentDocument {
  private static final int MAX_ID = 128;
  private static final int MAX_TURNS = 1000;
  private static final int MAX_TEXT = 10_000;
  private static final int MAX_SUMMARY = 500;
  private static final int MAX_LANGUAGE = 35;
  private static final long MAX_MILLIS = 86_400_000;
  private static final String EVENT_ID = "event_id";
  private static final Set<String> SPEAKERS =
      Set.of("agent", "subject", "third_party", "system", "unknown");
  private static final Set<String> REPORT =
      Set.of(
          EVENT_ID,
          "summary_code",
          "reachability",
          "engagement",
          "identity_confirmed",
          "language",
          "summary",
          "findings");

  private final JsonNode body;

  /** The body is invalid; the message says where and why. */
  public static final class InvalidDocumentException extends Exception {
    private static final long serialVersionUID = 1L;

    private final String pointer;

    InvalidDocumentException(String pointer, String fault) {
      super(fault);
      this.pointer = pointer;
    }

    public String pointer() {
      return pointer;
    }
  }

  private AgentDocument(JsonNode body) {
    this.body = body;
  }

  public static AgentDocument parse(byte[] text) throws InvalidDocumentException {
    try {
      JsonNode body = GatewayJson.parse(text);
      if (body == null || !body.isObject()) {
        throw new InvalidDocumentException("", "is no object");
      }
      return new AgentDocument(body);
    } catch (IOException malformed) {
      throw new InvalidDocumentException("", "is no JSON");
    }
  }

  /** Identifies repeated requests. */
  public String eventId() throws InvalidDocumentException {
    return required(body, "", EVENT_ID, MAX_ID);
  }

  /** Whether no part of the transcript is missing. */
  public boolean complete() throws InvalidDocumentException {
    return body.has("complete") && flag("complete");
  }

  /** How many turns it has; they may be invalid. */
  public int turnCount() {
    return body.path("turns").size();
  }

  /** The turns of a transcript. */
  public List<Turn> turns() throws InvalidDocumentException {
    JsonNode items = body.path("turns");
    if (!items.isArray() || items.isEmpty() || items.size() > MAX_TURNS) {
      throw new InvalidDocumentException("/turns", "is no array of 1 to " + MAX_TURNS + " items");
    }
    List<Turn> turns = new ArrayList<>();
    for (int i = 0; i < items.size(); i++) {
      JsonNode item = items.get(i);
      String at = "/turns/" + i;
      String speaker = required(item, at, "speaker", MAX_ID);
      if (!SPEAKERS.contains(speaker)) {
        throw new InvalidDocumentException(at + "/speaker", "is none of " + SPEAKERS);
      }
      long start = millis(item, at, "start_ms");
      long end = millis(item, at, "end_ms");
      if (end < start) {
        throw new InvalidDocumentException(at + "/end_ms", "is before start_ms");
      }
      turns.add(new Turn(i, speaker, start, end, required(item, at, "text", MAX_TEXT)));
    }
    return turns;
  }

  /**
   * The report, in the shape of the gateway protocol.
   *
   * @param disclosed whether the gateway has spoken the disclosure to its end
   * @param language of the disclosure, unless the report names another one
   */
  public Map<String, Object> report(boolean disclosed, String language)
      throws InvalidDocumentException {
    for (String name : (Iterable<String>) body::fieldNames) {
      if (!REPORT.contains(name)) {
        throw new InvalidDocumentException("/" + name, "is no member of a report");
      }
    }
    SummaryCode summary =
        choice(SummaryCode.values(), required(body, "", "summary_code", MAX_ID), "/summary_code");
    if (!summary.isConversation()) {
      throw new InvalidDocumentException("/summary_code", "is none of its values");
    }
    SummaryCode.Defaults defaults = summary.defaults();
    Map<String, Object> report = new LinkedHashMap<>();
    report.put("summary_code", summary.wire());
    String reachability = optional("reachability", MAX_ID);
    report.put(
        "reachability",
        (reachability == null
                ? defaults.reachability()
                : choice(Reachability.values(), reachability, "/reachability"))
            .wire());
    String engagement = optional("engagement", MAX_ID);
    report.put(
        "engagement",
        (engagement == null
                ? defaults.engagement()
                : choice(Engagement.values(), engagement, "/engagement"))
            .wire());
    report.put("identity_confirmed", flag("identity_confirmed"));
    report.put("ai_disclosed", disclosed);
    String spoken = optional("language", MAX_LANGUAGE);
    report.put("language", spoken == null ? language : spoken);
    String text = optional("summary", MAX_SUMMARY);
    if (text != null) {
      report.put("summary", text);
    }
    report.put("findings", findings());
    return report;
  }

  private Map<String, Object> findings() throws InvalidDocumentException {
    JsonNode findings = body.path("findings");
    if (findings.isMissingNode()) {
      return Map.of();
    }
    if (!findings.isObject()) {
      throw new InvalidDocumentException("/findings", "is no object");
    }
    return GatewayJson.read(body, Findings.class).findings();
  }

  /** Binds the free object. */
  private record Findings(Map<String, Object> findings) {}

  private boolean flag(String name) throws InvalidDocumentException {
    JsonNode value = body.path(name);
    if (!value.isBoolean()) {
      throw new InvalidDocumentException("/" + name, "is no boolean");
    }
    return value.booleanValue();
  }

  private @Nullable String optional(String name, int max) throws InvalidDocumentException {
    return body.has(name) ? required(body, "", name, max) : null;
  }

  private static String required(JsonNode object, String at, String name, int max)
      throws InvalidDocumentException {
    String text = object.path(name).textValue();
    if (text == null || text.isEmpty() || text.length() > max || text.indexOf('\0') >= 0) {
      throw new InvalidDocumentException(
          at + "/" + name, "is no string of 1 to " + max + " characters");
    }
    return text;
  }

  private static long millis(JsonNode object, String at, String name)
      throws InvalidDocumentException {
    JsonNode value = object.path(name);
    if (!value.isIntegralNumber() || value.longValue() < 0 || value.longValue() > MAX_MILLIS) {
      throw new InvalidDocumentException(at + "/" + name, "is no integer of milliseconds");
    }
    return value.longValue();
  }

  private static <E extends Enum<E>> E choice(E[] values, String wire, String pointer)
      throws InvalidDocumentException {
    for (E value : values) {
      if (value.name().equalsIgnoreCase(wire) && wire.equals(wire.toLowerCase(Locale.ROOT))) {
        return value;
      }
    }
    throw new InvalidDocumentException(pointer, "is none of its values");
  }
}
