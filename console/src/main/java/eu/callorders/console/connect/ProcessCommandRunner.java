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

/**
 * Runs the program in a process and kills it after the timeout: a key store may wait for a password
 * forever.
 */
record ProcessCommandRunner(Duration timeout) implements CommandRunner {
  @Override
  public Optional<String> run(List<String> command, String input) {
    try {
      Process process =
          new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
      try {
        return communicate(process, input);
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
  }

  private Optional<String> communicate(Process process, String input)
      throws IOException, InterruptedException, ExecutionException, TimeoutException {
    CompletableFuture<String> result = new CompletableFuture<>();
    Thread.ofVirtual().start(() -> read(process.getInputStream(), result));
    try (Writer writer = process.outputWriter(StandardCharsets.UTF_8)) {
      writer.write(input);
    }
    String output = result.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
    boolean ended = process.waitFor(timeout.toMillis(), TimeUnit.MILLISECONDS);
    return ended && process.exitValue() == 0 ? Optional.of(output) : Optional.empty();
  }

  private static void read(InputStream from, CompletableFuture<String> result) {
    try {
      result.complete(new String(from.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      result.completeExceptionally(e);
    }
  }
}
