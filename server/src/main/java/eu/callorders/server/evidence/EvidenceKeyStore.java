package eu.callorders.server.evidence;

import com.nimbusds.jose.jwk.ECKey;
import eu.callorders.server.database.RowMapper;
import eu.callorders.server.database.Statements;
import eu.callorders.server.encryption.EncryptedTable;
import eu.callorders.server.encryption.Keyring;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.text.ParseException;
import java.util.List;

/** The keys of evidence in the database, private keys encrypted with the master key. */
final class EvidenceKeyStore {
  private static final String SERIALIZE = "SELECT pg_advisory_xact_lock(7264002)";

  private static final String LIST =
      """
      SELECT kid, public_jwk::text AS public_jwk, private_key, created_at
        FROM evidence_key
       ORDER BY created_at DESC, kid
       LIMIT 100
      """;

  private static final String INSERT =
      """
      INSERT INTO evidence_key (kid, public_jwk, private_key, created_at)
      VALUES ($1, $2::text::json, $3, $4)
      """;

  private final Keyring masterKeys;

  EvidenceKeyStore(Keyring masterKeys) {
    this.masterKeys = masterKeys;
  }

  /** Serializes key changes of the deployment. */
  Future<Void> lock(SqlConnection connection) {
    return connection.query(SERIALIZE).execute().mapEmpty();
  }

  /** All keys, the newest first. */
  Future<List<EvidenceKey>> list(SqlConnection connection) {
    return connection.preparedQuery(LIST).execute().map(RowMapper.toList(this::key));
  }

  Future<Void> insert(SqlConnection connection, EvidenceKey key) {
    byte[] ciphertext = masterKeys.encrypt(key.privateKey(), associatedData(key.kid()));
    return Statements.execute(
        connection,
        INSERT,
        Tuple.of(
            key.kid(),
            key.publicJwk().toJSONString(),
            Buffer.buffer(ciphertext),
            RowMapper.time(key.createdAt())));
  }

  private EvidenceKey key(Row row) {
    String kid = row.getString("kid");
    byte[] pkcs8 = masterKeys.decrypt(row.getBuffer("private_key").getBytes(), associatedData(kid));
    try {
      PrivateKey secret =
          KeyFactory.getInstance("EC").generatePrivate(new PKCS8EncodedKeySpec(pkcs8));
      ECKey publicKey = ECKey.parse(row.getString("public_jwk"));
      return new EvidenceKey(
          new ECKey.Builder(publicKey).privateKey(secret).build(),
          RowMapper.instant(row, "created_at"));
    } catch (ParseException | GeneralSecurityException e) {
      throw new IllegalStateException("a stored key of evidence cannot be read", e);
    }
  }

  /** Binds a ciphertext to the row of its key. */
  private static byte[] associatedData(String kid) {
    return EncryptedTable.associatedData("evidence_key", kid);
  }
}
