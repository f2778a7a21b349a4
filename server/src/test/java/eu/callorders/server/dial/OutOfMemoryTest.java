package eu.callorders.server.dial;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.server.concurrent.BoundedWait;
import eu.callorders.server.concurrent.ProcessExit;
import eu.callorders.server.database.FailedWork;
import eu.callorders.server.worker.WorkLoop;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Runs each case in its own process, which ends. */
@Tag("long")
class OutOfMemoryTest {

  /** The place of the failure. */
  enum FailureSite {
    LOOP(
        () ->
            WorkLoop.start(
                Vertx.vertx(),
                "victim",
                () -> {
                  throw failure();
                })),
    BATCH(
        () -> {
          GatewayInbox inbox = new GatewayInbox(() -> {});
          inbox.add(new AttemptUpdate.Lost(new UUID(0, 1)));
          inbox.drain(new Failing());
        }),
    KEPT_ITEM(() -> FailedWork.save(null, "kind", "id", "", failure())),
    ANSWER(
        () ->
            GatewayRequests.send(() -> CompletableFuture.failedStage(failure()), fault -> fault)
                .toCompletableFuture()
                .join()),
    WAIT(() -> BoundedWait.completes(Future.failedFuture(failure()), Duration.ofMinutes(1)));

    private final Runnable victim;

    FailureSite(Runnable victim) {
      this.victim = victim;
    }

    private static RuntimeException failure() {
      return new IllegalStateException(new OutOfMemoryError("for the test"));
    }
  }

  private static final class Failing implements GatewayInbox.Storage {
    @Override
    public void store(List<AttemptUpdate> updates) {
      throw FailureSite.failure();
    }

    @Override
    public void park(AttemptUpdate updates, @Nullable Exception failure) {
      throw new AssertionError(failure);
    }
  }

  /** Runs the failing code; exits normally when the failure goes unnoticed. */
  static final class Victim {
    private Victim() {}

    public static void main(String[] arguments) {
      FailureSite site = FailureSite.valueOf(arguments[0]);
      site.victim.run();
      if (site != FailureSite.LOOP) { // the loop runs on threads of its own
        System.exit(0);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void endsTheProcess(FailureSite site) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                Victim.class.getName(),
                site.name())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    try {
      assertThat(process.waitFor(Duration.ofMinutes(2).toSeconds(), TimeUnit.SECONDS)).isTrue();
      assertThat(process.exitValue()).isEqualTo(ProcessExit.OUT_OF_MEMORY);
    } finally {
      process.destroyForcibly();
    }
  }
}
