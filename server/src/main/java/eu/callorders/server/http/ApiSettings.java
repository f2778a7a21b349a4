package eu.callorders.server.http;

import java.util.List;
import java.util.function.Supplier;

/**
 * How the API listens and what it says about itself.
 *
 * @param port 0 takes a free one, the same for all instances
 * @param baseUrl the public address of the API, known at the latest when it is asked for
 * @param authUrl the public address of the token issuer
 * @param live whether this is the live environment
 * @param trustedProxies whose {@code X-Forwarded-For} is believed
 * @param addressLimit the bucket of a source address without a token
 * @param limits for the connections of each instance
 * @param connections counts those of all instances
 */
public record ApiSettings(
    String host,
    int port,
    Supplier<String> baseUrl,
    Supplier<String> authUrl,
    boolean live,
    List<Cidr> trustedProxies,
    RateLimit addressLimit,
    ConnectionLimits limits,
    ConnectionCounter connections) {

  public ApiSettings {
    trustedProxies = List.copyOf(trustedProxies);
  }
}
