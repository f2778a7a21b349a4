package eu.callorders.simulator.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import eu.callorders.gatewaykit.server.GatewaySettings;
import java.net.URI;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SimulatorSettingsTest {
  private static final String SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

  @Test
  void onlyTheSecretIsRequired() {
    GatewaySettings settings =
        SimulatorSettings.of(Map.of("SIMULATOR_SECRET", SECRET, "PATH", "/bin"));
    assertThat(settings.host()).isEqualTo("127.0.0.1");
    assertThat(settings.port()).isEqualTo(8090);
    assertThat(settings.callbackUrl()).isNull();
    assertThat(settings.callLog()).isNull();
    assertThat(settings.secret().encode()).isEqualTo(SECRET);
    assertThat(settings.dataDirectory()).isEqualTo(Path.of("simulator-data"));
  }

  @Test
  void readsAllSettings() {
    GatewaySettings settings =
        SimulatorSettings.of(
            Map.of(
                "SIMULATOR_HOST", "0.0.0.0",
                "SIMULATOR_PORT", "0",
                "SIMULATOR_CALLBACK_URL", "http://localhost:8080/gateway/v1/events",
                "SIMULATOR_SECRET", SECRET,
                "SIMULATOR_DATA_DIR", "/tmp/sim",
                "SIMULATOR_CALL_LOG", "/tmp/calls.jsonl"));
    assertThat(settings.host()).isEqualTo("0.0.0.0");
    assertThat(settings.port()).isZero();
    assertThat(settings.callbackUrl())
        .isEqualTo(URI.create("http://localhost:8080/gateway/v1/events"));
    assertThat(settings.dataDirectory()).isEqualTo(Path.of("/tmp/sim"));
    assertThat(settings.callLog()).isEqualTo(Path.of("/tmp/calls.jsonl"));
  }

  @ParameterizedTest
  @CsvSource({
    "SIMULATOR_PROT,8090",
    "SIMULATOR_HOST,''",
    "SIMULATOR_PORT,http",
    "SIMULATOR_PORT,65536",
    "SIMULATOR_PORT,-1",
    "SIMULATOR_CALLBACK_URL,localhost:8080",
    "SIMULATOR_CALLBACK_URL,ftp://localhost/",
    "SIMULATOR_CALLBACK_URL,http://user:hunter2@localhost/",
    "SIMULATOR_CALLBACK_URL,http://local host/",
    "SIMULATOR_SECRET,hunter2",
    "SIMULATOR_SECRET,whsec_hunter2=",
    "SIMULATOR_DATA_DIR,''",
    "SIMULATOR_CALL_LOG,''"
  })
  void invalidSettingStopsTheStartWithItsName(String key, String value) {
    Map<String, String> environment = new LinkedHashMap<>(Map.of("SIMULATOR_SECRET", SECRET));
    environment.put(key, value);
    assertThatThrownBy(() -> SimulatorSettings.of(environment))
        .isInstanceOf(GatewaySettings.InvalidSettingException.class)
        .hasMessageStartingWith(key + ": ")
        .message()
        .doesNotContain("hunter2");
  }

  @Test
  void missingSecretStopsTheStart() {
    assertThatThrownBy(() -> SimulatorSettings.of(Map.of()))
        .hasMessageStartingWith("SIMULATOR_SECRET: ");
  }
}
