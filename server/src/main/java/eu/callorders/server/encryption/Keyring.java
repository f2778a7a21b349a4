package eu.callorders.server.encryption;

import eu.callorders.core.signing.HmacSha256;
import eu.callorders.core.signing.Sha256;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.crypto.Cipher;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * The master keys. The first encrypts, all decrypt: to rotate, put a new key in front, re-encrypt
 * all rows, then remove the old key.
 *
 * <p>A ciphertext is one version byte, the 8-byte key id, a 12-byte nonce, then AES-256-GCM
 * ciphertext and tag. Nonces are random: one key is good for 2^32 of them.
 */
public final class Keyring {
  private static final byte VERSION = 1;
  private static final int KEY_BYTES = 32;
  private static final int ID_BYTES = 8;
  private static final int NONCE_BYTES = 12;
  private static final int HEAD_BYTES = 1 + ID_BYTES + NONCE_BYTES;
  private static final int TAG_BITS = 128;

  private final Map<String, SecretKey> keys;
  private final String first;
  private final SecureRandom random;

  /** By purpose, one for each master key. */
  private final Map<String, List<HmacSha256>> hmacs = new ConcurrentHashMap<>();

  private Keyring(Map<String, SecretKey> keys, SecureRandom random) {
    this.keys = keys;
    this.first = keys.keySet().iterator().next();
    this.random = random;
  }

  /**
   * Creates a keyring whose first key encrypts.
   *
   * @param ring keys of 32 bytes
   * @throws IllegalArgumentException when empty or a key has another length
   */
  public static Keyring of(List<byte[]> ring, SecureRandom random) {
    if (ring.isEmpty()) {
      throw new IllegalArgumentException("no master key");
    }
    Map<String, SecretKey> keys = new LinkedHashMap<>();
    for (byte[] key : ring) {
      if (key.length != KEY_BYTES) {
        throw new IllegalArgumentException("a master key has " + key.length + " bytes, not 32");
      }
      keys.put(idOf(key), new SecretKeySpec(key, "AES"));
    }
    return new Keyring(keys, random);
  }

  /** The key id in ciphertexts. */
  public static String idOf(byte[] key) {
    return HexFormat.of().formatHex(Sha256.of(key), 0, ID_BYTES);
  }

  /** Encrypts with the first key; {@code associatedData} identifies the row. */
  public byte[] encrypt(byte[] plaintext, byte[] associatedData) {
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
   * Decrypts a ciphertext of the same row.
   *
   * @throws IllegalStateException when the key is missing or the ciphertext was altered
   */
  public byte[] decrypt(byte[] ciphertext, byte[] associatedData) {
    if (ciphertext.length < HEAD_BYTES || ciphertext[0] != VERSION) {
      throw new IllegalStateException("not a ciphertext of version " + VERSION);
    }
    String name = keyId(ciphertext);
    byte[] nonce = Arrays.copyOfRange(ciphertext, 1 + ID_BYTES, HEAD_BYTES);
    try {
      return cipher(Cipher.DECRYPT_MODE, name, nonce, associatedData)
          .doFinal(ciphertext, HEAD_BYTES, ciphertext.length - HEAD_BYTES);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("a ciphertext of master key " + name + " was altered", e);
    }
  }

  /** The key ids: the first 8 bytes of each key's SHA-256, hexadecimal. */
  public List<String> ids() {
    return List.copyOf(keys.keySet());
  }

  /**
   * The HMAC-SHA256 of a text under a key derived from each master key, the first master key first.
   *
   * @param purpose separates the derived keys of different uses
   */
  public List<byte[]> macs(String purpose, byte[] text) {
    return hmacs.computeIfAbsent(purpose, this::derive).stream()
        .map(hmac -> hmac.of(text))
        .toList();
  }

  private List<HmacSha256> derive(String purpose) {
    byte[] text = purpose.getBytes(StandardCharsets.UTF_8);
    return keys.values().stream()
        .map(key -> new HmacSha256(new HmacSha256(key.getEncoded()).of(text)))
        .toList();
  }

  private static String keyId(byte[] ciphertext) {
    return HexFormat.of().formatHex(ciphertext, 1, 1 + ID_BYTES);
  }

  private Cipher cipher(int mode, String keyName, byte[] nonce, byte[] associatedData)
      throws GeneralSecurityException {
    SecretKey key = keys.get(keyName);
    if (key == null) {
      throw new IllegalStateException("master key " + keyName + " is not in the keyring");
    }
    Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
    cipher.init(mode, key, new GCMParameterSpec(TAG_BITS, nonce));
    cipher.updateAAD(associatedData);
    return cipher;
  }
}
