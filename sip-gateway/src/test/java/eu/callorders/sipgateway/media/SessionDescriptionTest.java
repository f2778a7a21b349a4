package eu.callorders.sipgateway.media;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.sipgateway.media.SessionDescription.Direction;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SessionDescriptionTest {
  private static final SdpWriter WRITER = new SdpWriter("192.0.2.1", 40_000, 7, null);

  private static final String CRYPTO =
      "a=crypto:1 AES_CM_128_HMAC_SHA1_80 inline:" + "A".repeat(40);

  @Test
  void longerOneThanMessagesMayBeIsNotRead() {
    String description =
        "v=0\r\nc=IN IP4 192.0.2.1\r\nm=audio 4000 RTP/AVP 8\r\n" + "a=x\r\n".repeat(19_000);
    assertThat(SessionDescription.parse(description)).isPresent();

    assertThat(SessionDescription.parse(description + "a=x\r\n".repeat(2_000))).isEmpty();
  }

  @Test
  void offerHasBothLawsAndKeys() {
    assertThat(WRITER.offer())
        .contains("m=audio 40000 RTP/AVP 8 0 101\r\n")
        .contains("a=rtpmap:101 telephone-event/8000\r\n")
        .contains("a=ptime:20\r\n")
        .contains("c=IN IP4 192.0.2.1\r\n");
    SessionDescription parsed = SessionDescription.parse(WRITER.offer()).orElseThrow();
    assertThat(parsed)
        .isEqualTo(
            new SessionDescription(
                "192.0.2.1",
                40_000,
                G711.PCMA,
                101,
                Direction.SENDRECV,
                false,
                null,
                List.of(),
                List.of()));
    assertThat(parsed.isUsable()).isTrue();
  }

  @Test
  void readsTheAnswerOfAnotherCodecAndEventType() {
    SessionDescription parsed =
        parse(
            "c=IN IP4 198.51.100.9",
            "a=inactive",
            "m=audio 5000/2 RTP/AVP 18 0 96",
            "c=IN IP4 198.51.100.10",
            "a=rtpmap:96 telephone-event/8000",
            "a=sendrecv",
            "m=video 6000 RTP/AVP 97",
            "c=IN IP4 198.51.100.11",
            "a=recvonly");
    assertThat(parsed)
        .isEqualTo(
            new SessionDescription(
                "198.51.100.10",
                5_000,
                G711.PCMU,
                96,
                Direction.SENDRECV,
                false,
                null,
                List.of(),
                List.of("video 0 RTP/AVP 97")));
  }

  @ParameterizedTest
  @CsvSource({"sendonly, true", "inactive, true", "recvonly, false", "sendrecv, false"})
  void knowsHold(String direction, boolean hold) {
    assertThat(parse("c=IN IP4 192.0.2.2", "m=audio 4 RTP/AVP 8", "a=" + direction).isHold())
        .isEqualTo(hold);
    assertThat(parse("c=IN IP4 0.0.0.0", "m=audio 4 RTP/AVP 8").isHold()).isTrue();
  }

  @Test
  void answersWithTheOfferedTypes() {
    SessionDescription offer =
        parse(
            "c=IN IP4 192.0.2.2",
            "m=audio 4 RTP/AVP 0 8 98",
            "a=rtpmap:98 telephone-event/8000",
            "a=sendonly");

    assertThat(WRITER.answer(offer, 2))
        .contains("o=- 7 2 IN IP4 192.0.2.1\r\n")
        .contains("m=audio 40000 RTP/AVP 0 98\r\n")
        .contains("a=rtpmap:98 telephone-event/8000\r\n")
        .endsWith("a=recvonly\r\n");
  }

  @Test
  void answerRefusesOtherMediaInTheirPlaces() {
    SessionDescription offer =
        parse(
            "c=IN IP4 192.0.2.2",
            "m=audio 6 RTP/SAVPF 111",
            "m=audio 4 RTP/AVP 8",
            "m=video 5000/2 RTP/AVP 97 98",
            "m=image 4 udptl t38");

    assertThat(WRITER.answer(offer, 2).lines().filter(line -> line.startsWith("m=")))
        .containsExactly(
            "m=audio 0 RTP/SAVPF 111",
            "m=audio 40000 RTP/AVP 8",
            "m=video 0 RTP/AVP 97 98",
            "m=image 0 udptl t38");
  }

  @Test
  void laterOfferKeepsTheMediaOfTheOtherSide() {
    SdpNegotiation ours = new SdpNegotiation(WRITER);
    assertThat(ours.offer()).isEqualTo(WRITER.offer());
    SessionDescription offer =
        parse(
            "c=IN IP4 192.0.2.2",
            "m=video 5000 RTP/AVP 97",
            "m=audio 4 RTP/AVP 8",
            "m=image 4 udptl t38");
    assertThat(ours.answer(offer)).contains("o=- 7 2 IN");

    String later = ours.offer();

    assertThat(later.lines().filter(line -> line.startsWith("m=")))
        .containsExactly(
            "m=video 0 RTP/AVP 97", "m=audio 40000 RTP/AVP 8 0 101", "m=image 0 udptl t38");
    assertThat(later).contains("o=- 7 3 IN");
    assertThat(ours.offer()).isEqualTo(later);
  }

  @Test
  void refusedAudioAndForeignCodecsAreNotUsable() {
    assertThat(parse("c=IN IP4 192.0.2.2", "m=audio 0 RTP/AVP 8").isUsable()).isFalse();
    assertThat(parse("c=IN IP4 192.0.2.2", "m=audio 4 RTP/AVP 18 111").isUsable()).isFalse();
  }

  @Test
  void encryptedOfferHasANewKey() {
    SdpWriter writer = SdpWriter.of("192.0.2.1", 40_000, 7, true);

    assertThat(writer.offer())
        .contains("m=audio 40000 RTP/SAVP 8 0 101\r\n")
        .containsPattern("a=crypto:1 AES_CM_128_HMAC_SHA1_80 inline:[A-Za-z0-9+/]{40}\r\n");
    assertThat(SdpWriter.of("192.0.2.1", 40_000, 7, true).offer()).isNotEqualTo(writer.offer());
    assertThat(writer.toString()).doesNotContain("inline");
  }

  @Test
  void encryptionIsNeitherDroppedNorForced() {
    SdpWriter encrypting = SdpWriter.of("192.0.2.1", 40_000, 7, true);
    SessionDescription plain = parse("c=IN IP4 192.0.2.2", "m=audio 4 RTP/AVP 8", CRYPTO);
    SessionDescription encrypted = parse("c=IN IP4 192.0.2.2", "m=audio 4 RTP/SAVP 8", CRYPTO);

    assertThat(WRITER.accepts(plain)).isTrue();
    assertThat(WRITER.accepts(encrypted)).isFalse();
    assertThat(encrypting.accepts(plain)).isFalse();
    assertThat(encrypting.accepts(encrypted)).isTrue();
    assertThat(encrypting.accepts(parse("c=IN IP4 192.0.2.2", "m=audio 4 RTP/SAVP 8"))).isFalse();
  }

  @Test
  void answerTakesTheTagOfTheOffersKey() {
    SdpWriter encrypting = SdpWriter.of("192.0.2.1", 40_000, 7, true);
    SessionDescription offer =
        parse(
            "c=IN IP4 192.0.2.2",
            "m=audio 4 RTP/SAVP 8",
            "a=crypto:3 AES_CM_128_HMAC_SHA1_32 inline:" + "A".repeat(40),
            "a=crypto:4 AES_CM_128_HMAC_SHA1_80 inline:" + "B".repeat(40) + "|2^31");

    assertThat(encrypting.answer(offer, 2))
        .contains("m=audio 40000 RTP/SAVP 8\r\n")
        .contains("a=crypto:4 AES_CM_128_HMAC_SHA1_80 inline:")
        .doesNotContain("B".repeat(40));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1 AES_CM_128_HMAC_SHA1_80 inline:AAAA",
        "1 AES_CM_128_HMAC_SHA1_80 inline:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA|2^20|1:4",
        "1 AES_CM_128_HMAC_SHA1_80 inline:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
            + " UNENCRYPTED_SRTP",
        "1 AES_256_CM_HMAC_SHA1_80 inline:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
        "x"
      })
  void unsupportedKeysAreNotUsed(String attribute) {
    assertThat(
            parse("c=IN IP4 192.0.2.2", "m=audio 4 RTP/SAVP 8", "a=crypto:" + attribute).isUsable())
        .isFalse();
  }

  @Test
  void imageAndGarbageHaveNoAudio() {
    assertThat(SessionDescription.parse("v=0\r\nc=IN IP4 192.0.2.2\r\nm=image 4 udptl t38\r\n"))
        .isEmpty();
    assertThat(SessionDescription.parse("m=audio x RTP/AVP y\r\na=rtpmap:\r\nc=IN\r\n")).isEmpty();
    assertThat(SessionDescription.parse("a=x\r\n".repeat(30_000))).isEmpty();
  }

  private static SessionDescription parse(String... lines) {
    return SessionDescription.parse("v=0\r\ns=-\r\n" + String.join("\r\n", lines) + "\r\n")
        .orElseThrow();
  }
}
