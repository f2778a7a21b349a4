package eu.callorders.server.http;

import io.vertx.core.Future;
import org.jspecify.annotations.Nullable;

/** A body that is read and written part by part, so that only one part is in memory. */
public interface BodyParts {
  /** The next part, at most some MiB; null after the last one. Asked when the last is written. */
  Future<@Nullable String> next();
}
