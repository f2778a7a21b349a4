package eu.callorders.server.auth;

/**
 * The identity of the token issuer.
 *
 * @param authUrl the claim {@code iss}; without a trailing slash
 * @param baseUrl address of the service, the claim {@code aud}
 * @param environment {@code live} or {@code sandbox}
 */
public record Issuer(String authUrl, String baseUrl, String environment) {}
