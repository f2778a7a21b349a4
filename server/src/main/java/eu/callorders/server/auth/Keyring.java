package eu.callorders.server.auth;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * The keys for secrets at rest. The first encrypts, all of them decrypt, so that a new key is put
 * in front, rows are sealed again at leisure, and the old key is dropped.
 *
 * <p>A sealed text is one version byte, the 8 bytes that name its key, a 12-byte nonce, then
 * AES-256-GCM ciphertext and tag. Nonces are random: one key is good for 2^32 of them.
 */
public final class Keyring {
  private static final byte VERSION = 1;
  private static final int KEY_BYTES = 32;
  private static final int NAME_BYTES = 8;
  private static final int NONCE_BYTES = 12;
  private static final int HEAD_BYTES = 1 + NAME_BYTES + NONCE_BYTES;
  private static final int TAG_BITS = 128;
  private static final String MAC = "HmacSHA256";

  private final Map<String, SecretKey> keys;
  private final String first;
  private final SecureRandom random;

  private Keyring(Map<String, SecretKey> keys, SecureRandom random) {
    this.keys = keys;
    this.first = keys.keySet().iterator().next();
    this.random = random;
  }

  /**
   * The ring of these keys of 32 bytes, of which the first encrypts.
   *
   * @throws IllegalArgumentException when there is none, or one of another length
   */
  public static Keyring of(List<byte[]> ring, SecureRandom random) {
    if (ring.isEmpty()) {
      throw new IllegalArgumentException("there is no master key");
    }
    Map<String, SecretKey> keys = new LinkedHashMap<>();
    for (byte[] key : ring) {
      if (key.length != KEY_BYTES) {
        throw new IllegalArgumentException("a master key has " + key.length + " bytes, not 32");
      }
      keys.put(nameOf(key), new SecretKeySpec(key, "AES"));
    }
    return new Keyring(keys, random);
  }

  /** What sealed texts call that key. */
  public static String nameOf(byte[] key) {
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(key);
      return HexFormat.of().formatHex(digest, 0, NAME_BYTES);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Encrypts with the first key; {@code associatedData} names the row that the text belongs to. */
  public byte[] seal(byte[] plaintext, byte[] associatedData) {
    byte[] nonce = new byte[NONCE_BYTES];
    random.nextBytes(nonce);
    try {
      byte[] ciphertext =
          cipher(Cipher.ENCRYPT_MODE, first, nonce, associatedData).doFinal(plaintext);
      return ByteBuffer.allocate(HEAD_BYTES + ciphertext.length)
          .put(VERSION)
          .put(HexFormat.of().parseHex(first))
          .put(nonce)
          .put(ciphertext)
          .array();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("AES-256-GCM failed", e);
    }
  }

  /**
   * Decrypts what {@link #seal} made of the same row.
   *
   * @throws IllegalStateException when the key is not in the ring or the text was altered
   */
  public byte[] open(byte[] sealed, byte[] associatedData) {
    if (sealed.length < HEAD_BYTES || sealed[0] != VERSION) {
      throw new IllegalStateException("not a sealed text of version " + VERSION);
    }
    String name = keyName(sealed);
    byte[] nonce = Arrays.copyOfRange(sealed, 1 + NAME_BYTES, HEAD_BYTES);
    try {
      return cipher(Cipher.DECRYPT_MODE, name, nonce, associatedData)
          .doFinal(sealed, HEAD_BYTES, sealed.length - HEAD_BYTES);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("a sealed text of master key " + name + " was altered", e);
    }
  }

  /** The names of the keys: the first 8 bytes of their SHA-256, hexadecimal. */
  public List<String> names() {
    return List.copyOf(keys.keySet());
  }

  /**
   * The HMAC-SHA256 of a text under a key that is derived from each master key; that of the first
   * master key first.
   *
   * @param purpose keeps the keys of one use apart from those of others
   */
  public List<byte[]> macs(String purpose, byte[] text) {
    return keys.values().stream()
        .map(key -> mac(mac(key.getEncoded(), purpose.getBytes(StandardCharsets.UTF_8)), text))
        .toList();
  }

  private static byte[] mac(byte[] key, byte[] text) {
    try {
      Mac mac = Mac.getInstance(MAC);
      mac.init(new SecretKeySpec(key, MAC));
      return mac.doFinal(text);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String keyName(byte[] sealed) {
    return HexFormat.of().formatHex(sealed, 1, 1 + NAME_BYTES);
  }

  private Cipher cipher(int mode, String keyName, byte[] nonce, byte[] associatedData)
      throws GeneralSecurityException {
    SecretKey key = keys.get(keyName);
    if (key == null) {
      throw new IllegalStateException("master key " + keyName + " is not in the ring");
    }
    Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
    cipher.init(mode, key, new GCMParameterSpec(TAG_BITS, nonce));
    cipher.updateAAD(associatedData);
    return cipher;
  }
}
