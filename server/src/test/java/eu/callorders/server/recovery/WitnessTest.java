package eu.callorders.server.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The file is valid only on the machine and volume where it was written. */
class WitnessTest {
  private static final String MACHINE = "etc/machine-id";
  private static final String BOOT = "proc/sys/kernel/random/boot_id";

  private final Witness witness =
      new Witness(
          UUID.randomUUID(),
          new ServerInstance(3, UUID.randomUUID(), "", true, 5, 6, 7, 1, 8L),
          Instant.parse("2026-03-02T10:00:00Z"),
          UUID.randomUUID());

  @TempDir Path root;
  private Path file;

  @BeforeEach
  void write() throws IOException {
    file = root.resolve("instance.json");
    writeFile(MACHINE, "one");
    writeFile(BOOT, "first");
    witness.write(file, root);
  }

  @Test
  void isValidWhereItWasWritten() {
    assertThat(Witness.read(file, root)).contains(witness);
  }

  @Test
  void isInvalidOnAnotherMachine() throws IOException {
    writeFile(MACHINE, "other");

    assertThat(Witness.read(file, root)).isEmpty();
  }

  @Test
  void isValidAfterAReboot() throws IOException {
    writeFile(BOOT, "second");

    assertThat(Witness.read(file, root)).contains(witness);
  }

  @Test
  void isInvalidAfterARebootOfAMachineWithoutId() throws IOException {
    writeFile(MACHINE, "");
    witness.write(file, root);
    writeFile(BOOT, "second");

    assertThat(Witness.read(file, root)).isEmpty();
  }

  @Test
  void isInvalidWhenCopied() throws IOException {
    Path copy = Files.copy(file, root.resolve("copy.json"));

    assertThat(Witness.read(copy, root)).isEmpty();
  }

  @Test
  void isInvalidOnAnotherVolume() throws IOException {
    String text = Files.readString(file);
    Number device = (Number) Files.getAttribute(file, "unix:dev");
    String member = "\"device\":" + device;
    assertThat(text).contains(member);
    Files.writeString(file, text.replace(member, "\"device\":" + (device.longValue() + 1)));

    assertThat(Witness.read(file, root)).isEmpty();
  }

  @Test
  void isValidOnAMachineWithoutIds() throws IOException {
    Files.delete(root.resolve(MACHINE));
    Files.delete(root.resolve(BOOT));
    witness.write(file, root);

    assertThat(Witness.read(file, root)).contains(witness);
  }

  private void writeFile(String path, String text) throws IOException {
    Path target = root.resolve(path);
    Files.createDirectories(target.getParent());
    Files.writeString(target, text + "\n");
  }
}
