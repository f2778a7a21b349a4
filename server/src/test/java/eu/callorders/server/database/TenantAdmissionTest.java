package eu.callorders.server.database;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.problem.ProblemCode;
import eu.callorders.core.problem.ProblemException;
import eu.callorders.server.Await;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TenantAdmissionTest {
  private static final UUID BUSY = new UUID(0, 1);
  private static final UUID OTHER = new UUID(0, 2);
  private static final UUID THIRD = new UUID(0, 3);

  private final Vertx vertx = Vertx.vertx();
  private final List<AdmittedTask> started = new CopyOnWriteArrayList<>();

  private record AdmittedTask(UUID tenant, Promise<Void> end) {}

  @AfterEach
  void close() {
    vertx.close().await();
  }

  private TenantAdmission admission(Duration longestWait) {
    return new TenantAdmission(vertx, 4, longestWait);
  }

  private Future<Void> request(TenantAdmission admission, UUID tenant) {
    return admission.run(
        tenant,
        () -> {
          AdmittedTask task = new AdmittedTask(tenant, Promise.promise());
          started.add(task);
          return task.end().future();
        });
  }

  private List<UUID> tenants() {
    return started.stream().map(AdmittedTask::tenant).toList();
  }

  @Test
  void leavesHalfOfTheConnectionsToOthers() {
    TenantAdmission admission = admission(Duration.ofMinutes(1));
    for (int each = 0; each < 10; each++) {
      request(admission, BUSY);
    }
    assertThat(tenants()).containsExactly(BUSY, BUSY);
    request(admission, OTHER);
    assertThat(tenants()).containsExactly(BUSY, BUSY, OTHER);
  }

  @Test
  void waitingTenantsTakeTurns() {
    TenantAdmission admission = admission(Duration.ofMinutes(1));
    for (int each = 0; each < 4; each++) {
      request(admission, BUSY);
      request(admission, OTHER);
    }
    request(admission, THIRD);
    assertThat(started).hasSize(4);
    for (int next = 0; next < 4; next++) {
      int count = started.size();
      started.get(next).end().complete();
      Await.until("one more has started", () -> started.size() == count + 1);
    }
    assertThat(tenants().subList(4, 8)).containsExactly(BUSY, OTHER, THIRD, BUSY);
  }

  @Test
  void failsAsUnavailableWhenNoConnectionBecomesFree() {
    TenantAdmission admission = admission(Duration.ofMillis(50));
    request(admission, BUSY);
    request(admission, BUSY);
    Future<Void> waits = request(admission, BUSY);
    Await.until("it is refused", waits::failed);
    assertThat(waits.cause()).isInstanceOf(TimeoutException.class);
    assertThat(DatabaseFailures.isTransient(waits.cause())).isTrue();
  }

  @Test
  void rejectsExcessRequestsAtOnce() {
    TenantAdmission admission = admission(Duration.ofMinutes(1));
    List<Future<Void>> requests = new ArrayList<>();
    for (int each = 0; each < 300; each++) {
      requests.add(request(admission, BUSY));
    }
    assertThat(requests.stream().filter(Future::failed)).hasSize(98);
    assertThat(requests.getLast().cause())
        .isInstanceOfSatisfying(
            ProblemException.class,
            exception ->
                assertThat(exception.problem().code()).isEqualTo(ProblemCode.RATE_LIMITED));
    assertThat(request(admission, OTHER).failed()).isFalse();
    assertThat(tenants()).containsExactly(BUSY, BUSY, OTHER);
  }

  @Test
  void releasesConnectionAfterFailure() {
    TenantAdmission admission = admission(Duration.ofMinutes(1));
    for (int each = 0; each < 10; each++) {
      Future<Void> failed =
          admission.run(
              BUSY,
              () -> {
                throw new IllegalStateException("at once");
              });
      assertThat(failed.cause()).hasMessage("at once");
    }
    request(admission, BUSY);
    assertThat(started).hasSize(1);
  }

  @Test
  void failsWaitingRequestsOnOutage() {
    TenantAdmission admission = admission(Duration.ofMinutes(1));
    request(admission, BUSY);
    request(admission, BUSY);
    Future<Void> waits = request(admission, BUSY);
    admission.refuseAll(new DatabaseUnavailableException());
    Await.until("it is refused", waits::failed);
    assertThat(waits.cause()).isInstanceOf(DatabaseUnavailableException.class);
  }
}
