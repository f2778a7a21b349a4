package eu.callorders.sipgateway.media;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

class SrtpTransformTest {
  // The reference packet of libsrtp.
  private static final SrtpKey KEY =
      new SrtpKey(1, hex("e1f97a0d3e018be0d64fa32c06de41390ec675ad498afeebb6960b3aabe6"));
  private static final byte[] PLAIN = hex("800f1234decafbadcafebabe" + "ab".repeat(16));
  private static final byte[] ENCRYPTED =
      hex("800f1234decafbadcafebabe4e55dc4ce79978d88ca4d215949d2402b78d6acc99ea179b8dbb");

  private static final byte[] CONTROL = hex("81c8000bcafebabe" + "ab".repeat(16));
  private static final byte[] ENCRYPTED_CONTROL =
      hex("81c8000bcafebabe7128035be487b9bdbef89041f977a5a880000001993e08cd54d6c1230798");

  @Test
  void encryptsTheReferenceReport() {
    SrtpTransform sender = SrtpTransform.sender(KEY);
    sender.protectControl(ByteBuffer.wrap(CONTROL.clone())); // the reference has the index 1

    assertThat(bytes(sender.protectControl(ByteBuffer.wrap(CONTROL.clone()))))
        .isEqualTo(ENCRYPTED_CONTROL);
  }

  @Test
  void decryptsTheReferenceReportOnce() {
    SrtpTransform receiver = SrtpTransform.receiver(KEY);

    assertThat(bytes(receiver.unprotectControl(ByteBuffer.wrap(ENCRYPTED_CONTROL)).orElseThrow()))
        .isEqualTo(CONTROL);
    assertThat(receiver.unprotectControl(ByteBuffer.wrap(ENCRYPTED_CONTROL))).isEmpty();
  }

  @Test
  void changedOrShortReportIsDropped() {
    SrtpTransform receiver = SrtpTransform.receiver(KEY);
    for (int i = 0; i < ENCRYPTED_CONTROL.length; i++) {
      byte[] changed = ENCRYPTED_CONTROL.clone();
      changed[i] ^= 1;
      assertThat(receiver.unprotectControl(ByteBuffer.wrap(changed))).as("byte %d", i).isEmpty();
      assertThat(receiver.unprotectControl(ByteBuffer.wrap(ENCRYPTED_CONTROL, 0, i))).isEmpty();
    }
    assertThat(receiver.unprotectControl(ByteBuffer.wrap(CONTROL))).isEmpty();
    assertThat(receiver.unprotectControl(ByteBuffer.wrap(ENCRYPTED_CONTROL))).isPresent();
  }

  @Test
  void encryptsTheReferencePacket() {
    assertThat(bytes(SrtpTransform.sender(KEY).protect(ByteBuffer.wrap(PLAIN))))
        .isEqualTo(ENCRYPTED);
  }

  @Test
  void decryptsTheReferencePacketOnce() {
    SrtpTransform receiver = SrtpTransform.receiver(KEY);

    assertThat(bytes(receiver.unprotect(ByteBuffer.wrap(ENCRYPTED)).orElseThrow()))
        .isEqualTo(PLAIN);
    assertThat(receiver.unprotect(ByteBuffer.wrap(ENCRYPTED))).isEmpty(); // a replay
  }

  @Test
  void changedPacketIsDropped() {
    SrtpTransform receiver = SrtpTransform.receiver(KEY);
    for (int i = 0; i < ENCRYPTED.length; i++) {
      byte[] changed = ENCRYPTED.clone();
      changed[i] ^= 1;
      assertThat(receiver.unprotect(ByteBuffer.wrap(changed))).as("byte %d", i).isEmpty();
    }
    assertThat(receiver.unprotect(ByteBuffer.wrap(PLAIN))).isEmpty();
    assertThat(receiver.unprotect(ByteBuffer.wrap(ENCRYPTED))).isPresent();
  }

  @Test
  void shortPacketIsDropped() {
    SrtpTransform receiver = SrtpTransform.receiver(KEY);
    for (int length = 0; length < ENCRYPTED.length; length++) {
      assertThat(receiver.unprotect(ByteBuffer.wrap(ENCRYPTED, 0, length))).isEmpty();
    }
  }

  @Test
  void sequenceNumbersMayRollOver() {
    SrtpTransform sender = SrtpTransform.sender(KEY);
    SrtpTransform receiver = SrtpTransform.receiver(KEY);
    for (int i = 0; i < 70_000; i++) {
      ByteBuffer packet = ByteBuffer.wrap(PLAIN.clone()).putShort(2, (short) i);
      assertThat(receiver.unprotect(sender.protect(packet))).isPresent();
    }
  }

  @Test
  void anotherSourceIsHeardOnlyWhenItIsAuthentic() {
    SrtpTransform receiver = SrtpTransform.receiver(KEY);
    assertThat(receiver.unprotect(ByteBuffer.wrap(ENCRYPTED))).isPresent();
    ByteBuffer other = ByteBuffer.wrap(PLAIN.clone()).putInt(8, 7);

    assertThat(receiver.unprotect(SrtpTransform.sender(SrtpKey.random()).protect(other))).isEmpty();
    assertThat(receiver.unprotect(SrtpTransform.sender(KEY).protect(other))).isPresent();
  }

  private static byte[] bytes(ByteBuffer buffer) {
    byte[] bytes = new byte[buffer.remaining()];
    buffer.get(bytes);
    return bytes;
  }

  private static byte[] hex(String digits) {
    return HexFormat.of().parseHex(digits);
  }
}
