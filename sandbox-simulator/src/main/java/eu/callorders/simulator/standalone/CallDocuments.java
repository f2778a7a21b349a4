package eu.callorders.simulator.standalone;

import eu.callorders.core.id.IdKind;
import eu.callorders.core.telephony.GatewayEvent;
import eu.callorders.core.telephony.PlaceCall;
import eu.callorders.core.telephony.PlaceResult;
import eu.callorders.core.telephony.PlaceResult.RefusalReason;
import eu.callorders.core.telephony.wire.GatewayEventDocument;
import eu.callorders.core.telephony.wire.PlaceCallDocument;
import eu.callorders.simulator.gateway.CallProgress;
import eu.callorders.simulator.gateway.CallRegistry;
import eu.callorders.simulator.gateway.PlacedCall;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The JSON documents of the store: result, placing and progress of a call. */
final class CallDocuments {
  private CallDocuments() {}

  /** Distinguishes requests under one attempt id. */
  static String fingerprint(PlaceCall call) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(Json.write(PlaceCallDocument.write(call)));
      return Base64.getUrlEncoder().withoutPadding().encodeToString(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  /**
   * The result of placing an attempt.
   *
   * @param hasCall whether its events are available: not when refused or erased
   */
  record StoredResult(
      PlaceResult result, String fingerprint, boolean hasCall, UUID orderId, UUID tenantId) {
    static StoredResult of(PlaceResult answer, PlaceCall call, boolean taken) {
      return new StoredResult(
          answer, CallDocuments.fingerprint(call), taken, call.orderId(), call.tenantId());
    }

    StoredResult erased() {
      return new StoredResult(result, fingerprint, false, orderId, tenantId);
    }

    GatewayEvent.Forgotten erasureEvent(UUID attemptId, Instant at) {
      String ref = result instanceof PlaceResult.Accepted accepted ? accepted.gatewayRef() : "";
      return new CallRegistry.Owner(orderId, tenantId).erasureEvent(attemptId, ref, at);
    }

    byte[] write() {
      Map<String, Object> tree = new LinkedHashMap<>();
      tree.put("fingerprint", fingerprint);
      tree.put("call", hasCall);
      tree.put("call_order_id", orderId.toString());
      tree.put("tenant_id", tenantId.toString());
      if (result instanceof PlaceResult.Accepted(String ref)) {
        tree.put("gateway_ref", ref);
      } else if (result instanceof PlaceResult.Refused refused) {
        tree.put("refused", refused.code().name());
        if (refused.retryAfter() != null) {
          tree.put("retry_after_ms", refused.retryAfter().toMillis());
        }
      }
      return Json.write(tree);
    }

    static StoredResult read(byte[] document) {
      Map<?, ?> tree = Json.readStored(document);
      return new StoredResult(
          result(tree),
          String.valueOf(tree.get("fingerprint")),
          Boolean.TRUE.equals(tree.get("call")),
          UUID.fromString(String.valueOf(tree.get("call_order_id"))),
          UUID.fromString(String.valueOf(tree.get("tenant_id"))));
    }

    private static PlaceResult result(Map<?, ?> tree) {
      return tree.get("refused") instanceof String code
          ? new PlaceResult.Refused(RefusalReason.valueOf(code), retryAfter(tree))
          : new PlaceResult.Accepted(String.valueOf(tree.get("gateway_ref")));
    }

    private static @Nullable Duration retryAfter(Map<?, ?> tree) {
      return tree.get("retry_after_ms") instanceof Number millis
          ? Duration.ofMillis(millis.longValue())
          : null;
    }
  }

  static byte[] write(PlacedCall placing) {
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("at", placing.placedAt().toString());
    tree.put("refused_before", placing.capacityRefusals());
    tree.put("call", PlaceCallDocument.write(placing.call()));
    return Json.write(tree);
  }

  static PlacedCall placedCall(byte[] document) {
    Map<?, ?> tree = Json.readStored(document);
    return new PlacedCall(
        PlaceCallDocument.read(tree.get("call")),
        integer(tree, "refused_before"),
        instant(tree, "at"));
  }

  /** A progress without its events. */
  static byte[] write(CallProgress progress) {
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("told", progress.emitted());
    tree.put("found", progress.discovered());
    CallProgress.Stop stop = progress.stop();
    if (stop != null) {
      tree.put("stopped_at", stop.at().toString());
      tree.put("stopped_after", stop.eventsBefore());
    }
    return Json.write(tree);
  }

  /** The progress of an unfinished call. */
  static CallProgress progress(byte[] document, List<GatewayEvent> events) {
    Map<?, ?> tree = Json.readStored(document);
    return new CallProgress(
        events,
        integer(tree, "told"),
        Boolean.TRUE.equals(tree.get("found")),
        tree.containsKey("stopped_at")
            ? new CallProgress.Stop(instant(tree, "stopped_at"), integer(tree, "stopped_after"))
            : null,
        false);
  }

  static byte[] write(GatewayEvent event) {
    return Json.write(GatewayEventDocument.write(event));
  }

  static GatewayEvent event(byte[] document) {
    return GatewayEventDocument.read(Json.readStored(document));
  }

  /** A line of the call log; {@code end} is null while the call is active. */
  static byte[] logLine(PlacedCall placing, GatewayEvent.@Nullable Ended end) {
    PlaceCall call = placing.call();
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("attempt_id", IdKind.CALL.format(call.attemptId()));
    tree.put("call_order_id", IdKind.ORDER.format(call.orderId()));
    tree.put("tenant_id", IdKind.TENANT.format(call.tenantId()));
    tree.put("to", call.to());
    tree.put("placed_at", placing.placedAt().toString());
    if (end != null) {
      tree.put("ended_at", end.endedAt().toString());
      tree.put("disposition", end.disposition().wire());
    }
    return Json.write(tree);
  }

  private static int integer(Map<?, ?> tree, String name) {
    return ((Number) Objects.requireNonNull(tree.get(name))).intValue();
  }

  private static Instant instant(Map<?, ?> tree, String name) {
    return Instant.parse(String.valueOf(tree.get(name)));
  }
}
