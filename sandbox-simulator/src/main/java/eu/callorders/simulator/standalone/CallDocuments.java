package eu.callorders.simulator.standalone;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.core.id.IdKind;
import eu.callorders.core.telephony.GatewayEvent;
import eu.callorders.core.telephony.PlaceCall;
import eu.callorders.core.telephony.PlaceResult;
import eu.callorders.core.telephony.PlaceResult.RefusalReason;
import eu.callorders.gatewaykit.GatewayEventDocument;
import eu.callorders.gatewaykit.GatewayJson;
import eu.callorders.gatewaykit.PlaceCallDocument;
import eu.callorders.simulator.gateway.CallProgress;
import eu.callorders.simulator.gateway.CallRegistry;
import eu.callorders.simulator.gateway.PlacedCall;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The JSON documents of the store: result, placing and progress of a call. */
final class CallDocuments {
  private CallDocuments() {}

  private record StoredPlacement(String at, int refusedBefore, JsonNode call) {}

  private record StoredProgress(
      int told, boolean found, @Nullable String stoppedAt, @Nullable Integer stoppedAfter) {}

  private record LogLine(
      String attemptId,
      String callOrderId,
      String tenantId,
      String to,
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
            placing.capacityRefusals(),
            PlaceCallDocument.write(placing.call())));
  }

  static PlacedCall placedCall(byte[] document) {
    StoredPlacement placing = StoredJson.read(document, StoredPlacement.class);
    return new PlacedCall(
        PlaceCallDocument.read(placing.call()),
        placing.refusedBefore(),
        Instant.parse(placing.at()));
  }

  /** A progress without its events. */
  static byte[] write(CallProgress progress) {
    CallProgress.Stop stop = progress.stop();
    return StoredJson.write(
        new StoredProgress(
            progress.emitted(),
            progress.discovered(),
            stop == null ? null : stop.at().toString(),
            stop == null ? null : stop.eventsBefore()));
  }

  /** The progress of an unfinished call. */
  static CallProgress progress(byte[] document, List<GatewayEvent> events) {
    StoredProgress progress = StoredJson.read(document, StoredProgress.class);
    return new CallProgress(
        events,
        progress.told(),
        progress.found(),
        progress.stoppedAt() == null || progress.stoppedAfter() == null
            ? null
            : new CallProgress.Stop(Instant.parse(progress.stoppedAt()), progress.stoppedAfter()),
        false);
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
            placing.placedAt().toString(),
            end == null ? null : end.endedAt().toString(),
            end == null ? null : end.disposition().wire()));
  }
}
