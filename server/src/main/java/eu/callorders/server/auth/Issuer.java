package eu.callorders.server.auth;

/**
 * Who issues tokens for whom.
 *
 * @param authUrl address of the issuer, {@code iss}; without a slash at its end
 * @param baseUrl address of the service, {@code aud}
 * @param environment {@code live} or {@code sandbox}
 */
public record Issuer(String authUrl, String baseUrl, String environment) {}
