package eu.callorders.server.encryption;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.security.SecureRandom;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

class KeyringTest {
  private static final byte[] OLD = key(1);
  private static final byte[] NEW = key(2);
  private static final byte[] ROW = "signing_key/1".getBytes(UTF_8);
  private static final byte[] TEXT = "secret".getBytes(UTF_8);

  @Test
  void decryptsOwnCiphertext() {
    Keyring ring = ring(OLD);

    assertThat(ring.decrypt(ring.encrypt(TEXT, ROW), ROW)).isEqualTo(TEXT);
  }

  @Test
  void encryptsWithFreshNonce() {
    Keyring ring = ring(OLD);

    assertThat(ring.encrypt(TEXT, ROW)).isNotEqualTo(ring.encrypt(TEXT, ROW));
  }

  @Test
  void decryptsWithOldKeyAndEncryptsWithNewKeyAfterRotation() {
    byte[] old = ring(OLD).encrypt(TEXT, ROW);
    Keyring rotated = ring(NEW, OLD);

    assertThat(rotated.decrypt(old, ROW)).isEqualTo(TEXT);
    assertThat(rotated.ids()).containsExactly(keyIdOf(rotated.encrypt(TEXT, ROW)), keyIdOf(old));
    assertThatThrownBy(() -> ring(OLD).decrypt(rotated.encrypt(TEXT, ROW), ROW))
        .hasMessageContaining("is not in the keyring");
  }

  @Test
  void rejectsCiphertextOfOtherRow() {
    Keyring ring = ring(OLD);
    byte[] ciphertext = ring.encrypt(TEXT, ROW);

    assertThatThrownBy(() -> ring.decrypt(ciphertext, "signing_key/2".getBytes(UTF_8)))
        .hasMessageContaining("was altered");
  }

  @Test
  void rejectsAlteredCiphertext() {
    Keyring ring = ring(OLD);
    byte[] ciphertext = ring.encrypt(TEXT, ROW);
    for (int i = 0; i < ciphertext.length; i++) {
      byte[] altered = ciphertext.clone();
      altered[i] ^= 1;
      assertThatThrownBy(() -> ring.decrypt(altered, ROW))
          .isInstanceOf(IllegalStateException.class);
    }
    assertThatThrownBy(() -> ring.decrypt(new byte[3], ROW))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void rejectsKeysOfWrongLengthAndEmptyRing() {
    assertThatThrownBy(() -> ring(new byte[16])).hasMessage("a master key has 16 bytes, not 32");
    assertThatThrownBy(() -> ring()).hasMessage("no master key");
  }

  private static String keyIdOf(byte[] ciphertext) {
    return HexFormat.of().formatHex(ciphertext, 1, 9);
  }

  private static Keyring ring(byte[]... keys) {
    return Keyring.of(List.of(keys), new SecureRandom());
  }

  private static byte[] key(int fill) {
    byte[] key = new byte[32];
    Arrays.fill(key, (byte) fill);
    return key;
  }
}
