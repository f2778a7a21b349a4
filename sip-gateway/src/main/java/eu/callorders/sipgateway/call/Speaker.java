package eu.callorders.sipgateway.call;

import eu.callorders.sipgateway.media.G711;
import eu.callorders.sipgateway.media.SpeechRenderer;
import eu.callorders.sipgateway.sip.LruMap;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.Map;

/**
 * Renders speech without blocking the event loop, several texts at a time. Confined to the event
 * loop.
 */
final class Speaker {
  private static final int MAX_KEPT = 16;
  private static final int MAX_KEPT_SAMPLES = 60 * G711.SAMPLE_RATE;

  private final Vertx vertx;
  private final SpeechRenderer renderer;
  private final Map<Disclosure, Future<short[]>> disclosures = new LruMap<>(MAX_KEPT);

  private record Disclosure(String text, String language) {}

  Speaker(Vertx vertx, SpeechRenderer renderer) {
    this.vertx = vertx;
    this.renderer = renderer;
  }

  /** The samples of a text; fails when it cannot be spoken. */
  Future<short[]> render(String text, String language) {
    return vertx.executeBlocking(() -> renderer.render(text, language), false);
  }

  /**
   * The same for a disclosure. The last ones are kept: all calls for a creditor begin with the same
   * sentence, and a call waits for it before its INVITE.
   */
  Future<short[]> renderDisclosure(String text, String language) {
    Disclosure key = new Disclosure(text, language);
    Future<short[]> kept = disclosures.get(key);
    if (kept != null) {
      return kept;
    }
    Future<short[]> rendered = render(text, language);
    disclosures.put(key, rendered);
    rendered.onComplete(
        done -> {
          if (done.failed() || done.result().length > MAX_KEPT_SAMPLES) {
            disclosures.remove(key, rendered);
          }
        });
    return rendered;
  }
}
