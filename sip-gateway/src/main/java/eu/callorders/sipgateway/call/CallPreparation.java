package eu.callorders.sipgateway.call;

import eu.callorders.core.telephony.PlaceCall;
import eu.callorders.core.telephony.PlaceResult.RefusalReason;
import eu.callorders.sipgateway.call.Trunks.Candidate;
import eu.callorders.sipgateway.media.RtpSession;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a call needs before anything is dialed.
 *
 * @param disclosure its samples
 * @param candidates addresses, at least one
 * @param sound with a port of its own
 */
record CallPreparation(Samples disclosure, List<Candidate> candidates, RtpSession sound) {
  private static final Logger LOG = LoggerFactory.getLogger(CallPreparation.class);
  private static final Duration PORTS_RETRY = Duration.ofSeconds(5);

  CallPreparation {
    candidates = List.copyOf(candidates);
  }

  /** Rendered speech. */
  interface Samples {
    short[] samples();
  }

  /** Something is missing. */
  static final class IncompleteException extends Exception {
    private static final long serialVersionUID = 1L;

    private final RefusalReason reason;
    private final @Nullable Duration retryAfter;

    private IncompleteException(RefusalReason reason, @Nullable Duration retryAfter) {
      super(reason.name(), null, false, false);
      this.reason = reason;
      this.retryAfter = retryAfter;
    }

    RefusalReason reason() {
      return reason;
    }

    @Nullable Duration retryAfter() {
      return retryAfter;
    }
  }

  /** Fails with an {@link IncompleteException}. */
  static Future<CallPreparation> prepare(
      CallEnvironment environment, PlaceCall call, String language, RtpSession.Listener listener) {
    return environment
        .speaker()
        .render(call.disclosure(), language)
        .recover(CallPreparation::unspoken)
        .compose(
            samples ->
                environment
                    .trunks()
                    .candidates()
                    .recover(unknown -> missing(RefusalReason.TRUNK_FAULT, null))
                    .compose(found -> withSound(environment, listener, () -> samples, found)));
  }

  private static Future<short[]> unspoken(Throwable fault) {
    LOG.error("alert: the disclosure cannot be spoken: {}", fault.getMessage());
    return missing(RefusalReason.AGENT_UNAVAILABLE, null);
  }

  private static Future<CallPreparation> withSound(
      CallEnvironment environment,
      RtpSession.Listener listener,
      Samples disclosure,
      List<Candidate> candidates) {
    return environment
        .media()
        .open(listener)
        .map(sound -> Future.succeededFuture(new CallPreparation(disclosure, candidates, sound)))
        .orElseGet(() -> missing(RefusalReason.CAPACITY, PORTS_RETRY));
  }

  private static <T> Future<T> missing(RefusalReason reason, @Nullable Duration retryAfter) {
    return Future.failedFuture(new IncompleteException(reason, retryAfter));
  }
}
