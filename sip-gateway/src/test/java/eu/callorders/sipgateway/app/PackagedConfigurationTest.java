package eu.callorders.sipgateway.app;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.gatewaykit.server.GatewaySettings;
import eu.callorders.sipgateway.config.SipGatewaySettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The configuration file of the Debian package. */
class PackagedConfigurationTest {
  private static final Path FILE =
      Path.of("..", "packaging", "call-orders-sip-gateway", "sip-gateway.conf");
  private static final String PREFIX = SipGatewaySettings.PROFILE.prefix();
  private static final Pattern SETTING = Pattern.compile("(#?)(" + PREFIX + "[A-Z0-9_]+)=(.*)");
  private static final Map<String, String> REQUIRED =
      Map.of(
          PREFIX + "SECRET", "whsec_QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVo=",
          PREFIX + "TRUNK", "sip:trunk.example",
          PREFIX + "TRUNK2", "sip:second.example",
          PREFIX + "CALLER_IDS", "+493012345678");

  @Test
  void namesEverySettingOnce() throws IOException {
    List<String> all =
        Stream.concat(GatewaySettings.KEYS.stream(), SipGatewaySettings.PROFILE.ownKeys().stream())
            .map(name -> PREFIX + name)
            .toList();

    assertThat(settings().map(setting -> setting.group(2)))
        .containsExactlyInAnyOrderElementsOf(all);
  }

  @Test
  void showsDefaultsBehindNumberSigns() throws IOException {
    Map<String, String> shown = new HashMap<>(REQUIRED);
    settings()
        .filter(setting -> !setting.group(1).isEmpty() && !setting.group(3).isEmpty())
        .forEach(setting -> shown.put(setting.group(2), setting.group(3)));

    assertThat(SipGatewaySettings.read(shown))
        .usingRecursiveComparison()
        .isEqualTo(SipGatewaySettings.read(REQUIRED));
  }

  @Test
  void needsOnlyWhatItCallsRequired() throws IOException {
    SipGatewaySettings settings = SipGatewaySettings.read(ConfigFile.merge(FILE, REQUIRED));

    assertThat(settings.gateway().dataDirectory())
        .isEqualTo(Path.of("/var/lib/call-orders-sip-gateway"));
    assertThat(settings.gateway().callbackUrl()).isNotNull();
  }

  private static Stream<Matcher> settings() throws IOException {
    return Files.readAllLines(FILE).stream().map(SETTING::matcher).filter(Matcher::matches);
  }
}
