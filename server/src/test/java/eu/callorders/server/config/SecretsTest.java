package eu.callorders.server.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import eu.callorders.core.signing.MessageSignature;
import eu.callorders.core.signing.SigningSecret;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.Base64;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SecretsTest {
  @TempDir Path directory;

  @Test
  void generatesSecretsOnce() throws IOException {
    Secrets first = secrets(Map.of());
    Secrets second = secrets(Map.of());
    assertThat(first.adminTokens().first()).hasSizeGreaterThanOrEqualTo(43);
    assertThat(first.masterKeys()).hasSize(1);
    assertThat(first.gatewaySecrets().first()).startsWith("whsec_");
    assertThat(second.adminTokens().all()).isEqualTo(first.adminTokens().all());
    assertThat(second.masterKeys()).usingRecursiveComparison().isEqualTo(first.masterKeys());
    assertThat(second.gatewaySecrets().all()).isEqualTo(first.gatewaySecrets().all());
  }

  @ParameterizedTest
  @ValueSource(strings = {"admin-token", "master-key", "gateway-secret"})
  void restrictsFilesToOwner(String file) throws IOException {
    secrets(Map.of());
    assertThat(Files.getPosixFilePermissions(directory.resolve(file)))
        .isEqualTo(PosixFilePermissions.fromString("rw-------"));
  }

  @Test
  void usesConfiguredSecrets() throws IOException {
    Secrets secrets = secrets(Map.of("CALLORDERS_ADMIN_TOKEN", "the-token"));
    assertThat(secrets.adminTokens().all()).containsExactly("the-token");
    assertThat(directory.resolve("admin-token")).doesNotExist();
    assertThat(secrets.toString()).doesNotContain("the-token");
  }

  @Test
  void signsWithFirstGatewaySecretAndAcceptsAll() throws IOException {
    String first = "whsec_" + Base64.getEncoder().encodeToString(new byte[32]);
    String second = "whsec_" + Base64.getEncoder().encodeToString(new byte[33]);
    MessageSignature both =
        secrets(Map.of("CALLORDERS_GATEWAY_SECRET", first + "," + second)).gatewaySignature();
    MessageSignature other = MessageSignature.of(SigningSecret.parse(second));
    Instant now = Instant.now();
    String at = MessageSignature.timestamp(now);
    byte[] body = {1};

    assertThat(both.sign("id", now, body))
        .isEqualTo(MessageSignature.of(SigningSecret.parse(first)).sign("id", now, body));
    assertThat(both.verify("id", at, other.sign("id", now, body), body, now))
        .isEqualTo(MessageSignature.Verdict.GENUINE);
  }

  @Test
  void rejectsMalformedFile() throws IOException {
    Files.writeString(directory.resolve("master-key"), "half a ke");
    assertThatThrownBy(() -> secrets(Map.of()))
        .isInstanceOf(InvalidConfigException.class)
        .hasMessageContaining("master-key");
  }

  private Secrets secrets(Map<String, String> environment) throws IOException {
    Map<String, String> all = new java.util.HashMap<>(environment);
    all.put("CALLORDERS_DATA_DIR", directory.toString());
    return Secrets.of(Config.read(all, null));
  }
}
