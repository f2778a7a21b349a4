package eu.callorders.server.http;

import eu.callorders.server.network.Cidr;
import eu.callorders.server.ratelimit.RateLimit;
import java.util.List;
import java.util.function.Supplier;

/**
 * Settings of the API listener.
 *
 * @param port 0 selects a free port, the same for all instances
 * @param baseUrl the public address of the API, known before the first request
 * @param authUrl the public address of the token issuer
 * @param trustedProxies addresses whose {@code X-Forwarded-For} is trusted
 * @param addressLimit the bucket of a source address without a token
 * @param limits connection limits of each instance
 * @param connections connection counts of all instances
 */
public record ApiSettings(
    String host,
    int port,
    Supplier<String> baseUrl,
    Supplier<String> authUrl,
    List<Cidr> trustedProxies,
    RateLimit addressLimit,
    ConnectionLimits limits,
    ConnectionCounter connections) {

  public ApiSettings {
    trustedProxies = List.copyOf(trustedProxies);
  }
}
