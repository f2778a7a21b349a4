package eu.callorders.server.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import eu.callorders.server.app.Config.Environment;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LiveSettingsCheckTest {
  static final String RANDOM_KEY = "m1nTSYJgQbHFGgdVA1WbCVPlYhoLkMQ8dDv1DwRPQ5o=";
  private static final String REMOTE = "postgresql://me:pw@db.example/orders";
  private static final String VERIFIED = "?sslmode=verify-full&sslrootcert=/etc/ca.pem";

  private static final Map<String, String> LIVE =
      Map.of(
          "CALLORDERS_ENVIRONMENT", "live",
          "CALLORDERS_ADMIN_TOKEN", "JxYaj0ep8VhFYzZB",
          "CALLORDERS_MASTER_KEY", RANDOM_KEY,
          "CALLORDERS_GATEWAY", "https://gateway.example",
          "CALLORDERS_BASE_URL", "https://calls.example",
          "CALLORDERS_AUTH_URL", "https://auth.example",
          "CALLORDERS_DATABASE_URL", REMOTE + VERIFIED);

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "ADMIN_TOKEN | x",
        "ADMIN_TOKEN | JxYaj0ep8VhFYzZ",
        "ADMIN_TOKEN | aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
        "MASTER_KEY | AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=",
        "MASTER_KEY | " + RANDOM_KEY + ",AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=",
        "GATEWAY | http://gateway.example",
        "GATEWAY | http://10.0.0.7:9000",
        "GATEWAY | http://[2001:db8::1]:9000",
        "BASE_URL | http://calls.example",
        "BASE_URL | http://127.0.0.1:8080",
        "AUTH_URL | http://auth.example",
        "RATE_LIMIT | off",
        "WEBHOOK_EXTRA_TARGETS | dev.example:80,169.254.169.254:80",
        "WEBHOOK_EXTRA_TARGETS | [fe80::1]:80",
        "WEBHOOK_EXTRA_TARGETS | [::ffff:169.254.169.254]:80",
        "TRUSTED_PROXIES | 0.0.0.0/0",
        "TRUSTED_PROXIES | 10.0.0.0/8,::/0",
        "TRUSTED_PROXIES | 128.0.0.0/1",
        "DATABASE_URL | " + REMOTE,
        "DATABASE_URL | " + REMOTE + "?sslmode=require",
        "DATABASE_URL | " + REMOTE + "?sslmode=verify-ca&sslrootcert=/etc/ca.pem",
        "DATABASE_MIGRATION_URL | " + REMOTE
      })
  void refusesAWeakSettingByItsKeyUnlessInALaboratory(String key, String value) {
    Map<String, String> weak = live("CALLORDERS_" + key, value);

    assertThatThrownBy(() -> read(weak))
        .isInstanceOf(ConfigRefused.class)
        .hasMessageStartingWith("CALLORDERS_" + key + ": ")
        .hasMessageContaining("when live")
        .satisfies(refused -> assertThat(refused.getMessage().lines()).hasSize(1));

    weak.put("CALLORDERS_LABORATORY", "true");
    assertThat(read(weak).environment()).isEqualTo(Environment.LIVE);
    weak.put("CALLORDERS_ENVIRONMENT", "sandbox");
    weak.remove("CALLORDERS_LABORATORY");
    assertThat(read(weak).environment()).isEqualTo(Environment.SANDBOX);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "GATEWAY | http://127.0.0.1:9000",
        "GATEWAY | http://localhost:9000",
        "GATEWAY | http://[::1]:9000",
        "RATE_LIMIT | 1/1",
        "WEBHOOK_EXTRA_TARGETS | hooks.internal:80",
        "TRUSTED_PROXIES | 10.0.0.0/8,fc00::/7",
        "DATABASE_URL | postgresql://me:pw@localhost/orders",
        "DATABASE_URL | postgresql://me:pw@[::1]/orders",
        "DATABASE_MIGRATION_URL | postgresql://owner:pw@db.example/orders" + VERIFIED
      })
  void acceptsAStrongSetting(String key, String value) {
    assertThat(read(live("CALLORDERS_" + key, value)).laboratory()).isFalse();
  }

  @Test
  void acceptsTheAddressOfTheListenerOnTheLoopbackOnly() {
    Map<String, String> local = new HashMap<>(LIVE);
    local.remove("CALLORDERS_BASE_URL");
    local.remove("CALLORDERS_AUTH_URL");
    assertThat(read(local).baseUrl(8080)).hasToString("http://127.0.0.1:8080");

    local.put("CALLORDERS_HTTP_HOST", "0.0.0.0");
    assertThatThrownBy(() -> read(local))
        .hasMessageContaining("CALLORDERS_BASE_URL: ")
        .hasMessageContaining("CALLORDERS_AUTH_URL: ");
  }

  @Test
  void aLaboratoryNeedsTheKeysThatLiveRequires() {
    Map<String, String> lacking = live("CALLORDERS_LABORATORY", "true");
    lacking.remove("CALLORDERS_MASTER_KEY");

    assertThatThrownBy(() -> read(lacking)).hasMessageStartingWith("CALLORDERS_MASTER_KEY: ");
  }

  private static Map<String, String> live(String key, String value) {
    Map<String, String> settings = new HashMap<>(LIVE);
    settings.put(key, value);
    return settings;
  }

  private static Config read(Map<String, String> environment) {
    return Config.read(environment, null);
  }
}
