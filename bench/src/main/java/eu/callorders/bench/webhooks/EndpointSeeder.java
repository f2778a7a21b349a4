package eu.callorders.bench.webhooks;

import eu.callorders.core.id.UuidV7;
import eu.callorders.core.signing.SigningSecret;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.IntFunction;

/** Endpoints written past the service, active at once, without verification. */
final class EndpointSeeder {
  static final int PER_TENANT = 20;

  private static final String ENDPOINT =
      """
      INSERT INTO webhook_endpoint
        (id, tenant_id, url, payload_mode, status, verification_state, activated_at, created_at,
         updated_at)
      VALUES (?, ?, ?, 'full', 'active', 'succeeded', now(), now(), now())
      """;

  private static final String SECRET =
      """
      INSERT INTO webhook_secret (id, tenant_id, endpoint_id, ciphertext, created_at)
      VALUES (?, ?, ?, ?, now())
      """;

  private EndpointSeeder() {}

  /**
   * Writes them, {@value #PER_TENANT} to a tenant.
   *
   * @param urls of each by its number
   * @return the tenants
   */
  static List<UUID> write(WebhookTestbed testbed, String name, int count, IntFunction<String> urls)
      throws SQLException {
    List<UUID> tenants = new ArrayList<>();
    for (int from = 0; from < count; from += PER_TENANT) {
      UUID tenant = testbed.newTenant(name + " " + from);
      tenants.add(tenant);
      write(testbed, tenant, from, Math.min(count, from + PER_TENANT), urls);
    }
    return tenants;
  }

  /** Writes those numbers for one tenant. */
  static void write(WebhookTestbed testbed, UUID tenant, int from, int to, IntFunction<String> urls)
      throws SQLException {
    SecureRandom random = new SecureRandom();
    try (PreparedStatement endpoints = testbed.connection.prepareStatement(ENDPOINT);
        PreparedStatement secrets = testbed.connection.prepareStatement(SECRET)) {
      for (int number = from; number < to; number++) {
        UUID id = UuidV7.at(Instant.now(), random);
        UUID secret = UuidV7.at(Instant.now(), random);
        endpoints.setObject(1, id);
        endpoints.setObject(2, tenant);
        endpoints.setString(3, urls.apply(number));
        endpoints.addBatch();
        secrets.setObject(1, secret);
        secrets.setObject(2, tenant);
        secrets.setObject(3, id);
        secrets.setBytes(
            4,
            testbed.keyring.encrypt(
                SigningSecret.generate(random).encode().getBytes(StandardCharsets.US_ASCII),
                ("webhook_secret " + tenant + " " + secret).getBytes(StandardCharsets.US_ASCII)));
        secrets.addBatch();
      }
      endpoints.executeBatch();
      secrets.executeBatch();
    }
  }
}
