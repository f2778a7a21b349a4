package eu.callorders.server.http;

import io.vertx.core.Future;
import org.jspecify.annotations.Nullable;

/** A body that is written in parts, so that memory holds one part only. */
public interface BodyParts {
  /**
   * The next part, a few MiB at most; null after the last one. Called when the previous part is
   * written.
   */
  Future<@Nullable String> next();
}
