package eu.callorders.gatewaykit.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CallLogFileTest {
  @TempDir Path directory;
  @AutoClose private CallStore store;
  private Path path;

  @BeforeEach
  void open() throws IOException {
    store = CallStore.open(directory, "gateway");
    path = directory.resolve("calls.jsonl");
    Files.writeString(path, "earlier\n");
  }

  @Test
  void appendsLines() throws IOException {
    try (CallLogFile file = CallLogFile.open(path, store)) {
      write(file, "one", "two");
      write(file, "three");
    }
    assertThat(Files.readAllLines(path)).containsExactly("earlier", "one", "two", "three");
  }

  @Test
  void writesLinesAfterACrash() throws IOException {
    try (CallLogFile file = CallLogFile.open(path, store)) {
      file.prepare(lines("one", "zwei \u00e4"), store);
    }
    reopened();
    assertThat(Files.readAllLines(path)).containsExactly("earlier", "one", "zwei \u00e4");
    reopened();
    assertThat(Files.readAllLines(path)).hasSize(3);
  }

  @Test
  void completesAPartialWrite() throws IOException {
    try (CallLogFile file = CallLogFile.open(path, store)) {
      file.prepare(lines("one", "two"), store);
    }
    Files.writeString(path, "earlier\none\nt");
    reopened();
    assertThat(Files.readAllLines(path)).containsExactly("earlier", "one", "two");
  }

  @Test
  void writesNoLineTwice() throws IOException {
    try (CallLogFile file = CallLogFile.open(path, store)) {
      write(file, "one", "two");
    }
    reopened();
    assertThat(Files.readAllLines(path)).containsExactly("earlier", "one", "two");
  }

  @Test
  void ignoresLinesOfAnotherFile() throws IOException {
    try (CallLogFile file = CallLogFile.open(path, store)) {
      write(file, "one", "two");
    }
    Files.writeString(path, "");
    reopened();
    assertThat(path).isEmptyFile();
  }

  private void reopened() throws IOException {
    CallLogFile.open(path, store).close();
  }

  private void write(CallLogFile file, String... lines) {
    file.prepare(lines(lines), store);
    file.append(lines(lines));
  }

  private static List<byte[]> lines(String... lines) {
    return List.of(lines).stream().map(line -> line.getBytes(StandardCharsets.UTF_8)).toList();
  }
}
