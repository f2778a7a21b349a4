package eu.callorders.bench.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class PatroniConfigTest {
  private static final Path TEMPLATE = Path.of("../deploy/patroni.yaml");

  @Test
  void replacesWhatDependsOnTheHost() throws IOException {
    String config = config(Files.readString(TEMPLATE));

    assertThat(config)
        .contains(
            "name: postgresql2\n",
            "connect_address: 10.77.0.2:5432\n",
            "connect_address: 10.77.0.2:8008\n",
            "hosts: [10.78.0.254:2379]\n",
            "bin_dir: /usr/lib/postgresql/15/bin\n",
            "data_dir: /work/data\n",
            "unix_socket_directories: /work\n",
            "- host all all 10.0.0.0/8 scram-sha-256\n")
        .doesNotContain("example.com", "hostssl", "ssl_cert_file");
  }

  @Test
  void keepsTheRulesOfFailover() throws IOException {
    assertThat(config(Files.readString(TEMPLATE)))
        .contains(
            "synchronous_mode: true\n",
            "primary_start_timeout: 0\n",
            "- host all postgres 127.0.0.1/32 scram-sha-256\n");
  }

  @Test
  void refusesATemplateWithoutAnEntry() throws IOException {
    String changed = Files.readString(TEMPLATE).replace("name: postgresql1\n", "");

    assertThatThrownBy(() -> config(changed))
        .hasMessage("deploy/patroni.yaml does not have once: name: postgresql1");
  }

  private static String config(String template) {
    return PatroniConfig.of(
        template,
        "postgresql2",
        "10.77.0.2",
        "10.78.0.254:2379",
        Path.of("/usr/lib/postgresql/15/bin"),
        Path.of("/work"));
  }
}
