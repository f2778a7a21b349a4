package eu.callorders.bench.webhooks;

import eu.callorders.bench.SqlSession;
import eu.callorders.core.id.IdKind;
import eu.callorders.core.id.UuidV7;
import eu.callorders.core.signing.SigningSecret;
import eu.callorders.server.encryption.Keyring;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.UUID;

/** Endpoints and events written past the service, as it would write them. */
record WebhookSeeder(SqlSession session, Keyring keyring) {
  static final int ENDPOINTS_PER_TENANT = 20;

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

  /** Of about 1.2 KB. */
  private static final String EVENTS =
      """
      INSERT INTO event (tenant_id, id, recorded_at, occurred_at, type, envelope)
      SELECT t.id,
             (lpad(to_hex((extract(epoch FROM at) * 1000)::bigint), 12, '0')
               || '7' || lpad(to_hex((random() * 4095)::int), 3, '0')
               || '8' || substr(md5(random()::text), 1, 15))::uuid,
             at, at, 'call_order.accepted', '{"data":"' || repeat(md5(n::text), 38) || '"}'
        FROM unnest(?::uuid[]) AS t (id),
             (SELECT n, date_trunc('milliseconds', clock_timestamp()) AS at
                FROM generate_series(1, ?) AS n) AS numbered
      """;

  private static final String EVENT =
      """
      INSERT INTO event (tenant_id, id, recorded_at, occurred_at, type, envelope)
      VALUES (?, ?, ?, ?, 'call_order.accepted', ?)
      """;

  private static final String ENVELOPE = "{\"data\":\"" + "0123456789abcdef".repeat(76) + "\"}";

  private static final SecureRandom RANDOM = new SecureRandom();

  /** An endpoint that is active at once, without verification. */
  void endpoint(UUID tenant, String url) throws SQLException {
    UUID id = UuidV7.at(Instant.now(), RANDOM);
    UUID secret = UuidV7.at(Instant.now(), RANDOM);
    session.execute(ENDPOINT, id, tenant, url);
    byte[] ciphertext =
        keyring.encrypt(
            SigningSecret.generate(RANDOM).encode().getBytes(StandardCharsets.US_ASCII),
            ("webhook_secret " + tenant + " " + secret).getBytes(StandardCharsets.US_ASCII));
    session.execute(SECRET, secret, tenant, id, ciphertext);
  }

  void events(Collection<UUID> tenants, int each) throws SQLException {
    session.execute(EVENTS, session.connection().createArrayOf("uuid", tenants.toArray()), each);
  }

  /** One event; its identifier as receivers see it. */
  String event(UUID tenant) throws SQLException {
    Instant now = Instant.now().truncatedTo(ChronoUnit.MILLIS);
    UUID id = UuidV7.at(now, RANDOM);
    OffsetDateTime at = now.atOffset(ZoneOffset.UTC);
    session.execute(EVENT, tenant, id, at, at, ENVELOPE);
    return IdKind.EVENT.format(id);
  }
}
