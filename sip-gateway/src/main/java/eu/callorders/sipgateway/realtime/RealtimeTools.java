package eu.callorders.sipgateway.realtime;

import com.openai.core.JsonValue;
import com.openai.models.realtime.RealtimeFunctionTool;
import eu.callorders.core.call.Engagement;
import eu.callorders.core.call.Reachability;
import eu.callorders.core.call.SummaryCode;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** The functions that a model may call. */
public final class RealtimeTools {
  public static final String OBJECTION = "objection";
  public static final String VOICEMAIL = "voicemail";
  public static final String HANG_UP = "hang_up";
  public static final String REPORT = "report";

  private static final Map<String, Object> NOTHING =
      Map.of("type", "object", "properties", Map.of(), "additionalProperties", false);
  private static final int MAX_SUMMARY = 500;

  private RealtimeTools() {}

  static List<RealtimeFunctionTool> all() {
    return List.of(
        tool(OBJECTION, "The person does not want to be called any more.", NOTHING),
        tool(VOICEMAIL, "A machine has answered, no person. Ends the call.", NOTHING),
        tool(HANG_UP, "Ends the call when everything is spoken.", NOTHING),
        tool(REPORT, "Reports how the conversation went. Once, before hang_up.", report()));
  }

  private static RealtimeFunctionTool tool(
      String name, String description, Map<String, Object> parameters) {
    return RealtimeFunctionTool.builder()
        .type(RealtimeFunctionTool.Type.FUNCTION)
        .name(name)
        .description(description)
        .parameters(JsonValue.from(parameters))
        .build();
  }

  private static Map<String, Object> report() {
    List<String> summaries =
        Arrays.stream(SummaryCode.values())
            .filter(SummaryCode::isConversation)
            .map(SummaryCode::wire)
            .toList();
    return Map.of(
        "type",
        "object",
        "required",
        List.of("summary_code", "identity_confirmed"),
        "additionalProperties",
        false,
        "properties",
        Map.of(
            "summary_code",
            choice(summaries, "The first that applies."),
            "reachability",
            choice(
                Arrays.stream(Reachability.values()).map(Reachability::wire).toList(),
                "Who spoke."),
            "engagement",
            choice(
                Arrays.stream(Engagement.values()).map(Engagement::wire).toList(),
                "How far the conversation went."),
            "identity_confirmed",
            Map.of("type", "boolean", "description", "The identity was verified as instructed."),
            "language",
            Map.of("type", "string", "description", "BCP 47."),
            "summary",
            Map.of("type", "string", "maxLength", MAX_SUMMARY),
            "findings",
            Map.of("type", "object", "properties", findings())));
  }

  private static Map<String, Object> findings() {
    Map<String, Object> amount =
        object(Map.of("value", text("Decimal, such as 120.50"), "currency", text("ISO 4217")));
    return Map.of(
        "payment_promise",
        object(Map.of("amount", amount, "on", text("Date"))),
        "payment_claim",
        object(Map.of("amount", amount, "paid_on", text("Date"))),
        "dispute",
        object(Map.of("ground", text("Short"), "statement", text("The person's words"))),
        "callback",
        object(Map.of("from", text("RFC 3339"), "to", text("RFC 3339"))),
        "wishes",
        object(
            Map.of(
                "installments",
                object(
                    Map.of(
                        "amount", amount, "interval", text("ISO 8601"), "first_on", text("Date"))),
                "settlement",
                object(Map.of("amount", amount, "pay_by", text("Date"))))));
  }

  private static Map<String, Object> object(Map<String, Object> properties) {
    return Map.of("type", "object", "properties", properties);
  }

  private static Map<String, Object> text(String description) {
    return Map.of("type", "string", "description", description);
  }

  private static Map<String, Object> choice(List<String> values, String description) {
    return Map.of("type", "string", "enum", values, "description", description);
  }
}
