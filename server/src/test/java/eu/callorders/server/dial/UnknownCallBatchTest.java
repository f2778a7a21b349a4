package eu.callorders.server.dial;

import static eu.callorders.server.dial.UnknownCallsFixture.newId;
import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.call.AttemptIds;
import eu.callorders.server.HeldLocks;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Unknown calls are recorded in batches with the same result as one by one. */
@Tag("long")
class UnknownCallBatchTest {
  @AutoClose private final UnknownCallsFixture calls = new UnknownCallsFixture();
  private final DialFixture fixture = calls.fixture;
  private final TestTenant tenant = calls.tenant;
  private final UnknownCallProcessor processor = calls.processor;

  @Test
  void recordsAtMostTwoHundredCallsPerTransaction() {
    calls.reportBusy(250);

    processor.runOnce();
    processor.runOnce();

    assertThat(callsOfTransactions()).containsExactly(50, 200);
    assertThat(tenant.dials()).isEqualTo(250);
    assertThat(calls.unknownCalls()).isEmpty();
  }

  @Test
  void recordsOtherCallsOfABatchWithAFailingOne() throws SQLException {
    List<UUID> recordedIds = calls.reportBusy(40);
    UUID failing =
        recordedIds.stream().sorted(Comparator.comparing(UUID::toString)).toList().get(20);
    calls.failInsert(failing, "P0001");

    processor.runOnce();

    assertThat(calls.unknownCalls()).containsExactly(failing);
    assertThat(calls.recordedAttempts()).hasSize(39).doesNotContain(failing);
    assertThat(tenant.dials()).isEqualTo(39);
    assertThat(failures()).containsExactly(1);
  }

  @Test
  void retriesFailedCallAlone() throws SQLException {
    UUID failing = calls.reportBusy(1).getFirst();
    calls.failInsert(failing, "P0001");
    processor.runOnce();
    calls.reportBusy(10);
    fixture.query("UPDATE unknown_call SET next_run_at = now() RETURNING attempt_id");

    processor.runOnce();

    assertThat(calls.unknownCalls()).containsExactly(failing);
    assertThat(failures()).containsExactly(2);
    assertThat(callsOfTransactions().stream().mapToInt(each -> each).sum()).isEqualTo(10);
    assertThat(callsOfTransactions())
        .hasSizeLessThanOrEqualTo(2); // before and after the failed one
  }

  @Test
  void recordsCallsOnceWhenAPageIsReadTwice() {
    List<AttemptUpdate> page = new ArrayList<>();
    PlacedOrder order = tenant.anOrder().forSubject("erika").to(MagicLine.BUSY).attempts(1).place();
    UUID known = AttemptIds.of(order.id(), 1);
    page.addAll(List.of(calls.accepted(known, order), calls.busy(known)));
    for (int i = 0; i < 5; i++) {
      page.addAll(calls.busyCall(AttemptIds.of(newId(), 1), "person-" + i));
    }
    fixture.receive(page.toArray(AttemptUpdate[]::new));
    processor.runOnce();
    List<String> once = calls.attempts();

    fixture.receive(page.toArray(AttemptUpdate[]::new));
    processor.runOnce();

    assertThat(once).hasSize(6);
    assertThat(calls.attempts()).containsExactlyInAnyOrderElementsOf(once);
    assertThat(tenant.dials()).isEqualTo(6);
    assertThat(calls.unknownCalls()).isEmpty();
    assertThat(order.summary()).isEqualTo("no_contact");
  }

  @Test
  void recordsCallsOnceAfterLostSession() {
    calls.reportBusy(20);
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
        HeldLocks events = HeldLocks.ofTable(fixture.vertx, fixture.testDatabase, "event")) {
      CompletableFuture<?> round = CompletableFuture.supplyAsync(processor::runOnce, threads);
      events.kill(events.awaitWaiter());
      events.release();
      round.join();
    }

    assertThat(calls.recordedAttempts()).hasSize(20);
    assertThat(tenant.dials()).isEqualTo(20);
    assertThat(calls.unknownCalls()).isEmpty();
  }

  @Test
  void recordsCallsOfOneSubjectAndPhoneInOrder() {
    PlacedOrder order = tenant.anOrder().forSubject("erika").to(MagicLine.BUSY).attempts(2).place();
    UUID first = AttemptIds.of(order.id(), 1);
    UUID second = AttemptIds.of(order.id(), 2);
    UUID other = AttemptIds.of(newId(), 1);
    UUID sameSubject = AttemptIds.of(newId(), 1);
    UUID sameSubjectLater = AttemptIds.of(newId(), 1);
    fixture.receive(
        calls.accepted(sameSubject, newId(), tenant.newPhone(MagicLine.BUSY), "erika"),
        calls.busy(sameSubject),
        calls.accepted(sameSubjectLater, newId(), tenant.newPhone(MagicLine.BUSY), "erika"),
        calls.busy(sameSubjectLater),
        calls.accepted(second, order),
        calls.busy(second),
        calls.accepted(first, order),
        calls.busy(first),
        calls.accepted(other, newId(), calls.phone(order), "otto"),
        calls.busy(other));

    processor.runOnce();

    assertThat(order.attempts())
        .extracting(each -> each.id() + " " + each.attempt().attemptNumber())
        .containsExactly(first + " 1", second + " 2");
    assertThat(order.summary()).isEqualTo("no_contact");
    assertThat(callsOfTransactions()).containsExactly(5);
  }

  @Test
  void keepsOrderOfCallsProcessedAlone() {
    UUID goneOrder = newId();
    UUID objected = AttemptIds.of(goneOrder, 1);
    UUID later = AttemptIds.of(goneOrder, 2);
    String phone = tenant.newPhone(MagicLine.BUSY);
    fixture.receive(
        calls.accepted(objected, goneOrder, phone, "erika"),
        calls.gateway.objection(objected),
        calls.answered(objected),
        calls.accepted(later, goneOrder, phone, "erika"),
        calls.busy(later));
    calls.reportBusy(3);

    processor.runOnce();

    assertThat(
            fixture.query(
                "SELECT id FROM call_attempt WHERE order_id = $1 ORDER BY attempt_number",
                goneOrder))
        .extracting(row -> row.getUUID(0))
        .containsExactly(objected, later);
    assertThat(calls.suppressions()).containsExactly(phone + " erika");
  }

  /** The number of attempts that each transaction wrote, ascending. */
  private List<Integer> callsOfTransactions() {
    return fixture
        .query("SELECT count(*)::int FROM call_attempt GROUP BY xmin::text ORDER BY 1")
        .stream()
        .map(row -> row.getInteger(0))
        .toList();
  }

  private List<Integer> failures() {
    return fixture.query("SELECT failures FROM unknown_call").stream()
        .map(row -> row.getInteger(0))
        .toList();
  }
}
