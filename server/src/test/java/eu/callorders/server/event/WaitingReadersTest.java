package eu.callorders.server.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import eu.callorders.core.event.EventType;
import eu.callorders.core.problem.ProblemException;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class WaitingReadersTest {
  private static final UUID TENANT = UUID.randomUUID();
  private static final Duration LONG = Duration.ofMinutes(10);
  private static final NewFeedEvent STARTED =
      new NewFeedEvent(EventType.CALL_STARTED, UUID.randomUUID(), null);

  private final Vertx vertx = Vertx.vertx();
  private final AtomicInteger firsts = new AtomicInteger();
  private final WaitingReaders readers = new WaitingReaders(vertx, firsts::incrementAndGet);

  @AfterEach
  void close() {
    vertx.close().await();
  }

  private WaitingReaders.WaitingReader add(EventFilter filter, long readUpTo) {
    return readers.add(TENANT, filter, readUpTo, LONG);
  }

  private static void awaitReady(WaitingReaders.WaitingReader reader) throws Exception {
    reader.ready().toCompletionStage().toCompletableFuture().get(60, TimeUnit.SECONDS);
  }

  private static EventFilter ofType(EventType type) {
    return new EventFilter(Set.of(type), null, null, null);
  }

  @Test
  void wakesReadersWhoseFilterMatches() throws Exception {
    WaitingReaders.WaitingReader all = add(EventFilter.ALL, 10);
    WaitingReaders.WaitingReader type = add(ofType(EventType.CALL_STARTED), 10);
    WaitingReaders.WaitingReader order =
        add(new EventFilter(null, null, STARTED.callOrderId(), null), 10);
    WaitingReaders.WaitingReader other = add(ofType(EventType.CALL_ENDED), 10);
    WaitingReaders.WaitingReader none = add(EventFilter.NONE, 10);

    readers.wake(TENANT, 10, 20, List.of(STARTED), false);

    awaitReady(all);
    awaitReady(type);
    awaitReady(order);
    assertThat(other.ready().isComplete()).isFalse();
    assertThat(none.ready().isComplete()).isFalse();
    assertThat(other.hasNewEvents()).isTrue();
    assertThat(readers.readUpTo()).containsOnly(Map.entry(TENANT, 20L));
    assertThat(readers.size()).isEqualTo(2);
  }

  @Test
  void wakesAllReadersWhenThereAreMoreEvents() throws Exception {
    WaitingReaders.WaitingReader reader = add(ofType(EventType.CALL_ENDED), 10);

    readers.wake(TENANT, 10, 20, List.of(STARTED), true);

    awaitReady(reader);
  }

  /** It registered after the horizons of the poll were taken. */
  @Test
  void readerThatHasReadLessWaitsForNextPoll() throws Exception {
    add(EventFilter.NONE, 15);
    WaitingReaders.WaitingReader late = add(EventFilter.ALL, 10);

    readers.wake(TENANT, 15, 20, List.of(), false);
    assertThat(readers.readUpTo()).containsEntry(TENANT, 10L);

    readers.wake(TENANT, 10, 20, List.of(STARTED), false);
    awaitReady(late);
  }

  @Test
  void endsWaitAfterTheTime() throws Exception {
    WaitingReaders.WaitingReader reader =
        readers.add(TENANT, EventFilter.ALL, 10, Duration.ofMillis(1));

    awaitReady(reader);
    assertThat(reader.hasNewEvents()).isFalse();
    assertThat(readers.size()).isZero();
  }

  @Test
  void canceledReaderLeavesNothing() {
    WaitingReaders.WaitingReader reader = add(EventFilter.ALL, 10);
    reader.cancel();
    reader.cancel();

    assertThat(readers.readUpTo()).isEmpty();
    readers.wake(TENANT, 10, 20, List.of(STARTED), false);
    assertThat(reader.ready().isComplete()).isFalse();
  }

  @Test
  void closeEndsPresentAndLaterWaits() throws Exception {
    WaitingReaders.WaitingReader reader = add(EventFilter.ALL, 10);
    readers.close();

    awaitReady(reader);
    awaitReady(add(EventFilter.ALL, 10));
    assertThat(readers.size()).isZero();
  }

  @Test
  void limitsReadersOfTenant() {
    for (int reader = 0; reader < WaitingReaders.MAX_PER_TENANT; reader++) {
      add(EventFilter.ALL, 10);
    }

    assertThatThrownBy(() -> add(EventFilter.ALL, 10)).isInstanceOf(ProblemException.class);
    readers.add(UUID.randomUUID(), EventFilter.ALL, 10, LONG).cancel();
    assertThat(readers.size()).isEqualTo(WaitingReaders.MAX_PER_TENANT);
  }

  @Test
  void notifiesOfFirstReaderOnly() {
    WaitingReaders.WaitingReader first = add(EventFilter.ALL, 10);
    add(EventFilter.ALL, 10).cancel();
    first.cancel();
    add(EventFilter.ALL, 10);

    assertThat(firsts).hasValue(2);
  }
}
