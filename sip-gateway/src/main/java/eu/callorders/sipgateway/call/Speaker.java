package eu.callorders.sipgateway.call;

import eu.callorders.sipgateway.media.SpeechRenderer;
import io.vertx.core.Future;
import io.vertx.core.Vertx;

/** Renders speech without blocking the event loop, several texts at a time. */
record Speaker(Vertx vertx, SpeechRenderer renderer) {

  /** The samples of a text; fails when it cannot be spoken. */
  Future<short[]> render(String text, String language) {
    return vertx.executeBlocking(() -> renderer.render(text, language), false);
  }
}
