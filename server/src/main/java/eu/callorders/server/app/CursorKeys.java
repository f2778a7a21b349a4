package eu.callorders.server.app;

import eu.callorders.core.signing.HmacSha256;
import eu.callorders.server.list.Cursors;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Derives one cursor key and key id from each master key. */
final class CursorKeys {
  private CursorKeys() {}

  static Cursors of(List<byte[]> masterKeys) {
    return new Cursors(masterKeys.stream().map(CursorKeys::key).toList());
  }

  private static Cursors.CursorKey key(byte[] masterKey) {
    HmacSha256 hmac = new HmacSha256(masterKey);
    return Cursors.CursorKey.of(
        derive(hmac, "cursor key id")[0] & 0xff, derive(hmac, "cursor key"));
  }

  private static byte[] derive(HmacSha256 hmac, String purpose) {
    return hmac.of(purpose.getBytes(StandardCharsets.UTF_8));
  }
}
