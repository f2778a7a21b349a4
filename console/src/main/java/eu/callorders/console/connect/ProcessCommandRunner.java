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
 * In a process of its own, which is ended when it takes too long: a key store may wait for a
 * password that nobody types.
 *
 * @param patience how long it may take
 */
record ProcessCommandRunner(Duration patience) implements CommandRunner {
  @Override
  public Optional<String> run(List<String> line, String input) {
    try {
      Process process =
          new ProcessBuilder(line).redirectError(ProcessBuilder.Redirect.DISCARD).start();
      try {
        return talk(process, input);
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

  private Optional<String> talk(Process process, String input)
      throws IOException, InterruptedException, ExecutionException, TimeoutException {
    CompletableFuture<String> said = new CompletableFuture<>();
    Thread.ofVirtual().start(() -> read(process.getInputStream(), said));
    try (Writer to = process.outputWriter(StandardCharsets.UTF_8)) {
      to.write(input);
    }
    String output = said.get(patience.toMillis(), TimeUnit.MILLISECONDS);
    boolean ended = process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS);
    return ended && process.exitValue() == 0 ? Optional.of(output) : Optional.empty();
  }

  private static void read(InputStream from, CompletableFuture<String> said) {
    try {
      said.complete(new String(from.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      said.completeExceptionally(e);
    }
  }
}
