package eu.callorders.server.evidence;

import static eu.callorders.server.TestNode.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.JWSObject;
import com.nimbusds.jose.crypto.ECDSAVerifier;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWKSet;
import eu.callorders.server.TestNode;
import eu.callorders.server.encryption.Keyring;
import io.vertx.core.Future;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class EvidenceKeysTest {
  private static final Keyring MASTER_KEYS = Keyring.of(List.of(new byte[32]), new SecureRandom());
  private static final byte[] PAYLOAD = "{\"call\":1}".getBytes(StandardCharsets.UTF_8);

  @AutoClose private final TestNode node = new TestNode();

  private EvidenceKeys keys() {
    return new EvidenceKeys(node.database, MASTER_KEYS, node.clock);
  }

  private EvidenceKey active(EvidenceKeys keys) {
    return await(node.database.asWorker(keys::active));
  }

  private static JWKSet published(EvidenceKeys keys) throws Exception {
    return JWKSet.parse(await(keys.publishedJwks()).toString());
  }

  private static boolean verifies(String jws, JWKSet keys) throws Exception {
    JWSObject parsed = JWSObject.parse(jws);
    ECKey key = (ECKey) keys.getKeyByKeyId(parsed.getHeader().getKeyID());
    return parsed.verify(new ECDSAVerifier(key));
  }

  @Test
  void publishedKeyVerifiesWhatIsSigned() throws Exception {
    String jws = active(keys()).sign(PAYLOAD);

    JWSObject parsed = JWSObject.parse(jws);
    assertThat(parsed.getHeader().getType().getType()).isEqualTo("call-evidence+jwt");
    assertThat(parsed.getHeader().getAlgorithm().getName()).isEqualTo("ES256");
    assertThat(parsed.getPayload().toBytes()).isEqualTo(PAYLOAD);
    assertThat(verifies(jws, published(keys()))).isTrue();
  }

  @Test
  void changedByteFailsVerification() throws Exception {
    EvidenceKeys keys = keys();
    String jws = active(keys).sign(PAYLOAD);
    int payload = jws.indexOf('.') + 1;
    char changed = jws.charAt(payload) == 'A' ? 'B' : 'A';

    String altered = jws.substring(0, payload) + changed + jws.substring(payload + 1);

    assertThat(verifies(altered, published(keys))).isFalse();
  }

  @Test
  void nodesThatStartTogetherShareOneKey() {
    List<EvidenceKeys> nodes = IntStream.range(0, 5).mapToObj(n -> keys()).toList();
    await(Future.all(nodes.stream().map(EvidenceKeys::start).toList()));

    assertThat(nodes.stream().map(keys -> active(keys).kid()).distinct()).hasSize(1);
  }

  /** Key changes hold the lock: a transaction that waited for it would take a second connection. */
  @Test
  void storedKeyIsReadWithoutWaitingForKeyChanges() {
    String created = active(keys()).kid();

    String read =
        await(
            node.database.asWorker(
                locking ->
                    locking
                        .query("SELECT pg_advisory_xact_lock(7264002)")
                        .execute()
                        .compose(locked -> node.database.asWorker(keys()::active))
                        .map(EvidenceKey::kid)));

    assertThat(read).isEqualTo(created);
  }

  @Test
  void privatePartIsNeitherPublishedNorReadableInTheDatabase() throws Exception {
    EvidenceKeys keys = keys();
    byte[] secret = active(keys).privateKey();

    assertThat(published(keys).getKeys()).hasSize(1).noneMatch(key -> key.isPrivate());
    byte[] stored =
        await(node.database.workers().query("SELECT private_key FROM evidence_key").execute())
            .iterator()
            .next()
            .getBuffer(0)
            .getBytes();
    assertThat(stored).isNotEqualTo(secret);
    assertThat(new String(stored, StandardCharsets.ISO_8859_1))
        .doesNotContain(new String(secret, StandardCharsets.ISO_8859_1));
  }
}
