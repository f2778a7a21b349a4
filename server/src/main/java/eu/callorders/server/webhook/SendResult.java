package eu.callorders.server.webhook;

import io.vertx.core.buffer.Buffer;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What came of one attempt to carry something to an endpoint. */
sealed interface SendResult {

  /**
   * It has answered.
   *
   * @param body its first bytes, at most {@link WebhookSender#MOST_READ}; empty unless it was to be
   *     kept
   * @param retryAfter what it asks for; null when it does not say
   */
  record Answered(int status, Buffer body, @Nullable Duration retryAfter) implements SendResult {
    boolean isSuccess() {
      return status >= 200 && status <= 299;
    }
  }

  /** It has not, or nobody was asked. */
  record Unanswered(AttemptError error) implements SendResult {}
}
