package eu.callorders.server.auth;

import eu.callorders.db.DatabaseAddress;
import eu.callorders.server.encryption.Keyring;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;

/** A signing key for test databases: a service that finds it does not generate one of its own. */
public final class SharedSigningKey {
  /** The master key that encrypts it. */
  public static final byte[] MASTER_KEY = new byte[32];

  private static final SigningKey KEY = SigningKey.generate(Instant.EPOCH);

  private static final String INSERT =
      """
      INSERT INTO signing_key (kid, public_jwk, private_key, created_at) VALUES (?, ?::json, ?, ?)
      ON CONFLICT DO NOTHING
      """;

  private SharedSigningKey() {}

  /** Stores the key, unless the database has an active one. */
  public static void insertInto(DatabaseAddress owner, Instant createdAt) {
    byte[] row = ("signing_key/" + KEY.kid()).getBytes(StandardCharsets.UTF_8);
    Keyring masterKeys = Keyring.of(List.of(MASTER_KEY), new SecureRandom());
    try (Connection connection = owner.connect();
        PreparedStatement insert = connection.prepareStatement(INSERT)) {
      insert.setString(1, KEY.kid());
      insert.setString(2, KEY.publicJwk().toJSONString());
      insert.setBytes(3, masterKeys.encrypt(KEY.requirePrivateKey().getEncoded(), row));
      insert.setObject(4, createdAt.atOffset(ZoneOffset.UTC));
      insert.executeUpdate();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
