package eu.callorders.core.telephony.wire;

import eu.callorders.core.id.IdKind;
import eu.callorders.core.telephony.Briefing;
import eu.callorders.core.telephony.PlaceCall;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The document of {@link PlaceCall}. */
public final class PlaceCallDocument {
  private static final Pattern E164 = Pattern.compile("\\+[1-9][0-9]{1,14}");
  private static final Pattern ENVIRONMENT = Pattern.compile("live|sandbox");
  private static final Pattern LANGUAGE = Pattern.compile("[A-Za-z]{1,8}(-[A-Za-z0-9]{1,8}){0,8}");
  private static final Duration MAX_RING = Duration.ofMinutes(10);
  private static final Duration MAX_CALL = Duration.ofHours(24);
  private static final int SHORT = 200;
  private static final int LONG = 20_000;
  private static final int MAX_HISTORY = 1000;

  private PlaceCallDocument() {}

  public static Map<String, Object> write(PlaceCall call) {
    ObjectBuilder node =
        new ObjectBuilder()
            .with("attempt_id", IdKind.CALL.format(call.attemptId()))
            .with("call_order_id", IdKind.ORDER.format(call.orderId()))
            .with("tenant_id", IdKind.TENANT.format(call.tenantId()))
            .with("attempt", call.attemptNumber())
            .with("to", call.to())
            .with("from", call.from())
            .with("agent", agent(call.agent()))
            .with("locale", call.locale())
            .with("briefing", briefing(call.briefing()))
            .with("disclosure", call.disclosure())
            .with("ring_timeout_ms", call.ringTimeout().toMillis())
            .with("max_duration_ms", call.maxDuration().toMillis())
            .with("recording", false)
            .with("transcript", call.transcript())
            .with("environment", call.environment())
            .with("not_after", Rfc3339Timestamps.write(call.notAfter()))
            .with(
                "simulate",
                call.simulate() == null ? null : SimulateDocument.write(call.simulate()));
    CallOriginDocument.write(node, call.origin());
    return node.build();
  }

  /** Throws {@link MalformedDocumentException}. */
  public static PlaceCall read(@Nullable Object tree) {
    ObjectReader members = ObjectReader.of(tree);
    if (members.bool("recording")) {
      throw members.fault("recording", "is not false");
    }
    return new PlaceCall(
        members.id("attempt_id", IdKind.CALL),
        members.id("call_order_id", IdKind.ORDER),
        members.id("tenant_id", IdKind.TENANT),
        members.smallInteger("attempt", 1, 1_000_000),
        members.matching("to", E164, "an E.164 number"),
        members.matching("from", E164, "an E.164 number"),
        agent(members.object("agent")),
        members.matching("locale", LANGUAGE, "a language tag"),
        briefing(members.object("briefing")),
        members.text("disclosure", LONG),
        members.milliseconds("ring_timeout_ms", MAX_RING),
        members.milliseconds("max_duration_ms", MAX_CALL),
        members.bool("transcript"),
        members.matching("environment", ENVIRONMENT, "live or sandbox"),
        members.instant("not_after"),
        SimulateDocument.read(members.optionalObject("simulate")),
        CallOriginDocument.read(members));
  }

  private static Map<String, Object> agent(PlaceCall.Agent agent) {
    return new ObjectBuilder()
        .with("order_type", agent.orderType())
        .with("version", agent.version())
        .with("objective", agent.objective())
        .with("opening", agent.opening())
        .with("persona", agent.persona())
        .with("voice", agent.voice())
        .build();
  }

  private static PlaceCall.Agent agent(ObjectReader agent) {
    return new PlaceCall.Agent(
        agent.text("order_type", SHORT),
        agent.smallInteger("version", 1, Integer.MAX_VALUE),
        agent.text("objective", LONG),
        agent.optionalText("opening", LONG),
        agent.optionalText("persona", LONG),
        agent.optionalText("voice", SHORT));
  }

  private static Map<String, Object> briefing(Briefing briefing) {
    return new ObjectBuilder()
        .with("given_name", briefing.givenName())
        .with("family_name", briefing.familyName())
        .with("salutation", briefing.salutation())
        .with("date_of_birth", briefing.dateOfBirth())
        .with("postal_code", briefing.postalCode())
        .with("claim", briefing.claim())
        .with("history", briefing.history())
        .with("variables", briefing.variables())
        .with("negotiation", briefing.negotiation())
        .with("notes", briefing.notes())
        .with("verification_mode", briefing.verificationMode())
        .build();
  }

  private static Briefing briefing(ObjectReader briefing) {
    List<Map<String, Object>> history =
        briefing.array("history", MAX_HISTORY, ValueReader::freeForm);
    return new Briefing(
        briefing.optionalText("given_name", LONG),
        briefing.text("family_name", LONG),
        briefing.optionalText("salutation", LONG),
        briefing.optionalText("date_of_birth", SHORT),
        briefing.optionalText("postal_code", SHORT),
        briefing.freeForm("claim"),
        history,
        briefing.freeForm("variables"),
        briefing.freeForm("negotiation"),
        briefing.optionalText("notes", LONG),
        briefing.text("verification_mode", SHORT));
  }
}
