package eu.callorders.gatewaykit;

import eu.callorders.core.signing.MessageSignature;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpServerRequest;
import java.time.Instant;

/** The headers of {@link MessageSignature} on requests. */
public final class SignatureHeaders {
  private SignatureHeaders() {}

  public static void sign(
      HttpClientRequest request, MessageSignature signature, String id, Instant now, byte[] body) {
    request
        .putHeader(MessageSignature.ID_HEADER, id)
        .putHeader(MessageSignature.TIMESTAMP_HEADER, MessageSignature.timestamp(now))
        .putHeader(MessageSignature.SIGNATURE_HEADER, signature.sign(id, now, body));
  }

  /** Whether the request is genuine and recent; the caller compares the id, if it is bound. */
  public static boolean areGenuine(
      HttpServerRequest request, MessageSignature signature, Instant now, byte[] body) {
    return signature.verify(
            request.getHeader(MessageSignature.ID_HEADER),
            request.getHeader(MessageSignature.TIMESTAMP_HEADER),
            request.getHeader(MessageSignature.SIGNATURE_HEADER),
            body,
            now)
        == MessageSignature.Verdict.GENUINE;
  }
}
