package eu.callorders.core.id;

import java.time.Instant;
import java.util.UUID;
import java.util.random.RandomGenerator;

/** UUID version 7 (RFC 9562): 48 bits of Unix milliseconds, then randomness. */
public final class UuidV7 {
  private static final long VERSION = 0x7000L;
  private static final long VARIANT = 0x8000_0000_0000_0000L;

  private UuidV7() {}

  /** A new identifier, sortable by {@code at} in milliseconds. */
  public static UUID at(Instant at, RandomGenerator random) {
    return of(at.toEpochMilli(), random.nextLong(), random.nextLong());
  }

  /** From milliseconds, 12 bits of {@code high} and 62 of {@code low}. */
  public static UUID of(long millis, long high, long low) {
    return new UUID((millis << 16) | VERSION | (high & 0xFFF), VARIANT | (low >>> 2));
  }

  /** The instant of the identifier, in milliseconds. */
  public static Instant instantOf(UUID id) {
    return Instant.ofEpochMilli(id.getMostSignificantBits() >>> 16);
  }
}
