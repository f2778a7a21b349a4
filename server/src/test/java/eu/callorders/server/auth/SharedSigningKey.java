package eu.callorders.server.auth;

import eu.callorders.db.DatabaseAddress;
import eu.callorders.server.encryption.Keyring;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;

/** A signing key for test databases: a service that finds it does not generate one of its own. */
public final class SharedSigningKey {
  private static final SigningKey KEY = SigningKey.generate(Instant.EPOCH);

  private static final String INSERT =
      """
      INSERT INTO signing_key (kid, public_jwk, private_key, created_at) VALUES (?, ?::json, ?, ?)
      ON CONFLICT DO NOTHING
      """;

  private SharedSigningKey() {}

  /** The master key that encrypts it: zeros. */
  public static byte[] masterKey() {
    return new byte[32];
  }

  /** Stores the key, unless the database has an active one. */
  public static void insertInto(DatabaseAddress owner, Instant createdAt) {
    byte[] row = SigningKeyStore.associatedData(KEY.kid());
    Keyring masterKeys = Keyring.of(List.of(masterKey()), new SecureRandom());
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
