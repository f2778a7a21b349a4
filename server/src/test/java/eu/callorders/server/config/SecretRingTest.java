package eu.callorders.server.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SecretRingTest {
  @TempDir Path directory;

  @Test
  void usesFirstSecretOfList() {
    SecretRing ring = SecretRing.parse("new, old", ConfigParsers::token);
    assertThat(ring.first()).isEqualTo("new");
    assertThat(ring.all()).containsExactly("new", "old");
    assertThat(ring.refresh()).isFalse();
    assertThat(ring.toString()).doesNotContain("new");
  }

  @Test
  void rereadsFile() throws IOException {
    Path file = Files.writeString(directory.resolve("tokens"), "one\n");
    SecretRing ring = SecretRing.parse("file:" + file, ConfigParsers::token);
    assertThat(ring.all()).containsExactly("one");
    assertThat(ring.refresh()).isFalse();
    Files.writeString(file, "two,one\n");
    assertThat(ring.refresh()).isTrue();
    assertThat(ring.all()).containsExactly("two", "one");
  }

  @Test
  void keepsCurrentSecretsIfFileIsInvalid() throws IOException {
    Path file = Files.writeString(directory.resolve("tokens"), "a-token-to-keep-1");
    SecretRing ring = SecretRing.parse("file:" + file, LiveSettingsCheck::requireStrongToken);
    for (String faulty : List.of("", "weak", "a-token-to-keep-1,", "x".repeat(1 << 17))) {
      Files.writeString(file, faulty);
      assertThatThrownBy(ring::refresh).isInstanceOf(IllegalArgumentException.class);
    }
    Files.delete(file);
    assertThatThrownBy(ring::refresh)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(file.toString());
    assertThat(ring.all()).containsExactly("a-token-to-keep-1");
  }

  @Test
  void rejectsMissingFile() {
    assertThatThrownBy(
            () -> SecretRing.parse("file:" + directory.resolve("none"), ConfigParsers::token))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("cannot read the file");
  }
}
