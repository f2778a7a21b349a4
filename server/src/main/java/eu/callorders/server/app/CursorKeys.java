package eu.callorders.server.app;

import eu.callorders.server.list.Cursors;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.List;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Derives one cursor key and key id from each master key. */
final class CursorKeys {
  private static final String ALGORITHM = "HmacSHA256";

  private CursorKeys() {}

  static Cursors of(List<byte[]> masterKeys) {
    return new Cursors(masterKeys.stream().map(CursorKeys::key).toList());
  }

  private static Cursors.CursorKey key(byte[] masterKey) {
    return Cursors.CursorKey.of(
        derive(masterKey, "cursor key id")[0] & 0xff, derive(masterKey, "cursor key"));
  }

  private static byte[] derive(byte[] masterKey, String purpose) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(new SecretKeySpec(masterKey, ALGORITHM));
      return mac.doFinal(purpose.getBytes(StandardCharsets.UTF_8));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }
}
