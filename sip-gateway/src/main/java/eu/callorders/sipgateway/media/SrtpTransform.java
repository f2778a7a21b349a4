package eu.callorders.sipgateway.media;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.util.Optional;
import java.util.logging.Level;
import org.jitsi.srtp.SrtcpCryptoContext;
import org.jitsi.srtp.SrtpContextFactory;
import org.jitsi.srtp.SrtpCryptoContext;
import org.jitsi.srtp.SrtpErrorStatus;
import org.jitsi.srtp.SrtpPolicy;
import org.jitsi.srtp.crypto.Aes;
import org.jitsi.utils.logging2.LoggerImpl;
import org.jspecify.annotations.Nullable;

/**
 * Encrypts the packets of one direction of a call, or decrypts them. Confined to the media thread.
 */
final class SrtpTransform {
  private static final int TAG_LENGTH = 10;
  private static final int CONTROL_INDEX_LENGTH = 4;
  private static final int CONTROL_SSRC_AT = 4;
  private static final int CONTROL_HEADER = 8;
  private static final int AUTHENTICATION_KEY_LENGTH = 20;
  private static final SrtpPolicy POLICY =
      new SrtpPolicy(
          SrtpPolicy.AESCM_ENCRYPTION,
          SrtpKey.KEY_LENGTH,
          SrtpPolicy.HMACSHA1_AUTHENTICATION,
          AUTHENTICATION_KEY_LENGTH,
          TAG_LENGTH,
          SrtpKey.SALT_LENGTH);
  private static final java.util.logging.Logger LIBRARY =
      java.util.logging.Logger.getLogger("org.jitsi");
  private static final int SSRC_AT = 8;
  private static final int HEADER = 12;

  static {
    LIBRARY.setLevel(Level.SEVERE);
    Aes.setFactoryClassName("SunJCE"); // Without it the first call waits for a comparison.
  }

  private final SrtpKey key;
  private final SrtpContextFactory contexts;
  private @Nullable SrtpCryptoContext context;
  private int contextSsrc;
  private @Nullable SrtcpCryptoContext controlContext;
  private int controlSsrc;

  private SrtpTransform(SrtpKey key, boolean sender) {
    this.key = key;
    this.contexts =
        new SrtpContextFactory(
            sender,
            key.masterKey(),
            key.masterSalt(),
            POLICY,
            POLICY,
            new LoggerImpl(SrtpTransform.class.getName()));
  }

  static SrtpTransform sender(SrtpKey key) {
    return new SrtpTransform(key, true);
  }

  static SrtpTransform receiver(SrtpKey key) {
    return new SrtpTransform(key, false);
  }

  boolean has(SrtpKey other) {
    return key.isSame(other);
  }

  /** Encrypts a packet. */
  ByteBuffer protect(ByteBuffer packet) {
    PacketBuffer buffer = new PacketBuffer(packet, TAG_LENGTH);
    try {
      int ssrc = packet.getInt(packet.position() + SSRC_AT);
      if (context == null) {
        context = contexts.deriveContext(ssrc, 0);
      }
      SrtpErrorStatus status = context.transformPacket(buffer);
      if (status != SrtpErrorStatus.OK) {
        throw new IllegalStateException("SRTP packet not encrypted: " + status);
      }
      return buffer.toByteBuffer();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java platform has AES and HMAC", e);
    }
  }

  /** Decrypts a packet; empty unless it is authentic and new. */
  Optional<ByteBuffer> unprotect(ByteBuffer packet) {
    if (packet.remaining() < HEADER + TAG_LENGTH) {
      return Optional.empty();
    }
    PacketBuffer buffer = new PacketBuffer(packet, 0);
    int ssrc = packet.getInt(packet.position() + SSRC_AT);
    try {
      SrtpCryptoContext used = context;
      if (used == null || ssrc != contextSsrc) {
        used = contexts.deriveContext(ssrc, 0);
      }
      if (used.reverseTransformPacket(buffer, false) != SrtpErrorStatus.OK) {
        return Optional.empty();
      }
      context = used; // An authentic packet alone may begin another source.
      contextSsrc = ssrc;
      return Optional.of(buffer.toByteBuffer());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java platform has AES and HMAC", e);
    } catch (RuntimeException malformed) {
      return Optional.empty();
    }
  }

  /** Encrypts a packet of RTCP. */
  ByteBuffer protectControl(ByteBuffer packet) {
    PacketBuffer buffer = new PacketBuffer(packet, TAG_LENGTH + CONTROL_INDEX_LENGTH);
    try {
      if (controlContext == null) {
        int ssrc = packet.getInt(packet.position() + CONTROL_SSRC_AT);
        controlContext = contexts.deriveControlContext(ssrc);
      }
      SrtpErrorStatus status = controlContext.transformPacket(buffer);
      if (status != SrtpErrorStatus.OK) {
        throw new IllegalStateException("SRTCP packet not encrypted: " + status);
      }
      return buffer.toByteBuffer();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java platform has AES and HMAC", e);
    }
  }

  /** Decrypts a packet of RTCP; empty unless it is authentic and new. */
  Optional<ByteBuffer> unprotectControl(ByteBuffer packet) {
    if (packet.remaining() < CONTROL_HEADER + CONTROL_INDEX_LENGTH + TAG_LENGTH) {
      return Optional.empty();
    }
    PacketBuffer buffer = new PacketBuffer(packet, 0);
    int ssrc = packet.getInt(packet.position() + CONTROL_SSRC_AT);
    try {
      SrtcpCryptoContext used = controlContext;
      if (used == null || ssrc != controlSsrc) {
        used = contexts.deriveControlContext(ssrc);
      }
      if (used.reverseTransformPacket(buffer) != SrtpErrorStatus.OK) {
        return Optional.empty();
      }
      controlContext = used;
      controlSsrc = ssrc;
      return Optional.of(buffer.toByteBuffer());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java platform has AES and HMAC", e);
    } catch (RuntimeException malformed) {
      return Optional.empty();
    }
  }
}
