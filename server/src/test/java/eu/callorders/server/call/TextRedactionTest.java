package eu.callorders.server.call;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TextRedactionTest {
  private static final String IBAN = "DE89370400440532013000";
  private static final String CARD = "4111111111111111";

  @ParameterizedTest
  @ValueSource(
      strings = {
        "DE89370400440532013000",
        "DE89 3704 0044 0532 0130 00",
        "de89 3704 0044 0532 0130 00",
        "DE 89 37 04 00 44 05 32 01 30 00",
        "DE89-3704-0044-0532-0130-00",
        "GB29 NWBK 6016 1331 9268 19",
        "DE00 3704 0044 0532 0130 01",
        "VG00 H381 81S7 HWP6 7070 V75I",
        "DE89.3704.0044.0532.0130.00",
        "DE89/3704/0044/0532/0130/00",
        "DE89_3704_0044_0532_0130_00",
        "DE89, 3704, 0044, 0532, 0130, 00",
        "DE89\u20113704\u20120044\u20130532\u20140130\u221200",
        "DE89\u00a03704\u20090044\u202f0532\u30000130\t00",
        "DE89 - 3704 - 0044 - 0532 - 0130 - 00",
        "d e 8 9 3 7 0 4 0 0 4 4 0 5 3 2 0 1 3 0 0 0",
        "\uff24\uff25\uff18\uff19\uff13\uff17\uff10\uff14\uff10\uff10\uff14\uff14\uff10\uff15\uff13\uff12\uff10\uff11\uff13\uff10\uff10\uff10",
        "de\u0668\u0669 \u0663\u0667\u0660\u0664 \u0660\u0660\u0664\u0664 \u0660\u0665\u0663\u0662"
            + " \u0660\u0661\u0663\u0660 \u0660\u0660",
        "DE89 -- 3704 -- 0044 -- 0532 -- 0130 -- 00",
        "DE89... 3704... 0044... 0532... 0130... 00",
        "gb00 nwbk 6016 1331 9268 19",
        "MT84MALT011000012345MTLCAST001S",
        "MT84MALT011000012346MTLCAST001S",
        "mt84 malt 0110 0001 2346 mtlc ast0 01s",
        "MT 84 MALT 01100 0012346 MTLCAST 001S",
        "NL92ABNA0417164300",
        "LV81BANK0000435195001",
        "IE30AIBK93115212345678",
        "RO50 AAAA 1B31 0075 9384 0000",
        "AZ22NABZAAAABBBB137010001944",
        "FR14 2004 1010 0505 0001 3M02 606",
        "NL91 ABNA 0417 1643 00"
      })
  void redactsAccountNumbersAnywhere(String iban) {
    for (String sentence :
        List.of("%s", "Meine IBAN ist %s.", "Von %s bitte abbuchen", "%s und 5 Euro")) {
      String spoken = sentence.formatted(iban);
      TextRedaction redaction = TextRedaction.redact(spoken);

      assertThat(redaction.text()).isEqualTo(sentence.formatted("*".repeat(iban.length())));
      assertThat(redaction.spans())
          .containsExactly(
              new TextRedaction.Span(
                  spoken.indexOf(iban), spoken.indexOf(iban) + iban.length(), "account_number"));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "4111111111111111",
        "4111 1111 1111 1111",
        "4111-1111-1111-1111",
        "3782 822463 10005",
        "5555 5555 5555 4444",
        "4111.1111.1111.1111",
        "4111/1111/1111/1111",
        "4111_1111_1111_1111",
        "4111,1111,1111,1111",
        "4111, 1111, 1111, 1111",
        "4111 -- 1111 -- 1111 -- 1111",
        "4111... 1111... 1111... 1111",
        "4111 ... 1111 ... 1111 ... 1111",
        "4111 \u2013 1111 \u2014 1111 \u2212 1111",
        "4111\u200b1111\u200b1111\u200b1111",
        "4 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1",
        "\uff14\uff11\uff11\uff11 \uff11\uff11\uff11\uff11 \uff11\uff11\uff11\uff11"
            + " \uff11\uff11\uff11\uff11",
        "\u0664\u0661\u0661\u0661 \u0661\u0661\u0661\u0661 \u0661\u0661\u0661\u0661"
            + " \u0661\u0661\u0661\u0661",
        "\u06f4\u06f1\u06f1\u06f1 \u06f1\u06f1\u06f1\u06f1 \u06f1\u06f1\u06f1\u06f1"
            + " \u06f1\u06f1\u06f1\u06f1",
        "1354 1700 0000 004",
        "4222222222222",
        "0000 0000 0000 0000",
        "6304000000000000000"
      })
  void redactsCardNumbersAnywhere(String card) {
    for (String sentence :
        List.of("%s", "Die Karte ist %s.", "%s gültig bis 12/27", "%s 12/27 123", "%s 123")) {
      String spoken = sentence.formatted(card);

      assertThat(TextRedaction.redact(spoken).text())
          .doesNotContain(card.substring(card.length() - 4));
      assertThat(TextRedaction.redact(spoken).spans().getFirst().kind()).isEqualTo("card_number");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "Kontonummer 1234567, 1234567",
    "Meine Kontonummer lautet 123 456 789, 123 456 789",
    "Konto-Nr. 1234567890, 1234567890",
    "Kontonummer 123 -- 456 -- 789, 123 -- 456 -- 789",
    "Kontonummer 123... 456... 789, 123... 456... 789",
    "Konto Nr. 1234567890, 1234567890",
    "my account number is 12345678, 12345678",
    "IBAN DE00 1234 5678 9012 3456 78 glaube ich, 1234 5678 9012 3456 78",
    "Kartennummer 4111 1111 1111 1112, 4111 1111 1111 1112"
  })
  void redactsNamedNumbers(String spoken, String number) {
    assertThat(TextRedaction.redact(spoken).text())
        .doesNotContain(number)
        .contains("*".repeat(number.length()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Ich zahle 120,50 Euro am 12.05.2026.",
        "Rechnung RE-2026-004711 vom 1. Mai",
        "Rufen Sie mich unter 030 23125000 an",
        "Sie erreichen mich im 0151 2345 6789 oder 0123",
        "4111 1111 1111 1112",
        "1234567890123",
        "In zwei Raten zu 60 und 60",
        "Aktenzeichen DE12 ABC",
        "Um AT 20 Uhr kommt der Mann am Bahnhof an",
        "AZ 12 wenn der Mann am Bahnhof hier",
        "Sa 12 30 bis 14 Uhr und ab 17 Uhr",
        "Rechnung SE24 vom Juni ueber 2026 Euro",
        "Ich zahle am 1. Mai ... 20 Euro ... und am 1. Juni ... 30 Euro",
        "Zimmer 12 -- 14 -- 16 -- 18",
        "1234 -- 5678 -- 9012 -- 3456",
        "4111 ....... 1111 ....... 1111 ....... 1111",
        "Ich habe mit der Karte am 12.05.2026 bezahlt",
        "Vom Konto gingen 1.234,56 Euro ab",
        ""
      })
  void keepsOtherNumbers(String spoken) {
    assertThat(TextRedaction.redact(spoken).text()).isEqualTo(spoken);
    assertThat(TextRedaction.redact(spoken).spans()).isEmpty();
  }

  @Test
  void redactsSeveralNumbersInOrder() {
    String spoken = "Karte " + CARD + ", sonst " + IBAN + ", Konto 1234567";

    TextRedaction redaction = TextRedaction.redact(spoken);

    assertThat(redaction.spans())
        .extracting(TextRedaction.Span::kind)
        .containsExactly("card_number", "account_number", "account_number");
    assertThat(redaction.text()).hasSameSizeAs(spoken).doesNotContain("1234567");
  }

  @Test
  void keepsEveryOffset() {
    String spoken = "ä😀 " + IBAN + " 😀 Ende";

    TextRedaction redaction = TextRedaction.redact(spoken);

    assertThat(redaction.text()).hasSameSizeAs(spoken);
    assertThat(redaction.text().indexOf("Ende")).isEqualTo(spoken.indexOf("Ende"));
    assertThat(redaction.text().substring(0, 4)).isEqualTo(spoken.substring(0, 4));
  }

  /** Offsets count UTF-16 units; such a digit has two. */
  @Test
  void redactsBothUnitsOfSupplementaryDigits() {
    String four = new String(Character.toChars(0x1d7d2));
    String one = new String(Character.toChars(0x1d7cf));
    String spoken = "😀 " + four + one.repeat(15) + "!";

    TextRedaction redaction = TextRedaction.redact(spoken);

    assertThat(redaction.text()).isEqualTo("😀 " + "*".repeat(32) + "!");
    assertThat(redaction.spans()).containsExactly(new TextRedaction.Span(3, 35, "card_number"));
  }

  @Test
  void keepsTheLengthAndRedactsExactlyItsSpans() {
    Random random = new Random(11);
    String alphabet = "0123456789 -DE4x.";
    for (int round = 0; round < 20_000; round++) {
      StringBuilder spoken = new StringBuilder();
      for (int count = random.nextInt(60); count > 0; count--) {
        spoken.append(alphabet.charAt(random.nextInt(alphabet.length())));
      }
      TextRedaction redaction = TextRedaction.redact(spoken.toString());
      StringBuilder expected = new StringBuilder(spoken);
      int end = 0;
      for (TextRedaction.Span span : redaction.spans()) {
        assertThat(span.start()).isGreaterThanOrEqualTo(end);
        end = span.end();
        expected.replace(span.start(), end, "*".repeat(end - span.start()));
      }
      assertThat(redaction.text()).isEqualTo(expected.toString());
    }
  }

  @Test
  void handlesLongTextQuickly() {
    String digits = "1 ".repeat(50_000);
    String letters = "DE12 ".repeat(20_000);

    assertThat(TextRedaction.redact(digits).text()).hasSameSizeAs(digits);
    assertThat(TextRedaction.redact(letters).text()).hasSameSizeAs(letters);
  }
}
