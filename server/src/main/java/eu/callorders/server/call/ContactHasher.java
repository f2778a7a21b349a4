package eu.callorders.server.call;

import eu.callorders.core.call.PhoneNumber;
import eu.callorders.server.encryption.Keyring;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;

/**
 * Hashes identifiers of a subject's contacts under every master key of the keyring, so that a hash
 * from before a rotation is found while its key exists.
 */
public final class ContactHasher {
  private static final String PURPOSE = "erased contact";

  private final Keyring keyring;

  public ContactHasher(Keyring ring) {
    this.keyring = ring;
  }

  /** The hashes of a reference, that of the first master key first. */
  List<UUID> hashReference(UUID tenantId, String reference) {
    return hashes("reference", tenantId, reference);
  }

  /** The hashes of a phone, in the same order. */
  List<UUID> hashPhone(UUID tenantId, PhoneNumber phone) {
    return hashes("phone", tenantId, phone.e164());
  }

  /** The hashes of a claim, in the same order. */
  List<UUID> hashClaim(UUID tenantId, UUID claim) {
    return hashes("claim", tenantId, claim.toString());
  }

  /** The first 16 bytes of each HMAC-SHA256. */
  private List<UUID> hashes(String kind, UUID tenantId, String value) {
    byte[] text = (kind + "\n" + tenantId + "\n" + value).getBytes(StandardCharsets.UTF_8);
    return keyring.macs(PURPOSE, text).stream().map(ContactHasher::firstHalf).toList();
  }

  private static UUID firstHalf(byte[] mac) {
    ByteBuffer bytes = ByteBuffer.wrap(mac);
    return new UUID(bytes.getLong(), bytes.getLong());
  }
}
