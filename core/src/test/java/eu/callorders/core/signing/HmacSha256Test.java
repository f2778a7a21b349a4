package eu.callorders.core.signing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import javax.crypto.Mac;
import org.junit.jupiter.api.Test;

class HmacSha256Test {
  private static final String QUESTION =
      "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843";

  private final HmacSha256 hmac = new HmacSha256(bytes("Jefe"));

  /** Test case 2 of RFC 4231. */
  @Test
  void hasTheValueOfTheStandard() {
    assertEquals(QUESTION, hex(hmac.of(bytes("what do ya want for nothing?"))));
  }

  @Test
  void readsTwoTextsAtOnce() {
    Mac question = hmac.start();
    question.update(bytes("what do ya want "));
    hmac.start().update(bytes("another text"));

    assertEquals(QUESTION, hex(question.doFinal(bytes("for nothing?"))));
    assertEquals(QUESTION, hex(hmac.of(bytes("what do ya want for nothing?"))));
  }

  @Test
  void refusesAnEmptyKey() {
    assertThrows(IllegalArgumentException.class, () -> new HmacSha256(new byte[0]));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  private static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }
}
