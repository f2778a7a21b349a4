package eu.callorders.gatewaykit;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.call.Disposition;
import eu.callorders.core.telephony.CallOrigin;
import eu.callorders.core.telephony.PlaceCall;
import eu.callorders.core.telephony.Simulate;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The document of {@link PlaceCall}: the members of its origin are members of the call. */
public final class PlaceCallDocument {
  private static final int MAX_HISTORY = 1000;
  private static final int MAX_FORCED_ATTEMPTS = 100;
  private static final List<String> AFTER_RECORDING =
      List.of("transcript", "environment", "not_after", "tenant_time", "simulate");

  private PlaceCallDocument() {}

  private record Recording(boolean recording) {}

  /** Gateways store digests of it, so that the order of the members matters. */
  public static ObjectNode write(PlaceCall call) {
    ObjectNode document = GatewayJson.write(call).put("recording", false);
    for (String name : AFTER_RECORDING) {
      JsonNode value = document.remove(name);
      if (value != null) {
        document.set(name, value);
      }
    }
    return withOrigin(document, call.origin());
  }

  /** Throws {@link MalformedDocumentException}. */
  public static PlaceCall read(@Nullable JsonNode document) {
    PlaceCall call = GatewayJson.read(document, PlaceCall.class);
    if (GatewayJson.read(document, Recording.class).recording()) {
      throw new MalformedDocumentException("/recording", "is not false");
    }
    requireSize(call.briefing().history(), MAX_HISTORY, "/briefing/history");
    if (call.simulate() != null) {
      check(call.simulate());
    }
    return call.withOrigin(origin(document, ""));
  }

  private static void check(Simulate simulate) {
    requireSize(simulate.attempts(), MAX_FORCED_ATTEMPTS, "/simulate/attempts");
    int canceled = simulate.attempts().indexOf(Disposition.CANCELED);
    if (canceled >= 0) {
      throw new MalformedDocumentException("/simulate/attempts/" + canceled, "cannot be forced");
    }
  }

  static void requireSize(List<?> items, int max, String pointer) {
    if (items.size() > max) {
      throw new MalformedDocumentException(pointer, "has more than " + max + " items");
    }
  }

  /** Adds the members of an origin, if any. */
  static ObjectNode withOrigin(ObjectNode document, @Nullable CallOrigin origin) {
    return origin == null ? document : document.setAll(GatewayJson.write(origin));
  }

  /** Null without any of its members. */
  static @Nullable CallOrigin origin(@Nullable JsonNode document, String pointer) {
    return document != null && Stream.of("deployment", "era", "context").anyMatch(document::has)
        ? GatewayJson.read(document, pointer, CallOrigin.class)
        : null;
  }
}
