package eu.callorders.server.http;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import org.jspecify.annotations.Nullable;

/** A body that is written in parts, so that memory holds one part only. */
public abstract class BodyParts {
  private final Promise<Void> end = Promise.promise();

  /**
   * The next part, a few MiB at most; null after the last one. Called when the previous part is
   * written.
   */
  public abstract Future<@Nullable String> next();

  /** Completes when no further part is requested: after the last one, a failure, or no client. */
  public final Future<Void> ended() {
    return end.future();
  }

  /** The writer requests no further part. */
  final void end() {
    end.tryComplete();
  }
}
