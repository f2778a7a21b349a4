package eu.callorders.server.hold;

import eu.callorders.core.call.PhoneNumber;
import eu.callorders.core.hold.ClaimNumber;
import eu.callorders.core.hold.HoldNames;
import eu.callorders.core.signing.HmacSha256;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Hashes the names of holds and calls with a key. A name of one tenant has no hash of another. */
final class NameHasher {
  private final HmacSha256 hmac;

  NameHasher(byte[] key) {
    this.hmac = new HmacSha256(key);
  }

  /**
   * The hashes of a hold's names.
   *
   * @param subject null if the hold names none; the others alike
   */
  record NameHashes(@Nullable UUID subject, @Nullable UUID phone, @Nullable UUID claim) {
    /** The one by which calls find the hold, as the column {@code lookup_hash}. */
    @Nullable UUID lookup() {
      if (subject != null) {
        return subject;
      }
      return claim != null ? claim : phone;
    }
  }

  NameHashes names(UUID tenantId, HoldNames names) {
    return new NameHashes(
        names.subjectReference() == null ? null : subject(tenantId, names.subjectReference()),
        names.phone() == null ? null : phone(tenantId, names.phone()),
        names.claim() == null ? null : claim(tenantId, names.claim()));
  }

  UUID subject(UUID tenantId, String reference) {
    return hash("subject", tenantId, reference);
  }

  UUID phone(UUID tenantId, PhoneNumber phone) {
    return hash("phone", tenantId, phone.e164());
  }

  UUID claim(UUID tenantId, ClaimNumber claim) {
    return hash(claim.kind().wire(), tenantId, claim.value());
  }

  /** The first 16 bytes of the HMAC-SHA256. */
  private UUID hash(String kind, UUID tenantId, String value) {
    byte[] text = (kind + "\n" + tenantId + "\n" + value).getBytes(StandardCharsets.UTF_8);
    ByteBuffer mac = ByteBuffer.wrap(hmac.of(text));
    return new UUID(mac.getLong(), mac.getLong());
  }
}
