package eu.callorders.server.app;

import eu.callorders.core.problem.Problem;
import eu.callorders.core.problem.ProblemCode;
import eu.callorders.core.problem.ProblemException;
import eu.callorders.server.auth.Issuer;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The public addresses of a node, which are known once its listener has a port. */
final class IssuerReference implements Supplier<Issuer> {
  private final AtomicReference<@Nullable Issuer> issuer = new AtomicReference<>();

  void set(Issuer known) {
    issuer.set(known);
  }

  /** Refuses a request that comes before the addresses are known; the client sends it again. */
  @Override
  public Issuer get() {
    Issuer known = issuer.get();
    if (known == null) {
      throw new ProblemException(
          Problem.retryLater(
              ProblemCode.UNAVAILABLE, "The service is starting.", Duration.ofSeconds(1)));
    }
    return known;
  }
}
