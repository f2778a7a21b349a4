package eu.callorders.server.dial;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.call.Cause;
import eu.callorders.core.call.Disposition;
import eu.callorders.core.telephony.PlaceCall;
import eu.callorders.core.telephony.PlaceResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Two hundred workers on two nodes dial the same orders; counts what arrives at the gateway. */
@Tag("long")
class ManyWorkersTest {
  private static final int WORKERS = 200;
  private static final int ORDERS = 300;

  private final ScriptedGateway gateway = new ScriptedGateway();
  private final DialFixture fixture = DialFixture.withGateway(gateway);
  private final DialFixture other = fixture.anotherNode();
  private final TestTenant tenant = fixture.tenant();

  @AfterEach
  void close() {
    other.close();
    fixture.close();
  }

  @Test
  void useAllConcurrentCallsOfTheTenant() throws Exception {
    tenant.changeQuota("max_concurrent_calls", 17);
    plan(ORDERS, ORDERS);

    work();

    assertThat(gateway.placed).hasSize(17);
    assertThat(tenant.dials()).isEqualTo(17);
  }

  @Test
  void useAllDailyDialsOfTheTenant() throws Exception {
    plan(ORDERS, ORDERS);
    tenant.changeQuota("max_dials_per_day", 23);

    work();

    assertThat(gateway.placed).hasSize(23);
    assertThat(tenant.dials()).isEqualTo(23);
  }

  /** Refusals without a dial release channels and dials concurrently. */
  @Test
  void doNotCountRefusedCalls() throws Exception {
    plan(ORDERS, ORDERS);
    tenant.changeQuota("max_concurrent_calls", 17);
    gateway.withPlaceResult(new PlaceResult.Refused(PlaceResult.RefusalReason.CAPACITY, null));
    work();
    fixture.inboxProcessor.runOnce();
    other.inboxProcessor.runOnce();
    assertThat(tenant.dials()).isZero();
    int refused = gateway.placed.size();
    gateway.withPlaceResult(new PlaceResult.Accepted("by hand"));

    tenant.jump(Duration.ofHours(1));
    work();

    assertThat(gateway.placed).hasSize(refused + 17);
    assertThat(tenant.dials()).isEqualTo(17);
  }

  @Test
  void dialEachSubjectOncePerDay() throws Exception {
    tenant.changeQuota("max_contacts_per_subject_per_day", 1);
    plan(ORDERS, 20);
    gateway.afterEachCall(() -> gateway.placed.forEach(this::end));

    work();

    Map<String, Long> contacts =
        gateway.placed.stream()
            .map(call -> fixture.orders.load(call.orderId()).subjectReference())
            .collect(Collectors.groupingBy(subject -> subject, Collectors.counting()));
    assertThat(contacts).hasSize(20).allSatisfy((subject, calls) -> assertThat(calls).isOne());
  }

  private void end(PlaceCall call) {
    fixture.inbox.add(gateway.ended(call.attemptId(), Disposition.BUSY, Cause.NORMAL));
  }

  /** Due orders, distributed over the subjects. */
  private List<PlacedOrder> plan(int orders, int subjects) {
    List<PlacedOrder> placed = new ArrayList<>();
    for (int order = 0; order < orders; order++) {
      placed.add(
          tenant.anOrder().forSubject("person-" + order % subjects).to(MagicLine.BUSY).place());
    }
    while (fixture.planner.runOnce() > 0) {
      // until all are scheduled
    }
    return placed;
  }

  private void work() throws Exception {
    try (ExecutorService workers = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<?>> done = new ArrayList<>();
      for (int worker = 0; worker < WORKERS; worker++) {
        DialFixture node = worker % 2 == 0 ? fixture : other;
        done.add(
            workers.submit(
                () -> {
                  node.units.newDialer().runOnce();
                  return node.inboxProcessor.runOnce();
                }));
      }
      for (Future<?> each : done) {
        each.get();
      }
    }
  }
}
