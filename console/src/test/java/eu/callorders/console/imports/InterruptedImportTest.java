package eu.callorders.console.imports;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.console.api.FakeService.RecordedRequest;
import eu.callorders.console.imports.ImportViewModel.State;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the next session finds of an import that has not ended. */
class InterruptedImportTest {
  private static final int CONCURRENCY = 8;

  @TempDir private Path directory;
  @AutoClose private ImportModelFixture fixture;

  @BeforeEach
  void open() {
    fixture = new ImportModelFixture(directory);
  }

  @Test
  void continuesAtTheNextStartWithoutASecondOrder() throws Exception {
    fixture.service.then(201, ImportModelFixture.ACCEPTED);
    for (int request = 0; request < 20; request++) {
      fixture.service.then(403, ImportModelFixture.REFUSED);
    }
    ImportViewModel model = fixture.opened(fixture.file("p1", "p2", "p3"));
    model.start();
    fixture.await(model, State.PAUSED);
    assertThat(model.failure.get()).matches(cause -> cause.isRefused("insufficient_scope"));
    assertThat(model.done()).isEqualTo(1);
    model.close();

    ImportViewModel next = fixture.model();
    next.findInterrupted();
    fixture.await(next, State.CHECKED);
    assertThat(next.pending.get()).isTrue();
    assertThat(next.done()).isEqualTo(1);
    assertThat(Objects.requireNonNull(next.checked.get()).sendable()).isEqualTo(2);
    assertThat(next.canOpen()).isFalse();
    fixture.accept();
    next.start();
    fixture.await(next, State.ENDED);
    assertThat(next.done()).isEqualTo(3);
    assertThat(fixture.orders().stream().map(RecordedRequest::body).distinct()).hasSize(3);
    assertThat(fixture.orders().stream().map(order -> order.header("Idempotency-key")).distinct())
        .as("a row whose outcome was unknown keeps its key")
        .hasSize(3);
    assertThat(fixture.journals()).isZero();
  }

  @Test
  void continuesAsTheFileWasReadLast() throws Exception {
    ImportViewModel model = fixture.paused();
    model.change(before -> before.withCountry("AT"));
    model.check();
    fixture.await(model, State.CHECKED);
    model.start();
    fixture.await(model, State.PAUSED);
    model.close();
    assertThat(fixture.journals()).isEqualTo(1);

    ImportViewModel next = fixture.model();
    next.findInterrupted();
    fixture.await(next, State.CHECKED);
    assertThat(Objects.requireNonNull(next.job.get()).country()).isEqualTo("AT");
  }

  /** The next session finds the import at once, not when the longest wait is over. */
  @Test
  void endsTheWaitsOfARunWithTheSession() throws Exception {
    int persons = 20;
    for (int request = 0; request < persons; request++) {
      fixture.service.then(503, Map.of("Retry-After", "30"), "{\"status\":503}");
    }
    ImportViewModel model = fixture.opened(fixture.file(persons));
    model.start();
    while (fixture.orders().size() < CONCURRENCY) {
      Thread.onSpinWait();
    }
    long start = System.nanoTime();
    model.close();
    ImportViewModel next = fixture.model();
    while (next.state.get() == State.EMPTY) {
      next.findInterrupted();
      fixture.uiExecutor.runNext();
    }
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(20));
    assertThat(fixture.orders()).hasSize(CONCURRENCY);
  }
}
