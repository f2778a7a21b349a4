package eu.callorders.gatewaykit.store;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.core.id.IdKind;
import eu.callorders.core.telephony.GatewayEvent;
import eu.callorders.core.telephony.PlaceCall;
import eu.callorders.core.telephony.PlaceResult;
import eu.callorders.core.telephony.PlaceResult.RefusalReason;
import eu.callorders.gatewaykit.GatewayEventDocument;
import eu.callorders.gatewaykit.GatewayJson;
import eu.callorders.gatewaykit.PlaceCallDocument;
import eu.callorders.gatewaykit.call.CallRegistry;
import eu.callorders.gatewaykit.call.PlacedCall;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The JSON documents of the store: result, placing and events of a call. */
final class CallDocuments {
  private CallDocuments() {}

  private record StoredPlacement(String at, @Nullable String sipCallId, JsonNode call) {}

  private record LogLine(
      String attemptId,
      String callOrderId,
      String tenantId,
      String to,
      @Nullable String sipCallId,
      String placedAt,
      @Nullable String endedAt,
      @Nullable String disposition) {}

  /**
   * The result of placing an attempt.
   *
   * @param fingerprint distinguishes requests under one attempt id
   * @param call whether its events are available: not when refused or erased
   * @param gatewayRef null when refused
   */
  record StoredResult(
      String fingerprint,
      boolean call,
      UUID callOrderId,
      UUID tenantId,
      @Nullable String gatewayRef,
      @Nullable RefusalReason refused,
      @Nullable Long retryAfterMs) {

    static StoredResult accepted(PlaceCall call, PlaceResult.Accepted result) {
      return new StoredResult(
          CallDocuments.fingerprint(call),
          true,
          call.orderId(),
          call.tenantId(),
          result.gatewayRef(),
          null,
          null);
    }

    static StoredResult refused(PlaceCall call, PlaceResult.Refused result) {
      return new StoredResult(
          CallDocuments.fingerprint(call),
          false,
          call.orderId(),
          call.tenantId(),
          null,
          result.code(),
          result.retryAfter() == null ? null : result.retryAfter().toMillis());
    }

    StoredResult erased() {
      return new StoredResult(
          fingerprint, false, callOrderId, tenantId, gatewayRef, refused, retryAfterMs);
    }

    PlaceResult result() {
      return refused == null
          ? new PlaceResult.Accepted(String.valueOf(gatewayRef))
          : new PlaceResult.Refused(
              refused, retryAfterMs == null ? null : Duration.ofMillis(retryAfterMs));
    }

    GatewayEvent.Forgotten erasureEvent(UUID attemptId, Instant at) {
      return new CallRegistry.Owner(callOrderId, tenantId)
          .erasureEvent(attemptId, gatewayRef == null ? "" : gatewayRef, at);
    }
  }

  static String fingerprint(PlaceCall call) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256")
              .digest(GatewayJson.bytes(PlaceCallDocument.write(call)));
      return Base64.getUrlEncoder().withoutPadding().encodeToString(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  static byte[] write(PlacedCall placing) {
    return StoredJson.write(
        new StoredPlacement(
            placing.placedAt().toString(),
            placing.sipCallId(),
            PlaceCallDocument.write(placing.call())));
  }

  static PlacedCall placedCall(byte[] document) {
    StoredPlacement placing = StoredJson.read(document, StoredPlacement.class);
    return new PlacedCall(
        PlaceCallDocument.read(placing.call()), Instant.parse(placing.at()), placing.sipCallId());
  }

  static byte[] write(GatewayEvent event) {
    return GatewayJson.bytes(GatewayEventDocument.write(event));
  }

  static GatewayEvent event(byte[] document) {
    return GatewayEventDocument.read(StoredJson.read(document, JsonNode.class));
  }

  /** A line of the call log; {@code end} is null while the call is active. */
  static byte[] logLine(PlacedCall placing, GatewayEvent.@Nullable Ended end) {
    PlaceCall call = placing.call();
    return StoredJson.write(
        new LogLine(
            IdKind.CALL.format(call.attemptId()),
            IdKind.ORDER.format(call.orderId()),
            IdKind.TENANT.format(call.tenantId()),
            call.to().e164(),
            placing.sipCallId(),
            placing.placedAt().toString(),
            end == null ? null : end.endedAt().toString(),
            end == null ? null : end.disposition().wire()));
  }
}
