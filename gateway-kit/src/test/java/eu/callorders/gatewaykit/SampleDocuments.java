package eu.callorders.gatewaykit;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.BigIntegerNode;
import com.fasterxml.jackson.databind.node.BinaryNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.DoubleNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import eu.callorders.core.call.Cause;
import eu.callorders.core.call.Disposition;
import eu.callorders.core.call.PhoneNumber;
import eu.callorders.core.telephony.Briefing;
import eu.callorders.core.telephony.CallOrigin;
import eu.callorders.core.telephony.EraRequest;
import eu.callorders.core.telephony.GatewayEvent;
import eu.callorders.core.telephony.PlaceCall;
import eu.callorders.core.telephony.Simulate;
import eu.callorders.core.telephony.SimulatedOutcome;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;

/** One sample of each document with every member, and the smallest placing. */
final class SampleDocuments {
  static final UUID ATTEMPT = UUID.fromString("019aa0f2-7c00-7000-8000-000000000001");
  static final Instant AT = Instant.parse("2026-11-20T09:30:00.123456Z");

  private SampleDocuments() {}

  static PlaceCall fullCall() {
    return new PlaceCall(
        ATTEMPT,
        new UUID(1, 2),
        new UUID(3, 4),
        2,
        new PhoneNumber("+493023125021"),
        new PhoneNumber("+493023125000"),
        new PlaceCall.Agent("payment_reminder", 3, "Remind", "Good day", "friendly", "anna"),
        "de-DE",
        new Briefing(
            "Erika",
            "Muster",
            "Frau",
            "1980-05-03",
            "10115",
            Map.of("outstanding", Map.of("value", "12.50", "currency", "EUR")),
            List.of(Map.of("kind", "letter", "at", "2026-10-01")),
            Map.of("share", new BigDecimal("0.10"), "tags", List.of("a", 1L, true)),
            Map.of("max_installments", 6L),
            "rings twice",
            "date_of_birth"),
        "Hier spricht eine KI.",
        Duration.ofSeconds(30),
        Duration.ofMinutes(15),
        true,
        "sandbox",
        AT,
        AT.plusSeconds(1_000_000),
        new Simulate(
            new SimulatedOutcome(
                "payment_promised", "subject_reached", "completed", "agent", Map.of("a", 1L)),
            List.of(Disposition.NO_ANSWER, Disposition.ANSWERED),
            new Simulate.Delays(Duration.ofMillis(1), Duration.ofMillis(2), Duration.ZERO)),
        new CallOrigin(new UUID(5, 6), new UUID(7, 8), "Zm9v-_"));
  }

  static PlaceCall bareCall() {
    return new PlaceCall(
        ATTEMPT,
        new UUID(1, 2),
        new UUID(3, 4),
        1,
        new PhoneNumber("+493023125021"),
        new PhoneNumber("+493023125000"),
        new PlaceCall.Agent("payment_reminder", 1, "Remind", null, null, null),
        "en",
        new Briefing(
            null, "Muster", null, null, null, Map.of(), List.of(), Map.of(), Map.of(), null,
            "name"),
        "This is an AI.",
        Duration.ofSeconds(30),
        Duration.ofMinutes(15),
        false,
        "live",
        Instant.parse("2026-11-20T09:30:00Z"),
        null,
        null,
        null);
  }

  static List<GatewayEvent> events() {
    return List.of(
        new GatewayEvent.Accepted(header(1), null),
        new GatewayEvent.Ringing(header(2)),
        new GatewayEvent.Answered(header(3)),
        new GatewayEvent.Objection(header(4), "voice"),
        new GatewayEvent.Ended(header(5), Disposition.ANSWERED, Cause.NORMAL, "agent", AT, AT),
        new GatewayEvent.Ended(
            header(6),
            Disposition.BUSY,
            Cause.DECLINED,
            null,
            null,
            AT,
            new GatewayEvent.NetworkCause(603, 21, "declined")),
        new GatewayEvent.Turns(
            header(7), "de-DE", true, List.of(new GatewayEvent.Turn(0, "subject", 0, 10, "Ja"))),
        new GatewayEvent.Report(header(8), Map.of("summary_code", "refused")),
        new GatewayEvent.Disclosed(header(9), "0f".repeat(32)));
  }

  static GatewayEvent.Header header(long sequence) {
    return new GatewayEvent.Header(ATTEMPT + "-" + sequence, ATTEMPT, "ref-1", sequence, AT);
  }

  static EraRequest era() {
    return new EraRequest(
        new UUID(1, 2), 32_767, new UUID(3, 4), new UUID(5, 6), new UUID(7, 8), true);
  }

  /** Maps, lists and scalars as a tree. */
  static JsonNode json(@Nullable Object value) {
    return switch (value) {
      case Map<?, ?> map -> {
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        map.forEach((name, member) -> object.set(String.valueOf(name), json(member)));
        yield object;
      }
      case List<?> list -> {
        ArrayNode array = JsonNodeFactory.instance.arrayNode();
        list.forEach(item -> array.add(json(item)));
        yield array;
      }
      case null -> NullNode.getInstance();
      case JsonNode tree -> tree;
      case String text -> TextNode.valueOf(text);
      case Boolean bool -> BooleanNode.valueOf(bool);
      case Integer number -> IntNode.valueOf(number);
      case Long number -> LongNode.valueOf(number);
      case Double number -> DoubleNode.valueOf(number);
      case BigInteger number -> BigIntegerNode.valueOf(number);
      case BigDecimal number -> DecimalNode.valueOf(number);
      case byte[] bytes -> BinaryNode.valueOf(bytes);
      default -> throw new IllegalArgumentException("no JSON: " + value);
    };
  }

  static MalformedDocumentException fault(ThrowingCallable reading) {
    List<MalformedDocumentException> caught = new ArrayList<>();
    assertThatThrownBy(reading)
        .isInstanceOfSatisfying(MalformedDocumentException.class, caught::add);
    return caught.getFirst();
  }
}
