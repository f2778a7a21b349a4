package eu.callorders.server.order;

import eu.callorders.server.encryption.Keyring;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;

/**
 * Hashes order keys with every master key of the keyring, so a hash from before a rotation still
 * matches.
 */
public final class OrderKeyHasher {
  private static final String PURPOSE = "order key";

  private final Keyring keyring;

  public OrderKeyHasher(Keyring ring) {
    this.keyring = ring;
  }

  /** The first 16 bytes of each HMAC-SHA256, newest master key first. */
  List<UUID> hashes(UUID tenantId, String subjectReference, OrderKey key) {
    byte[] text = key.text(tenantId, subjectReference).getBytes(StandardCharsets.UTF_8);
    return keyring.macs(PURPOSE, text).stream().map(OrderKeyHasher::truncate).toList();
  }

  private static UUID truncate(byte[] mac) {
    ByteBuffer bytes = ByteBuffer.wrap(mac);
    return new UUID(bytes.getLong(), bytes.getLong());
  }
}
