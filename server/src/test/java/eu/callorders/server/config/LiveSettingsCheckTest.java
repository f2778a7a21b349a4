package eu.callorders.server.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import eu.callorders.core.webhook.TargetRule;
import eu.callorders.core.webhook.TargetRules;
import eu.callorders.core.webhook.TargetRules.Verdict;
import eu.callorders.server.app.WebhookModule;
import eu.callorders.server.config.Config.Environment;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

public class LiveSettingsCheckTest {
  public static final String RANDOM_KEY = "m1nTSYJgQbHFGgdVA1WbCVPlYhoLkMQ8dDv1DwRPQ5o=";
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
        "GATEWAY_SECRET | whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=",
        "GATEWAY_SECRET | whsec_" + RANDOM_KEY + ",whsec_ISEhISEhISEhISEhISEhISEhISEhISEh",
        "GATEWAY | http://gateway.example",
        "GATEWAY | http://10.0.0.7:9000",
        "GATEWAY | http://[2001:db8::1]:9000",
        "BASE_URL | http://calls.example",
        "BASE_URL | http://127.0.0.1:8080",
        "AUTH_URL | http://auth.example",
        "RATE_LIMIT | off",
        "WEBHOOK_EXTRA_TARGETS | dev.example:80,169.254.169.254:80",
        "WEBHOOK_EXTRA_TARGETS | [fe80::1]:80",
        "WEBHOOK_EXTRA_TARGETS | [fd00:ec2::254]:80",
        "WEBHOOK_EXTRA_TARGETS | [::ffff:169.254.169.254]:80",
        "TRUSTED_PROXIES | 0.0.0.0/0",
        "TRUSTED_PROXIES | 10.0.0.0/8,::/0",
        "TRUSTED_PROXIES | 128.0.0.0/1",
        "DATABASE_URL | " + REMOTE,
        "DATABASE_URL | " + REMOTE + "?sslmode=require",
        "DATABASE_URL | " + REMOTE + "?sslmode=verify-ca&sslrootcert=/etc/ca.pem",
        "DATABASE_MIGRATION_URL | " + REMOTE
      })
  void rejectsWeakSettingsExceptInLaboratory(String key, String value) {
    Map<String, String> weak = live("CALLORDERS_" + key, value);

    assertThatThrownBy(() -> read(weak))
        .isInstanceOf(InvalidConfigException.class)
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
        "GATEWAY_SECRET | whsec_" + RANDOM_KEY,
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
  void acceptsStrongSettings(String key, String value) {
    assertThat(read(live("CALLORDERS_" + key, value)).laboratory()).isFalse();
  }

  @Test
  void acceptsHttpOnLoopbackOnly() {
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
  void rejectsWeakGatewaySecretInFile(@TempDir Path directory) throws IOException {
    Path file = directory.resolve("secrets");
    Map<String, String> settings = live("CALLORDERS_GATEWAY_SECRET", "file:" + file);
    Files.writeString(file, "whsec_" + RANDOM_KEY);
    SecretRing ring = Objects.requireNonNull(read(settings).secrets().gatewaySecrets());
    Files.writeString(file, "whsec_" + "A".repeat(43) + "=");

    assertThatThrownBy(ring::refresh).hasMessage("must be random bytes when live");
    assertThat(ring.all()).containsExactly("whsec_" + RANDOM_KEY);
    assertThatThrownBy(() -> read(settings))
        .hasMessage("CALLORDERS_GATEWAY_SECRET: must be random bytes when live");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"169.254.169.254", "fe80::1", "fd00:ec2::254", "168.63.129.16", "::ffff:a9fe:1"})
  void rejectsExtraTargetThatResolvesToMetadataExceptInLaboratory(String address) {
    Map<String, String> settings = live("CALLORDERS_WEBHOOK_EXTRA_TARGETS", "hooks.example:80");

    assertThat(refusal(settings, "10.0.0.1")).isEmpty();
    assertThat(refusal(settings, "10.0.0.1", address)).contains(TargetRule.ADDRESS);
    settings.put("CALLORDERS_LABORATORY", "true");
    assertThat(refusal(settings, "10.0.0.1", address)).isEmpty();
  }

  private static Optional<TargetRule> refusal(Map<String, String> settings, String... addresses) {
    TargetRules rules = WebhookModule.targetRules(read(settings));
    Verdict verdict = rules.validate("http://hooks.example:80/in");
    List<byte[]> resolved =
        Arrays.stream(addresses).map(InetAddress::ofLiteral).map(InetAddress::getAddress).toList();
    return rules.validate(((Verdict.Allowed) verdict).url(), resolved, List.of());
  }

  @Test
  void laboratoryRequiresKeysOfLive() {
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
