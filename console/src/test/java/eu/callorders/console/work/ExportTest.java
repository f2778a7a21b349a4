package eu.callorders.console.work;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.console.api.ApiException;
import eu.callorders.console.api.Failure;
import eu.callorders.console.api.Page;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExportTest {
  private static final int PAGE = 100;

  @TempDir private Path directory;
  private final DirectExecutor drawing = new DirectExecutor();
  @AutoClose private final BackgroundExecutor background = new BackgroundExecutor(drawing);
  private final Export export = new Export(background);
  private Path file;

  @BeforeEach
  void chooseFile() {
    file = directory.resolve("orders.csv");
  }

  private static PagedRows.Source<Integer> numbers(int count) {
    return after -> {
      int from = after.isEmpty() ? 0 : Integer.parseInt(after);
      int to = Math.min(count, from + PAGE);
      List<Integer> rows = IntStream.range(from, to).boxed().toList();
      return new Page<>(rows, to < count, Integer.toString(to));
    };
  }

  private void start(PagedRows.Source<Integer> source) {
    export.start(file, Export.rows(source, "Größe\r\n", row -> row + "\r\n"));
  }

  private void awaitEnd() {
    drawing.runUntil(() -> !export.running().get());
  }

  private List<Path> files() {
    try (Stream<Path> files = Files.list(directory)) {
      return files.toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 100, 101, 100_000})
  void writesAllRowsAndReportsProgress(int count) throws IOException {
    List<Integer> counts = new ArrayList<>();
    export.progress().addListener((ignored, before, now) -> counts.add(now.intValue()));
    start(numbers(count));
    assertThat(export.complete().get()).isNull();
    awaitEnd();
    assertThat(export.failure().get()).isNull();
    assertThat(export.complete().get()).isEqualTo(file);
    assertThat(Files.readString(file))
        .startsWith("Größe\r\n")
        .isEqualTo(
            "Größe\r\n"
                + String.join("", IntStream.range(0, count).mapToObj(i -> i + "\r\n").toList()));
    List<Integer> pages = IntStream.iterate(PAGE, i -> i < count, i -> i + PAGE).boxed().toList();
    assertThat(counts).containsAll(pages).isSorted();
    assertThat(export.progress().get()).isEqualTo(count);
    assertThat(files()).containsExactly(file);
  }

  @Test
  @Timeout(60) // a bug would block the test
  void deletesPartialFileOnCancel() throws Exception {
    Files.writeString(file, "before");
    CountDownLatch requested = new CountDownLatch(1);
    CountDownLatch ended = new CountDownLatch(1);
    start(
        after -> {
          if (after.isEmpty()) {
            return numbers(1000).page(after);
          }
          requested.countDown();
          awaitInterrupt();
          ended.countDown();
          return numbers(1000).page(after);
        });
    requested.await();
    export.cancel();
    assertThat(export.running().get()).isFalse();
    assertThat(export.complete().get()).isNull();
    ended.await();
    while (files().size() > 1) {
      Thread.onSpinWait(); // until the partial file is deleted
    }
    assertThat(Files.readString(file)).isEqualTo("before");
    start(numbers(3));
    awaitEnd();
    assertThat(Files.readString(file)).endsWith("2\r\n");
    assertThat(export.failure().get()).isNull();
  }

  /** Keeps the interrupt flag, like code that checks it only between two steps. */
  private static void awaitInterrupt() {
    while (!Thread.currentThread().isInterrupted()) {
      Thread.onSpinWait();
    }
  }

  @Test
  void keepsTheOldFileWhenAPageFails() throws IOException {
    Files.writeString(file, "before");
    start(
        after -> {
          if (after.isEmpty()) {
            return numbers(1000).page(after);
          }
          throw new ApiException(new Failure.Unreachable("there"));
        });
    awaitEnd();
    assertThat(export.failure().get()).isEqualTo(new Failure.Unreachable("there"));
    assertThat(Files.readString(file)).isEqualTo("before");
    assertThat(files()).containsExactly(file);
  }

  @Test
  void reportsFileThatCannotBeWritten() {
    file = directory.resolve("missing").resolve("orders.csv");
    start(numbers(1));
    awaitEnd();
    assertThat(export.failure().get()).isEqualTo(new Failure.NotWritten(file.toString()));
  }

  @Test
  void deletesPartialFileWhenTheMoveFails() throws IOException {
    Files.createDirectories(file.resolve("full"));
    start(numbers(1));
    awaitEnd();
    assertThat(export.failure().get()).isEqualTo(new Failure.NotWritten(file.toString()));
    assertThat(files()).containsExactly(file);
  }

  @Test
  void hasItsResultWhenItEnds() {
    List<Path> results = new ArrayList<>();
    export.running().subscribe((before, now) -> results.addAll(now ? List.of() : complete()));
    start(numbers(3));
    awaitEnd();
    assertThat(results).containsExactly(file);
  }

  private List<Path> complete() {
    return Stream.ofNullable(export.complete().get()).toList();
  }
}
