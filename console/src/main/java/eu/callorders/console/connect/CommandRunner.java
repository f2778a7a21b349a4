package eu.callorders.console.connect;

import java.io.IOException;
import java.io.InputStream;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Runs a program of the operating system. */
@FunctionalInterface
interface CommandRunner {
  /**
   * Returns the output if the program ends in time with status 0, else empty.
   *
   * @param command path and arguments, which every user of the machine can read
   * @param input standard input, which no one else can read
   */
  Optional<String> run(List<String> command, String input);

  /** Kills the program after the timeout: a key store may wait for a password forever. */
  static CommandRunner withTimeout(Duration timeout) {
    return (command, input) -> {
      try {
        Process process =
            new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
        try {
          return communicate(process, input, timeout.toMillis());
        } finally {
          process.descendants().forEach(ProcessHandle::destroyForcibly);
          process.destroyForcibly();
        }
      } catch (IOException | ExecutionException | TimeoutException e) {
        return Optional.empty();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return Optional.empty();
      }
    };
  }

  private static Optional<String> communicate(Process process, String input, long milliseconds)
      throws IOException, InterruptedException, ExecutionException, TimeoutException {
    CompletableFuture<String> output = new CompletableFuture<>();
    Thread.ofVirtual().start(() -> read(process.getInputStream(), output));
    try (Writer writer = process.outputWriter(StandardCharsets.UTF_8)) {
      writer.write(input);
    }
    String text = output.get(milliseconds, TimeUnit.MILLISECONDS);
    boolean ended = process.waitFor(milliseconds, TimeUnit.MILLISECONDS);
    return ended && process.exitValue() == 0 ? Optional.of(text) : Optional.empty();
  }

  private static void read(InputStream from, CompletableFuture<String> result) {
    try {
      result.complete(new String(from.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      result.completeExceptionally(e);
    }
  }
}
