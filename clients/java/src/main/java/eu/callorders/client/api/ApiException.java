package eu.callorders.client.api;

import eu.callorders.client.model.ProblemCode;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The service refuses a request: branch on {@link #code}. */
public final class ApiException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient Problem problem;
  private final @Nullable Duration retryAfter;
  private final transient byte[] body;

  public ApiException(Problem problem, @Nullable Duration retryAfter) {
    this(problem, retryAfter, new byte[0]);
  }

  /**
   * A refusal with its response.
   *
   * @param body of the response; not copied
   */
  public ApiException(Problem problem, @Nullable Duration retryAfter, byte[] body) {
    super(problem.status() + " " + problem.summary());
    this.problem = problem;
    this.retryAfter = retryAfter;
    this.body = body;
  }

  public Problem problem() {
    return problem;
  }

  public ProblemCode code() {
    return problem.code();
  }

  public int status() {
    return problem.status();
  }

  /** How long the service asks to wait before the same request. */
  public Optional<Duration> retryAfter() {
    return Optional.ofNullable(retryAfter);
  }

  /** The body of the response as received, for members that this version does not know. */
  public byte[] body() {
    return body.clone();
  }
}
