package eu.callorders.server.http;

import eu.callorders.core.problem.Problem;
import eu.callorders.core.problem.ProblemCode;
import eu.callorders.core.problem.ProblemException;
import eu.callorders.server.database.DatabaseFailures;
import io.vertx.ext.web.handler.HttpException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Maps failures to problems. */
public final class ProblemMapper {
  private static final Duration RETRY_AFTER = Duration.ofSeconds(1);
  private static final int MALFORMED = 400;
  private static final int TOO_LARGE = 413;

  private ProblemMapper() {}

  /**
   * The problem of a {@link ProblemException}, {@code unavailable} for an unreachable or overloaded
   * database, else {@code internal_error}.
   */
  public static Problem problem(@Nullable Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof ProblemException refusal) {
        return refusal.problem();
      }
      if (cause instanceof HttpException http && http.getStatusCode() == TOO_LARGE) {
        return Problem.of(ProblemCode.PAYLOAD_TOO_LARGE, "The body is too large.");
      }
      if (cause instanceof HttpException http && http.getStatusCode() == MALFORMED) {
        return Problem.of(ProblemCode.MALFORMED_REQUEST, "The request cannot be read.");
      }
    }
    if (DatabaseFailures.isTransient(failure)) {
      return DatabaseFailures.isOverload(failure) ? overloaded() : unavailable();
    }
    return Problem.of(ProblemCode.INTERNAL_ERROR, "The request failed; it is safe to report it.");
  }

  static Problem overloaded() {
    return Problem.retryLater(
        ProblemCode.UNAVAILABLE,
        "The service is overloaded just now: the request was not done in time.",
        RETRY_AFTER);
  }

  private static Problem unavailable() {
    return Problem.retryLater(
        ProblemCode.UNAVAILABLE, "The service cannot reach its database just now.", RETRY_AFTER);
  }
}
