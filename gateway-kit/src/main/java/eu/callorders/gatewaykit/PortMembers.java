package eu.callorders.gatewaykit;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import eu.callorders.core.id.IdKind;
import eu.callorders.core.telephony.Briefing;
import eu.callorders.core.telephony.CallOrigin;
import eu.callorders.core.telephony.Capabilities;
import eu.callorders.core.telephony.EraQueryResult;
import eu.callorders.core.telephony.EraRequest;
import eu.callorders.core.telephony.GatewayEvent;
import eu.callorders.core.telephony.GatewayHealth;
import eu.callorders.core.telephony.PlaceCall;
import eu.callorders.core.telephony.PlaceResult;
import eu.callorders.core.telephony.Simulate;
import eu.callorders.core.telephony.SimulatedOutcome;
import eu.callorders.gatewaykit.Bound.Matching;
import eu.callorders.gatewaykit.Bound.PublicId;
import eu.callorders.gatewaykit.Bound.Range;
import eu.callorders.gatewaykit.Bound.Seconds;
import eu.callorders.gatewaykit.Bound.Text;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;

/** Names and bounds of members of the port's records, as Jackson mix-ins: core knows no JSON. */
final class PortMembers {
  static final int MAX_REF = 255;
  static final int MAX_WORD = 100;
  static final int MAX_ATTEMPTS = 1_000_000;

  static final Map<Class<?>, Class<?>> MIX_INS =
      Map.ofEntries(
          Map.entry(PlaceCall.class, PlaceCallMembers.class),
          Map.entry(PlaceCall.Agent.class, AgentMembers.class),
          Map.entry(Briefing.class, BriefingMembers.class),
          Map.entry(SimulatedOutcome.class, OutcomeMembers.class),
          Map.entry(Simulate.Delays.class, DelaysMembers.class),
          Map.entry(CallOrigin.class, OriginMembers.class),
          Map.entry(PlaceResult.Accepted.class, AcceptedMembers.class),
          Map.entry(EraRequest.class, EraRequestMembers.class),
          Map.entry(EraQueryResult.Found.class, EraMembers.class),
          Map.entry(GatewayHealth.class, HealthMembers.class),
          Map.entry(Capabilities.class, CapabilitiesMembers.class),
          Map.entry(GatewayEvent.Header.class, HeaderMembers.class),
          Map.entry(GatewayEvent.Turn.class, TurnMembers.class));

  private static final int SHORT = 200;
  private static final int LONG = 20_000;
  private static final int MAX_RING_MS = 10 * 60_000;
  private static final int MAX_CALL_MS = 24 * 3_600_000;

  private PortMembers() {}

  private record PlaceCallMembers(
      @PublicId(IdKind.CALL) UUID attemptId,
      @PublicId(IdKind.ORDER) @JsonProperty("call_order_id") UUID orderId,
      @PublicId(IdKind.TENANT) UUID tenantId,
      @Range(min = 1, max = MAX_ATTEMPTS) @JsonProperty("attempt") int attemptNumber,
      @Matching(pattern = "[A-Za-z]{1,8}(-[A-Za-z0-9]{1,8}){0,8}", fault = "is not a language tag")
          String locale,
      @Text(max = LONG) String disclosure,
      @Range(max = MAX_RING_MS) @JsonProperty("ring_timeout_ms") Duration ringTimeout,
      @Range(max = MAX_CALL_MS) @JsonProperty("max_duration_ms") Duration maxDuration,
      @Matching(pattern = "live|sandbox", fault = "is not live or sandbox") String environment,
      @JsonIgnore CallOrigin origin) {}

  private record AgentMembers(
      @Text(max = SHORT) String orderType,
      @Range(min = 1, max = Integer.MAX_VALUE) int version,
      @Text(max = LONG) String objective,
      @Text(max = LONG) String opening,
      @Text(max = LONG) String persona,
      @Text(max = SHORT) String voice) {}

  private record BriefingMembers(
      @Text(max = LONG) String givenName,
      @Text(max = LONG) String familyName,
      @Text(max = LONG) String salutation,
      @Text(max = SHORT) String dateOfBirth,
      @Text(max = SHORT) String postalCode,
      @Text(max = LONG) String notes,
      @Text(max = SHORT) String verificationMode) {}

  private record OutcomeMembers(
      @Text(max = MAX_WORD) String summaryCode,
      @Text(max = MAX_WORD) String reachability,
      @Text(max = MAX_WORD) String engagement,
      @Text(max = MAX_WORD) String terminationActor) {}

  private record DelaysMembers(
      @Range(max = MAX_RING_MS) @JsonProperty("ring_ms") Duration ring,
      @Range(max = MAX_RING_MS) @JsonProperty("talk_ms") Duration talk,
      @Range(max = MAX_RING_MS) @JsonProperty("report_ms") Duration report) {}

  private record OriginMembers(
      @Matching(
              pattern = "[A-Za-z0-9_-]{1,1024}",
              fault = "is not 1 to 1024 characters of base64url")
          String context) {}

  private record AcceptedMembers(@Text(max = MAX_REF) String gatewayRef) {}

  private record EraRequestMembers(
      @Range(max = EraRequest.MAX_NUMBER) int number,
      @JsonProperty(defaultValue = "false") boolean takeOver) {}

  private record EraMembers(
      @Range(max = EraRequest.MAX_NUMBER) int number,
      @JsonProperty("heard_at") Instant lastSeenAt) {}

  private record HealthMembers(
      @JsonProperty("status") GatewayHealth.State state,
      @Range(max = Integer.MAX_VALUE) Integer freeChannels,
      @Seconds @Range(max = RetryAfter.MAX_SECONDS) Duration retryAfter) {}

  private record CapabilitiesMembers(
      @JsonProperty(defaultValue = "false") boolean recovery,
      @JsonProperty(defaultValue = "false") boolean disclosure) {}

  private record HeaderMembers(
      @Text(max = MAX_REF) String eventId,
      @PublicId(IdKind.CALL) UUID attemptId,
      @Text(max = MAX_REF) String gatewayRef,
      @Range(max = Long.MAX_VALUE) long sequence) {}

  private record TurnMembers(
      @Range(max = GatewayEventDocument.MAX_TURNS) int index,
      @Matching(
              pattern = "agent|subject|third_party|system|unknown",
              fault = "is none of its values")
          String speaker,
      @Range(max = Integer.MAX_VALUE) long startMs,
      @Range(max = Integer.MAX_VALUE) long endMs,
      @Text(max = GatewayEventDocument.MAX_TEXT, sanitized = true) String text) {}
}
