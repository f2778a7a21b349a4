package eu.callorders.server.admin;

import eu.callorders.server.http.ApiSettings;
import eu.callorders.server.http.ApiVerticle;
import eu.callorders.server.http.ConnectionCounter;
import eu.callorders.server.http.ConnectionLimits;
import eu.callorders.server.http.Contract;
import eu.callorders.server.http.Operation;
import eu.callorders.server.http.OperationBinder;
import eu.callorders.server.http.RateLimit;
import eu.callorders.server.http.RateLimiter;
import eu.callorders.server.http.RouteModule;
import eu.callorders.server.http.TenantSemaphore;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/**
 * The administration's listener: the front of the API once more, over the administration's contract
 * and with the operator's token. One instance is enough.
 */
public final class AdminListener {
  private static final String CONTRACT = "/contract/administration.yaml";

  /** Not the number under which the instances of the API share theirs. */
  private static final int FREE_PORT = -2;

  private AdminListener() {}

  /**
   * Where it listens and who may come.
   *
   * @param port 0 takes a free one
   * @param url the public address, known at the latest when it is asked for
   * @param tokens those of the operator that are accepted now
   * @param addressLimit the bucket of a source address that shows none
   * @param limits for its connections
   */
  public record Settings(
      String host,
      int port,
      Supplier<String> url,
      Supplier<List<String>> tokens,
      RateLimit addressLimit,
      ConnectionLimits limits) {

    @Override
    public String toString() {
      return "Settings[" + host + ":" + port + "]";
    }
  }

  /**
   * The verticle to deploy; its {@code port()} tells the port in use.
   *
   * @param operations those of the contract, all of them
   * @param modules health, metrics
   */
  public static ApiVerticle verticle(
      Settings settings,
      List<Operation> operations,
      List<RouteModule> modules,
      InstantSource clock) {
    RateLimiter limiter = new RateLimiter(clock);
    OperationBinder binder =
        new OperationBinder(
            Contract.load(CONTRACT),
            operations,
            Set.of(),
            new AdminTokenCheck(settings.tokens()),
            limiter,
            TenantSemaphore.unlimited(),
            false);
    ApiSettings api =
        new ApiSettings(
            settings.host(),
            settings.port() == 0 ? FREE_PORT : settings.port(),
            settings.url(),
            settings.url(),
            false,
            List.of(),
            settings.addressLimit(),
            settings.limits(),
            ConnectionCounter.unlimited());
    return new ApiVerticle(api, binder, limiter, modules, clock);
  }
}
