package eu.callorders.server.auth;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.jwk.RSAKey;
import eu.callorders.server.database.RowMapper;
import eu.callorders.server.database.Statements;
import eu.callorders.server.encryption.EncryptedTable;
import eu.callorders.server.encryption.Keyring;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.interfaces.RSAPublicKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.text.ParseException;
import java.time.Instant;
import java.util.List;

/**
 * The signing keys in the database, private keys encrypted with the master key. Retired keys have
 * no private key.
 */
final class SigningKeyStore {
  private static final String SERIALIZE = "SELECT pg_advisory_xact_lock(7264001)";

  private static final String LIST =
      """
      SELECT kid, public_jwk::text AS public_jwk, private_key, created_at, retired_at
      FROM signing_key
      WHERE retired_at IS NULL OR retired_at > $1
      ORDER BY created_at
      """;

  private static final String RETIRE =
      "UPDATE signing_key SET retired_at = $1, private_key = NULL WHERE retired_at IS NULL";

  private static final String INSERT =
      """
      INSERT INTO signing_key (kid, public_jwk, private_key, created_at)
      VALUES ($1, $2::text::json, $3, $4)
      """;

  private final Keyring masterKeys;

  SigningKeyStore(Keyring masterKeys) {
    this.masterKeys = masterKeys;
  }

  /** Serializes key changes of the deployment. */
  Future<Void> lock(SqlConnection connection) {
    return connection.query(SERIALIZE).execute().mapEmpty();
  }

  /** The active key, if any, and keys retired after that instant. */
  Future<List<SigningKey>> list(SqlClient connection, Instant retiredAfter) {
    return Statements.list(connection, LIST, Tuple.of(RowMapper.time(retiredAfter)), this::key);
  }

  /** Retires the active key and stores {@code key} in its place. */
  Future<Void> replaceActive(SqlConnection connection, SigningKey key) {
    Buffer ciphertext =
        Buffer.buffer(
            masterKeys.encrypt(key.requirePrivateKey().getEncoded(), associatedData(key.kid())));
    return connection
        .preparedQuery(RETIRE)
        .execute(Tuple.of(RowMapper.time(key.createdAt())))
        .compose(
            retired ->
                connection
                    .preparedQuery(INSERT)
                    .execute(
                        Tuple.of(
                            key.kid(),
                            key.publicJwk().toJSONString(),
                            ciphertext,
                            RowMapper.time(key.createdAt()))))
        .mapEmpty();
  }

  private SigningKey key(Row row) {
    String kid = row.getString("kid");
    Buffer ciphertext = row.getBuffer("private_key");
    return new SigningKey(
        kid,
        publicKey(row.getString("public_jwk")),
        ciphertext == null
            ? null
            : privateKey(masterKeys.decrypt(ciphertext.getBytes(), associatedData(kid))),
        RowMapper.instant(row, "created_at"),
        RowMapper.instantOrNull(row, "retired_at"));
  }

  /** Binds a ciphertext to the row of its key. */
  static byte[] associatedData(String kid) {
    return EncryptedTable.associatedData("signing_key", kid);
  }

  private static RSAPublicKey publicKey(String jwk) {
    try {
      return RSAKey.parse(jwk).toRSAPublicKey();
    } catch (ParseException | JOSEException e) {
      throw new IllegalStateException("a stored public key cannot be read", e);
    }
  }

  private static PrivateKey privateKey(byte[] pkcs8) {
    try {
      return KeyFactory.getInstance("RSA").generatePrivate(new PKCS8EncodedKeySpec(pkcs8));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("a stored private key cannot be read", e);
    }
  }
}
