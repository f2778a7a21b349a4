package eu.callorders.server.admin;

import eu.callorders.server.auth.OperatorCache;
import eu.callorders.server.contract.Contract;
import eu.callorders.server.http.ApiSettings;
import eu.callorders.server.http.ApiVerticle;
import eu.callorders.server.http.BytePacer;
import eu.callorders.server.http.ConnectionCounter;
import eu.callorders.server.http.ConnectionLimits;
import eu.callorders.server.http.Operation;
import eu.callorders.server.http.OperationBinder;
import eu.callorders.server.http.RouteModule;
import eu.callorders.server.ratelimit.RateLimit;
import eu.callorders.server.ratelimit.RateLimiter;
import eu.callorders.server.tracing.Traces;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Supplier;

/** The administration's listener: the HTTP layer with the administration's contract and tokens. */
public final class AdminListener {
  private static final String CONTRACT = "/contract/administration.yaml";

  /** Different from the negative port that the API's instances share. */
  private static final int FREE_PORT = -2;

  private AdminListener() {}

  /**
   * Settings of the listener.
   *
   * @param port 0 selects a free port
   * @param url the public address, known before the first request
   * @param tokens the deployment's tokens that are valid now
   * @param addressLimit the bucket of a source address without a valid token
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
   * The verticle to deploy.
   *
   * @param operators those with tokens of their own
   * @param operations all operations of the contract
   * @param modules health, metrics
   */
  public static ApiVerticle verticle(
      Settings settings,
      OperatorCache operators,
      List<Operation> operations,
      List<RouteModule> modules,
      InstantSource clock) {
    RateLimiter limiter = new RateLimiter(clock);
    OperationBinder binder =
        new OperationBinder(
            Contract.load(CONTRACT),
            operations,
            new AdminTokenCheck(settings.tokens(), operators),
            limiter,
            BytePacer.unlimited(clock),
            false);
    ApiSettings api =
        new ApiSettings(
            settings.host(),
            settings.port() == 0 ? FREE_PORT : settings.port(),
            settings.url(),
            settings.url(),
            List.of(),
            settings.addressLimit(),
            settings.limits(),
            ConnectionCounter.unlimited());
    return new ApiVerticle(api, binder, limiter, modules, Traces.OFF, clock);
  }
}
