package eu.callorders.server.auth;

import static eu.callorders.server.TestNode.await;
import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.server.Race;
import eu.callorders.server.Race.RaceOutcome;
import eu.callorders.server.TestNode;
import eu.callorders.server.encryption.Keyring;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("long")
class SigningKeysTest {
  @AutoClose private final IssuerFixture auth = new IssuerFixture();

  @Test
  void createsOneKeyWhenTwoNodesStartConcurrently() throws Exception {
    try (TestNode node = new TestNode()) {
      SigningKeys one = new SigningKeys(node.vertx, node.database, auth.masterKeys, node.clock);
      SigningKeys two = new SigningKeys(node.vertx, node.database, auth.masterKeys, node.clock);

      var race =
          Race.run(
              "signing_key",
              node.vertx,
              node.postgres,
              () -> one.start().await(),
              () -> two.start().await());

      assertThat(race.outcome()).isEqualTo(RaceOutcome.WAITED);
      assertThat(await(one.active()).kid()).isEqualTo(await(two.active()).kid());
      assertThat(await(one.publishedJwks()).path("keys")).hasSize(1);
    }
  }

  @Test
  void keepsKeyAcrossRestart() {
    assertThat(await(auth.newKeys().active())).isEqualTo(await(auth.keys.active()));
  }

  @Test
  void allNodesSignWithNewKeyAfterRotation() {
    SigningKeys otherNode = auth.newKeys();
    String kid = await(auth.keys.rotate(IssuerFixture.NO_SIDE_EFFECT));
    auth.node.clock.advance(Duration.ofSeconds(5));

    assertThat(await(auth.keys.active()).kid()).isEqualTo(kid);
    assertThat(await(otherNode.active()).kid()).isEqualTo(kid);
  }

  @Test
  void publishesRetiredKeyUntilItsTokensExpire() {
    String retired = await(auth.keys.active()).kid();
    await(auth.keys.rotate(IssuerFixture.NO_SIDE_EFFECT));

    auth.node.clock.advance(AccessToken.LIFETIME.plus(AccessToken.LEEWAY));
    assertThat(publishedKids()).hasSize(2).contains(retired);
    assertThat(auth.keys.find(retired)).isPresent();

    auth.node.clock.advance(Duration.ofMinutes(2));
    assertThat(publishedKids()).hasSize(1).doesNotContain(retired);
    assertThat(auth.keys.find(retired)).isEmpty();
  }

  @Test
  void storesPrivateKeyEncrypted() {
    byte[] stored =
        await(auth.node.database.workers().query("SELECT private_key FROM signing_key").execute())
            .iterator()
            .next()
            .getBuffer(0)
            .getBytes();
    byte[] clear = await(auth.keys.active()).privateKey().getEncoded();

    assertThat(new String(stored, java.nio.charset.StandardCharsets.ISO_8859_1))
        .doesNotContain(
            new String(
                Arrays.copyOfRange(clear, 40, 72), java.nio.charset.StandardCharsets.ISO_8859_1));
  }

  @Test
  void deletesPrivateKeyOnRetirement() {
    SigningKey before = await(auth.keys.active());

    String active = await(auth.keys.rotate(IssuerFixture.NO_SIDE_EFFECT));

    var rows =
        await(
            auth.node
                .database
                .workers()
                .query("SELECT kid FROM signing_key WHERE private_key IS NOT NULL")
                .execute());
    assertThat(rows).extracting(row -> row.getString("kid")).containsExactly(active);
    assertThat(auth.keys.find(before.kid())).contains(before.publicKey());
  }

  @Test
  void rereadsKeysAfterClockIsSetBack() {
    SigningKeys otherNode = auth.newKeys();
    String kid = await(auth.keys.rotate(IssuerFixture.NO_SIDE_EFFECT));
    auth.node.clock.advance(Duration.ofHours(-1));

    assertThat(await(otherNode.active()).kid()).isEqualTo(kid);
  }

  @Test
  void failsToStartWithOtherMasterKey() {
    byte[] other = new byte[32];
    other[0] = 1;
    Keyring ring = Keyring.of(List.of(other), new SecureRandom());
    SigningKeys keys = new SigningKeys(auth.node.vertx, auth.node.database, ring, auth.node.clock);

    assertThat(TestNode.failure(keys.start())).hasMessageContaining("is not in the keyring");
  }

  @Test
  void usesRfc7638ThumbprintsAsKeyIds() {
    assertThat(publishedKids()).allSatisfy(kid -> assertThat(kid).matches("[A-Za-z0-9_-]{43}"));
  }

  private List<String> publishedKids() {
    return await(auth.keys.publishedJwks()).path("keys").findValuesAsText("kid");
  }
}
