package eu.callorders.server.dial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import eu.callorders.core.telephony.PlaceResult;
import io.vertx.core.Future;
import io.vertx.pgclient.PgException;
import io.vertx.sqlclient.ClosedConnectionException;
import java.io.IOException;
import java.net.ConnectException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class GatewayInboxTest {
  private final AtomicInteger wakeUps = new AtomicInteger();
  private final GatewayInbox inbox = new GatewayInbox(wakeUps::incrementAndGet);
  private final List<AttemptUpdate> stored = new ArrayList<>();
  private final List<AttemptUpdate> parked = new ArrayList<>();
  private final List<String> confirmed = new ArrayList<>();

  @Test
  void wakesOnEveryAddition() {
    inbox.add(update());
    inbox.add(List.of(update(), update()), () -> {});

    assertThat(wakeUps).hasValue(2);
  }

  @Test
  void storesUpdatesInOneBatchInOrder() {
    List<AttemptUpdate> first = List.of(update(), update());
    List<AttemptUpdate> second = List.of(update());
    inbox.add(first, () -> confirmed.add("first"));
    inbox.add(second, () -> confirmed.add("second"));
    List<List<AttemptUpdate>> batches = new ArrayList<>();

    assertThat(inbox.drain(storage(batches::add))).isEqualTo(3);

    assertThat(batches).containsExactly(List.of(first.get(0), first.get(1), second.get(0)));
    assertThat(confirmed).containsExactly("first", "second");
    assertThat(inbox.drain(storage(batches::add))).isZero();
  }

  @Test
  void confirmsAfterStorage() {
    inbox.add(List.of(update()), () -> confirmed.add("stored"));

    inbox.drain(storage(batch -> assertThat(confirmed).isEmpty()));

    assertThat(confirmed).containsExactly("stored");
  }

  @Test
  void isFullAtTheByteLimit() {
    int size = 1 << 20;
    for (int body = 1; body < 32; body++) {
      inbox.add(List.of(update(), update()), size, () -> {});
    }
    assertThat(inbox.isFull()).isFalse();

    inbox.add(List.of(update(), update()), size, () -> {});
    assertThat(inbox.isFull()).isTrue();

    inbox.drain(storage(batch -> {}));
    assertThat(inbox.isFull()).isFalse();
  }

  static Stream<Throwable> outages() {
    return Stream.of(
        new ConnectException("refused"),
        ClosedConnectionException.INSTANCE,
        new PgException("the server shuts down", "FATAL", "57P01", "now"),
        new PgException("no room", "ERROR", "53100", "on the disk"),
        new IllegalStateException(new IOException("within another")));
  }

  @ParameterizedTest
  @MethodSource("outages")
  void keepsOrderAfterOutage(Throwable fault) {
    AttemptUpdate first = update();
    AttemptUpdate second = update();
    AttemptUpdate third = update();
    inbox.add(List.of(first), () -> confirmed.add("first"));
    inbox.add(List.of(second), () -> confirmed.add("second"));

    assertThatThrownBy(() -> inbox.drain(storage(batch -> fail(fault)))).isSameAs(fault);
    inbox.add(List.of(third), () -> confirmed.add("third"));
    assertThat(confirmed).isEmpty();
    inbox.drain(storage(stored::addAll));

    assertThat(stored).containsExactly(first, second, third);
    assertThat(confirmed).containsExactly("first", "second", "third");
  }

  @Test
  void storesOthersWhenOneFails() {
    AttemptUpdate good = update();
    AttemptUpdate bad = update();
    AttemptUpdate alsoGood = update();
    inbox.add(List.of(good, bad, alsoGood), () -> confirmed.add("stored"));

    inbox.drain(storage(batch -> storeUnless(bad, batch, new IllegalStateException("bad"))));

    assertThat(stored).containsExactly(good, alsoGood);
    assertThat(confirmed).isEmpty();
  }

  static Stream<Throwable> updateFaults() {
    return Stream.of(
        new IllegalStateException("bad"),
        new PgException("canceling statement", "ERROR", "57014", "statement timeout"),
        new PgException("deadlock detected", "ERROR", "40P01", ""),
        new PgException("out of memory", "ERROR", "53200", ""));
  }

  @ParameterizedTest
  @MethodSource("updateFaults")
  void parksRepeatedlyFailingUpdateAndConfirmsIt(Throwable fault) {
    AttemptUpdate bad = update();
    List<AttemptUpdate> all = new ArrayList<>();
    for (int place = 0; place < 400; place++) {
      all.add(place == 123 ? bad : update());
    }
    inbox.add(all, () -> confirmed.add("stored"));

    for (int round = 0; round < 12; round++) {
      inbox.drain(storage(batch -> storeUnless(bad, batch, fault)));
    }

    assertThat(stored).hasSize(399).doesNotContain(bad);
    assertThat(parked).containsExactly(bad);
    assertThat(confirmed).containsExactly("stored");
  }

  @Test
  void parksUpdateThatFailsLikeAnOutage() {
    AttemptUpdate bad = update();
    AttemptUpdate good = update();
    inbox.add(List.of(bad, good), () -> confirmed.add("stored"));

    for (int round = 0; round < 20; round++) {
      try {
        inbox.drain(storage(batch -> storeUnless(bad, batch, ClosedConnectionException.INSTANCE)));
      } catch (RuntimeException passing) {
        assertThat(passing).isSameAs(ClosedConnectionException.INSTANCE);
      }
    }

    assertThat(stored).contains(good);
    assertThat(parked).containsExactly(bad);
  }

  @Test
  void keepsUpdateThatCannotBeParked() {
    AttemptUpdate bad = update();
    inbox.add(List.of(bad), () -> confirmed.add("stored"));
    IllegalStateException fault = new IllegalStateException("bad");
    ConnectException away = new ConnectException("refused");
    GatewayInbox.Storage refusing =
        new GatewayInbox.Storage() {
          @Override
          public void store(List<AttemptUpdate> updates) {
            throw fault;
          }

          @Override
          public void park(AttemptUpdate update, Exception failure) {
            fail(away);
          }
        };
    inbox.drain(refusing);
    inbox.drain(refusing);

    assertThatThrownBy(() -> inbox.drain(refusing)).isSameAs(away);
    assertThat(confirmed).isEmpty();
    inbox.drain(storage(stored::addAll));

    assertThat(stored).containsExactly(bad);
    assertThat(confirmed).containsExactly("stored");
  }

  @Test
  void keepsUpdatesWhenOutageHitsTheSplitBatch() {
    AttemptUpdate good = update();
    AttemptUpdate other = update();
    inbox.add(List.of(good, other), () -> confirmed.add("stored"));

    assertThatThrownBy(
            () ->
                inbox.drain(
                    storage(
                        batch -> {
                          if (batch.size() > 1) {
                            throw new IllegalStateException("one of them is bad");
                          }
                          storeUnless(other, batch, new ConnectException("refused"));
                        })))
        .isInstanceOf(ConnectException.class);
    assertThat(confirmed).isEmpty();
    inbox.drain(storage(stored::addAll));

    assertThat(stored).containsExactly(good, other);
  }

  @Test
  void failedConfirmationDoesNotAffectOthers() {
    inbox.add(
        List.of(update()),
        () -> {
          throw new IllegalStateException("consumer has stopped");
        });
    inbox.add(List.of(update()), () -> confirmed.add("other"));

    inbox.drain(storage(batch -> {}));

    assertThat(confirmed).containsExactly("other");
  }

  private GatewayInbox.Storage storage(Consumer<List<AttemptUpdate>> storing) {
    return new GatewayInbox.Storage() {
      @Override
      public void store(List<AttemptUpdate> updates) {
        storing.accept(updates);
      }

      @Override
      public void park(AttemptUpdate update, Exception failure) {
        parked.add(update);
      }
    };
  }

  private void storeUnless(AttemptUpdate bad, List<AttemptUpdate> batch, Throwable fault) {
    if (batch.contains(bad)) {
      fail(fault);
    }
    stored.addAll(batch);
  }

  /** Throws as await does: checked exceptions, too, undeclared. */
  private static void fail(Throwable fault) {
    Future.failedFuture(fault).await();
  }

  private static AttemptUpdate update() {
    return new AttemptUpdate.PlaceResultReceived(
        UUID.randomUUID(), new PlaceResult.Accepted("ref"));
  }
}
