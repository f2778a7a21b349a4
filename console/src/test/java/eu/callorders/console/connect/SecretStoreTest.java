package eu.callorders.console.connect;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class SecretStoreTest {
  private static final String SECRET = "cosk_abc\"def";

  private final List<List<String>> lines = new ArrayList<>();
  private final List<String> inputs = new ArrayList<>();
  private final Queue<Optional<String>> answers = new ArrayDeque<>();
  private final CommandRunner runner =
      (line, input) -> {
        lines.add(line);
        inputs.add(input);
        return answers.remove();
      };

  @TempDir private Path home;

  private SecretStore on(String system) {
    return SecretStore.of(system, Map.of(), runner, home).orElseThrow();
  }

  private void assertSecretNotInArguments() {
    String hex = "636f736b5f616263226465";
    String base64 = base64(SECRET).substring(0, 8);
    assertThat(lines.toString()).doesNotContain("cosk_").doesNotContain(hex);
    assertThat(lines.toString()).doesNotContain(base64);
  }

  private static String base64(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void storesASecretInTheMacKeychain() {
    answers.add(Optional.of(""));
    answers.add(Optional.of(SECRET + "\n"));
    assertThat(on("Mac OS X").store("My \"big\" \\ tenant\n", SECRET)).isTrue();
    assertThat(lines.getFirst()).containsExactly("/usr/bin/security", "-i");
    assertThat(inputs.getFirst())
        .isEqualTo(
            "add-generic-password -U -s call-orders-console -a \"My \\\"big\\\" \\\\ tenant\""
                + " -X 636f736b5f61626322646566\n");
    assertSecretNotInArguments();
  }

  @Test
  void findsAndDeletesInTheMacKeychain() {
    answers.add(Optional.of(SECRET + "\n"));
    answers.add(Optional.of(""));
    assertThat(on("Mac OS X").find("Mine")).contains(SECRET);
    on("Mac OS X").delete("Mine");
    assertThat(lines)
        .containsExactly(
            List.of(
                "/usr/bin/security",
                "find-generic-password",
                "-s",
                "call-orders-console",
                "-a",
                "Mine",
                "-w"),
            List.of(
                "/usr/bin/security",
                "delete-generic-password",
                "-s",
                "call-orders-console",
                "-a",
                "Mine"));
  }

  @Test
  void reportsALockedMacKeychain() {
    answers.add(Optional.of(""));
    answers.add(Optional.empty());
    assertThat(on("Mac OS X").store("Mine", SECRET)).isFalse();
  }

  @Test
  void storesSecretsEncryptedByWindows() throws IOException {
    answers.add(Optional.of("RU5DUllQVEVE\r\n"));
    assertThat(on("Windows 11").store("My tenant", SECRET)).isTrue();
    assertThat(inputs).containsExactly(base64(SECRET));
    assertThat(lines.getFirst().getFirst()).isEqualTo("powershell.exe");
    assertThat(lines.getFirst().getLast()).contains("]::Protect($given").doesNotContain("\"");
    assertSecretNotInArguments();
    assertThat(Files.readString(home.resolve("secrets.properties"))).doesNotContain("cosk_");

    answers.add(Optional.of(base64(SECRET) + "\r\n"));
    assertThat(on("Windows 11").find("My tenant")).contains(SECRET);
    assertThat(inputs.getLast()).isEqualTo("RU5DUllQVEVE");
    assertThat(lines.getLast().getLast()).contains("]::Unprotect($given");

    on("Windows 11").delete("My tenant");
    assertThat(on("Windows 11").find("My tenant")).isEmpty();
    assertThat(lines).hasSize(2);
  }

  @Test
  void findsNothingWhenWindowsFails() {
    answers.add(Optional.empty());
    assertThat(on("Windows 11").store("Mine", SECRET)).isFalse();
    assertThat(on("Windows 11").find("Mine")).isEmpty();
    answers.add(Optional.of("RU5D"));
    assertThat(on("Windows 11").store("Mine", SECRET)).isTrue();
    answers.add(Optional.of("Access denied!"));
    assertThat(on("Windows 11").find("Mine")).isEmpty();
  }

  @Test
  void storesNothingWithoutADesktop() {
    assertThat(SecretStore.of("Linux", Map.of(), runner, home)).isEmpty();
    Map<String, String> desktop = Map.of("DBUS_SESSION_BUS_ADDRESS", "unix:x", "PATH", "/nowhere");
    assertThat(SecretStore.of("Linux", desktop, runner, home)).isEmpty();
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void usesTheSecretServiceOfALinuxDesktop() throws IOException {
    Path tool = home.resolve("secret-tool");
    Files.writeString(tool, "#!/bin/sh\n");
    Files.setPosixFilePermissions(tool, PosixFilePermissions.fromString("rwx------"));
    Map<String, String> desktop =
        Map.of("DBUS_SESSION_BUS_ADDRESS", "unix:x", "PATH", "/nowhere:" + home);
    SecretStore secrets = SecretStore.of("Linux", desktop, runner, home).orElseThrow();
    answers.add(Optional.of(""));
    answers.add(Optional.of(SECRET + "\n"));
    assertThat(secrets.store("Mine", SECRET)).isTrue();
    assertThat(secrets.find("Mine")).contains(SECRET);
    assertThat(inputs).containsExactly(SECRET, "");
    assertThat(lines.getFirst())
        .startsWith(tool.toString(), "store")
        .endsWith("application", "call-orders-console", "profile", "Mine");
    assertSecretNotInArguments();
  }
}
