package eu.callorders.sipgateway.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import eu.callorders.gatewaykit.server.GatewaySettings.InvalidSettingException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SipGatewaySettingsTest {
  private static final String PREFIX = "SIPGATEWAY_";
  private static final Map<String, String> REQUIRED =
      Map.of(
          "SECRET", "whsec_" + "QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVo=",
          "TRUNK", "sip:trunk.example",
          "CALLER_IDS", "+493012345678, +431234567");

  @Test
  void defaultsAreThoseOfTheDocument() {
    SipGatewaySettings settings = read(Map.of());

    assertThat(settings.gateway().port()).isEqualTo(8091);
    assertThat(settings.listen())
        .containsExactly(new ListenAddress(Transport.UDP, "0.0.0.0", 5070));
    assertThat(settings.publicAddress()).isNull();
    assertThat(settings.countries()).isEqualTo(Set.of("49", "43"));
    assertThat(settings.maxCalls()).isEqualTo(10);
    assertThat(settings.callsPerSecond()).isEqualTo(1);
    assertThat(settings.sessionExpires()).isEqualTo(Duration.ofMinutes(10));
    assertThat(settings.agent().kind()).isEqualTo(AgentSettings.Kind.KEYPAD);
    assertThat(settings.speech().command())
        .isEqualTo(List.of("espeak-ng", "-v", "{language}", "-w", "{file}"));
    assertThat(settings.rtpPorts()).isEqualTo(new PortRange(40_000, 40_199));
    assertThat(settings.divert()).isNull();
    TrunkSettings trunk = settings.trunks().getFirst();
    assertThat(trunk.domain()).isEqualTo("trunk.example");
    assertThat(trunk.ping()).isEqualTo(Duration.ofSeconds(30));
    assertThat(trunk.identity()).isEqualTo(TrunkSettings.Identity.PAI);
    assertThat(trunk.numbers()).isEqualTo(NumberFormat.PLUS_E164);
    assertThat(trunk.register() || trunk.srtp() || trunk.fromUser()).isFalse();
  }

  @Test
  void agentIsShownWithoutSecrets() {
    SipGatewaySettings settings =
        read(
            Map.of(
                "AGENT", "wss://user:password@agent.example/calls?key=secret",
                "AGENT_TOKEN", "token"));

    assertThat(settings.agent()).hasToString("WEBSOCKET wss://agent.example/calls");
  }

  @Test
  void secondTrunkHasTheSameKeys() {
    SipGatewaySettings settings =
        read(
            Map.of(
                "LISTEN", "udp:0.0.0.0:5070, tcp:0.0.0.0:5070",
                "TRUNK2", "sip:192.0.2.7:5080;transport=tcp",
                "TRUNK2_USER", "alice",
                "TRUNK2_PASSWORD", "secret",
                "TRUNK2_FROM", "user",
                "TRUNK2_DOMAIN", "sip.example",
                "TRUNK2_NUMBERS", "national:DE",
                "TRUNK2_IDENTITY", "none",
                "TRUNK2_PING", "5"));
    TrunkSettings second = settings.trunks().get(1);

    assertThat(second.address()).isEqualTo(new SipAddress(null, "192.0.2.7", 5080, Transport.TCP));
    assertThat(second.numbers().write("+4930123456")).isEqualTo("030123456");
    assertThat(second.numbers().write("+4312345")).isEqualTo("004312345");
    assertThat(second.toString()).doesNotContain("secret");
  }

  @ParameterizedTest
  @CsvSource({
    "SECRET, , SECRET",
    "TRUNK, , TRUNK",
    "CALLER_IDS, , CALLER_IDS",
    "TRUNK, sips:trunk.example, TRUNK",
    "TRUNK, sip:user@trunk.example, TRUNK",
    "TRUNK, sip:trunk.example:0, TRUNK",
    "TRUNK, sip:trunk.example:70000, TRUNK",
    "TRUNK_USER, alice, TRUNK_PASSWORD",
    "TRUNK_PASSWORD, secret, TRUNK_USER",
    "TRUNK_REGISTER, yes, TRUNK_REGISTER",
    "TRUNK_REGISTER, true, TRUNK_REGISTER",
    "TRUNK_FROM, user, TRUNK_FROM",
    "TRUNK_IDENTITY, rpid, TRUNK_IDENTITY",
    "TRUNK_NUMBERS, national:XX, TRUNK_NUMBERS",
    "TRUNK_NUMBERS, national:BR, TRUNK_NUMBERS",
    "TRUNK_NUMBERS, local, TRUNK_NUMBERS",
    "TRUNK_SRTP, required, TRUNK_SRTP",
    "TRUNK_PING, 0, TRUNK_PING",
    "TRUNK_DOMAIN, a b, TRUNK_DOMAIN",
    "TRUNK2_USER, alice, TRUNK2_USER",
    "LISTEN, udp:0.0.0.0, LISTEN",
    "LISTEN, sctp:0.0.0.0:5060, LISTEN",
    "TRUNK, sip:trunk.example;transport=tls, LISTEN",
    "DIVERT, sip:me@desk.example:5061;transport=tls, LISTEN",
    "PUBLIC_ADDRESS, a:1, PUBLIC_ADDRESS",
    "TLS_CERT_FILE, a.pem, TLS_KEY_FILE",
    "CALLER_IDS, 030123456, CALLER_IDS",
    "COUNTRIES, DE, COUNTRIES",
    "COUNTRIES, 999, COUNTRIES",
    "MAX_CALLS, 0, MAX_CALLS",
    "CALLS_PER_SECOND, many, CALLS_PER_SECOND",
    "SESSION_EXPIRES, 60, SESSION_EXPIRES",
    "AGENT, human, AGENT",
    "AGENT, wss://agent.example, AGENT_TOKEN",
    "AGENT, sip:bot@agent.example, AGENT_TOKEN",
    "AGENT, sips:bot@agent.example, AGENT",
    "AGENT, openai, OPENAI_API_KEY",
    "OPENAI_BASE_URL, http://models.example/v1, OPENAI_BASE_URL",
    "OPENAI_BASE_URL, https://user:secret@models.example/v1, OPENAI_BASE_URL",
    "OPENAI_BASE_URL, https://models.example/v1?a=b, OPENAI_BASE_URL",
    "SPEECH, say it, SPEECH",
    "RTP_PORTS, 40001-40001, RTP_PORTS",
    "RTP_PORTS, 40100-40000, RTP_PORTS",
    "DIVERT, sip:desk.example, DIVERT",
    "TRUNK_USR, alice, TRUNK_USR",
    "COLOR, green, COLOR"
  })
  void faultNamesItsKey(String key, String value, String named) {
    Map<String, String> changed = new HashMap<>(REQUIRED);
    if (value == null) {
      changed.remove(key);
    } else {
      changed.put(key, value);
    }
    assertThatThrownBy(() -> SipGatewaySettings.read(prefixed(changed)))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageStartingWith(PREFIX + named + ": ")
        .hasMessageNotContaining("secret");
  }

  @Test
  void callerIdHasAKnownCallingCodeWhateverTheCountries() {
    assertThatThrownBy(() -> read(Map.of("CALLER_IDS", "+9991234567", "COUNTRIES", "49")))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageStartingWith(PREFIX + "CALLER_IDS: ");
  }

  @Test
  void agentNeedsItsTransport() {
    Map<String, String> values = new HashMap<>(REQUIRED);
    values.put("AGENT", "sip:bot@agent.example;transport=tcp");
    values.put("AGENT_TOKEN", "token");

    assertThatThrownBy(() -> SipGatewaySettings.read(prefixed(values)))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageStartingWith(PREFIX + "LISTEN: has no tcp:, which SIPGATEWAY_AGENT needs");
  }

  @Test
  void keysAreNotShown() {
    AgentSettings agent =
        read(Map.of("AGENT", "openai", "OPENAI_API_KEY", "sk-1", "AGENT_TOKEN", "t-1")).agent();

    assertThat(agent.toString() + agent.openAi()).doesNotContain("sk-1", "t-1");
  }

  @Test
  void diversionNeedsNoTrunk() {
    Map<String, String> values = new HashMap<>(REQUIRED);
    values.remove("TRUNK");
    values.remove("CALLER_IDS");
    values.put("DIVERT", "sip:me@192.0.2.5:5062");
    SipGatewaySettings settings = SipGatewaySettings.read(prefixed(values));

    assertThat(settings.trunks()).isEmpty();
    assertThat(settings.callerIds()).isEmpty();
    assertThat(settings.divert()).isEqualTo(new SipAddress("me", "192.0.2.5", 5062, null));
  }

  @ParameterizedTest
  @CsvSource({
    "+e164, +4930123456",
    "e164, 4930123456",
    "00e164, 004930123456",
    "national:DE, 030123456",
    "national:AT, 004930123456",
    "national:ES, 004930123456",
    "national:IT, 004930123456",
    "national:US, 0114930123456",
    "national:AU, 00114930123456"
  })
  void writesNumbersAsTheCarrierWants(String format, String number) {
    assertThat(
            read(Map.of("TRUNK_NUMBERS", format))
                .trunks()
                .getFirst()
                .numbers()
                .write("+4930123456"))
        .isEqualTo(number);
  }

  @ParameterizedTest
  @CsvSource({
    "DE, +491701234567, 01701234567",
    "DE, +4912345, 012345",
    "ES, +34912345678, 912345678",
    "IT, +390612345678, 0612345678",
    "US, +12025550123, 12025550123",
    "US, +14165550123, 14165550123",
    "LI, +4232345678, 2345678"
  })
  void writesNumbersOfTheCountryAsTheyAreDialedThere(String region, String e164, String dialed) {
    TrunkSettings trunk = read(Map.of("TRUNK_NUMBERS", "national:" + region)).trunks().getFirst();

    assertThat(trunk.numbers().write(e164)).isEqualTo(dialed);
  }

  private static SipGatewaySettings read(Map<String, String> changes) {
    Map<String, String> values = new HashMap<>(REQUIRED);
    values.putAll(changes);
    return SipGatewaySettings.read(prefixed(values));
  }

  private static Map<String, String> prefixed(Map<String, String> values) {
    Map<String, String> prefixed = new HashMap<>();
    values.forEach((key, value) -> prefixed.put(PREFIX + key, value));
    return prefixed;
  }
}
