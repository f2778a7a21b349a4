package eu.callorders.server.webhook.delivery;

import io.vertx.core.buffer.Buffer;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Result of one request to an endpoint. */
public sealed interface SendResult {

  /**
   * A response was received.
   *
   * @param body at most {@link WebhookSender#MAX_BODY_BYTES} bytes; empty unless requested
   * @param retryAfter null when absent
   */
  record ReceivedResponse(int status, Buffer body, @Nullable Duration retryAfter)
      implements SendResult {
    boolean isSuccess() {
      return status >= 200 && status <= 299;
    }
  }

  /** No response, or no request. */
  record NoResponse(AttemptError error) implements SendResult {}
}
