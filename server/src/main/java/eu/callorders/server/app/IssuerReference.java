package eu.callorders.server.app;

import eu.callorders.core.problem.ProblemCode;
import eu.callorders.core.problem.ProblemException;
import eu.callorders.server.auth.Issuer;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The public addresses of a node, set once its listener has a port. */
final class IssuerReference implements Supplier<Issuer> {
  private final AtomicReference<@Nullable Issuer> issuer = new AtomicReference<>();

  void set(Issuer addresses) {
    issuer.set(addresses);
  }

  /** Refuses requests before the addresses are known; the client retries. */
  @Override
  public Issuer get() {
    Issuer addresses = issuer.get();
    if (addresses == null) {
      throw ProblemException.retryLater(
          ProblemCode.UNAVAILABLE, "The service is starting.", Duration.ofSeconds(1));
    }
    return addresses;
  }
}
