package eu.callorders.server.dial;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.call.Cause;
import eu.callorders.core.call.Disposition;
import eu.callorders.core.call.PhoneNumber;
import eu.callorders.core.hold.Hold;
import eu.callorders.core.hold.HoldNames;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * Holds and releases against dials, at random instants; {@link HoldRacesTest} forces each order.
 */
@EnabledIfSystemProperty(
    named = "races.rounds",
    matches = "\\d+",
    disabledReason = ".ci/nightly races runs this: repetition proves nothing in a short run")
class RandomHoldRacesTest {
  private static final int ROUNDS = Integer.getInteger("races.rounds", 5_000);
  private static final long SEED = Long.getLong("races.seed", System.nanoTime());
  private static final int MAX_LEAD_NANOS = 4_000_000;

  @AutoClose private final HoldFixture holds = new HoldFixture();
  @AutoClose private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final DialFixture fixture = holds.fixture;
  private final Random random = new Random(SEED);

  /**
   * A hold that was placed while the dialer ran.
   *
   * @param before attempts right after its commit
   */
  private record Placed(Hold hold, int before) {}

  @Test
  @Timeout(value = 30, unit = TimeUnit.MINUTES)
  void noIntentIsCommittedAfterAHoldAndNoneIsLostAfterItsRelease() throws Exception {
    int dialedFirst = 0;
    for (int round = 0; round < ROUNDS; round++) {
      String context = "seed " + SEED + ", round " + round;
      String subject = "person-" + round;
      String claim = "AZ-" + round;
      String phone = "+4930" + (20_000_000 + round);
      PlacedOrder order =
          holds
              .tenant
              .anOrder()
              .forSubject(subject)
              .aboutClaim(claim)
              .attempts(1)
              .toPhone(phone)
              .place();

      Placed placed = holdAgainstDial(order, names(round, subject, claim, phone));

      assertThat(order.attempts()).as(context).hasSize(placed.before());
      if (placed.before() == 0) {
        releaseAgainstDial(placed.hold());
        assertThat(order.attempts()).as(context).hasSize(1);
      } else {
        dialedFirst++;
        holds.release(placed.hold());
      }
      fixture.receive(holds.gateway.ended(order.attempt(), Disposition.NO_ANSWER, Cause.NORMAL));
      assertThat(order.isEnded()).as(context).isTrue();
    }
    assertThat(dialedFirst).as("both orders occur, seed %s", SEED).isBetween(1, ROUNDS - 1);
  }

  private static HoldNames names(int round, String subject, String claim, String phone) {
    return List.of(
            HoldNames.ofSubject(subject),
            HoldFixture.phone(phone),
            HoldFixture.claim(claim),
            HoldNames.ofNumber(subject, new PhoneNumber(phone)))
        .get(round % 4);
  }

  private Placed holdAgainstDial(PlacedOrder order, HoldNames names) throws Exception {
    Placed placed =
        againstDial(
            () -> {
              Hold hold = holds.place(names);
              return new Placed(hold, order.attempts().size());
            });
    dialAll();
    return placed;
  }

  /** The order is parked by now, so that only its release makes it due again. */
  private void releaseAgainstDial(Hold hold) throws Exception {
    againstDial(
        () -> {
          holds.release(hold);
          return true;
        });
    holds.wake();
    dialAll();
  }

  private void dialAll() {
    fixture.dialer.runOnce();
    fixture.inboxProcessor.runOnce();
  }

  private <T> T againstDial(Callable<T> work) throws Exception {
    CyclicBarrier start = new CyclicBarrier(2);
    Future<T> done = threads.submit(leading(start, work));
    Future<Integer> dialed =
        threads.submit(leading(start, () -> fixture.dialer.runOnce().orders()));
    T result = done.get();
    dialed.get();
    return result;
  }

  private <T> Callable<T> leading(CyclicBarrier start, Callable<T> work) {
    int lead = random.nextInt(MAX_LEAD_NANOS);
    return () -> {
      start.await();
      LockSupport.parkNanos(lead);
      return work.call();
    };
  }
}
