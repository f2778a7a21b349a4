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
  private final AtomicInteger rings = new AtomicInteger();
  private final GatewayInbox inbox = new GatewayInbox(rings::incrementAndGet);
  private final List<AttemptUpdate> stored = new ArrayList<>();
  private final List<AttemptUpdate> parked = new ArrayList<>();
  private final List<String> confirmed = new ArrayList<>();

  @Test
  void ringsForEveryParcel() {
    inbox.add(news());
    inbox.add(List.of(news(), news()), () -> {});

    assertThat(rings).hasValue(2);
  }

  @Test
  void handsOverTogetherAndInOrderWhatHasComeIn() {
    List<AttemptUpdate> first = List.of(news(), news());
    List<AttemptUpdate> second = List.of(news());
    inbox.add(first, () -> confirmed.add("first"));
    inbox.add(second, () -> confirmed.add("second"));
    List<List<AttemptUpdate>> batches = new ArrayList<>();

    assertThat(inbox.drain(storage(batches::add))).isEqualTo(3);

    assertThat(batches).containsExactly(List.of(first.get(0), first.get(1), second.get(0)));
    assertThat(confirmed).containsExactly("first", "second");
    assertThat(inbox.drain(storage(batches::add))).isZero();
  }

  @Test
  void confirmsOnlyWhatIsStored() {
    inbox.add(List.of(news()), () -> confirmed.add("stored"));

    inbox.drain(storage(batch -> assertThat(confirmed).isEmpty()));

    assertThat(confirmed).containsExactly("stored");
  }

  @Test
  void isFullWhileTooManyBytesWait() {
    int size = 1 << 20;
    for (int body = 1; body < 32; body++) {
      inbox.add(List.of(news(), news()), size, () -> {});
    }
    assertThat(inbox.full()).isFalse();

    inbox.add(List.of(news(), news()), size, () -> {});
    assertThat(inbox.full()).isTrue();

    inbox.drain(storage(batch -> {}));
    assertThat(inbox.full()).isFalse();
  }

  static Stream<Throwable> passingFaults() {
    return Stream.of(
        new ConnectException("refused"),
        ClosedConnectionException.INSTANCE,
        new PgException("the server shuts down", "FATAL", "57P01", "now"),
        new PgException("no room", "ERROR", "53100", "on the disk"),
        new IllegalStateException(new IOException("within another")));
  }

  @ParameterizedTest
  @MethodSource("passingFaults")
  void keepsEverythingInOrderWhenAFaultPasses(Throwable fault) {
    AttemptUpdate first = news();
    AttemptUpdate second = news();
    AttemptUpdate third = news();
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
  void storesTheOthersWhenOneCannotBeStored() {
    AttemptUpdate good = news();
    AttemptUpdate bad = news();
    AttemptUpdate alsoGood = news();
    inbox.add(List.of(good, bad, alsoGood), () -> confirmed.add("stored"));

    inbox.drain(storage(batch -> storeUnless(bad, batch, new IllegalStateException("bad"))));

    assertThat(stored).containsExactly(good, alsoGood);
    assertThat(confirmed).isEmpty();
  }

  static Stream<Throwable> faultsOfAnItem() {
    return Stream.of(
        new IllegalStateException("bad"),
        new PgException("canceling statement", "ERROR", "57014", "statement timeout"),
        new PgException("deadlock detected", "ERROR", "40P01", ""),
        new PgException("out of memory", "ERROR", "53200", ""));
  }

  @ParameterizedTest
  @MethodSource("faultsOfAnItem")
  void parksItemThatKeepsFailingAndConfirmsItThen(Throwable fault) {
    AttemptUpdate bad = news();
    List<AttemptUpdate> all = new ArrayList<>();
    for (int place = 0; place < 400; place++) {
      all.add(place == 123 ? bad : news());
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
  void parksItemWhoseFailureLooksLikeAnOutageButReturns() {
    AttemptUpdate bad = news();
    AttemptUpdate good = news();
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
  void keepsItemThatCannotBeParked() {
    AttemptUpdate bad = news();
    inbox.add(List.of(bad), () -> confirmed.add("stored"));
    IllegalStateException fault = new IllegalStateException("bad");
    ConnectException away = new ConnectException("refused");
    GatewayInbox.Storage refusing =
        new GatewayInbox.Storage() {
          @Override
          public void store(List<AttemptUpdate> news) {
            throw fault;
          }

          @Override
          public void park(AttemptUpdate news, Exception failure) {
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
  void keepsEverythingWhenAFaultPassesWhileTheyAreStoredOneByOne() {
    AttemptUpdate good = news();
    AttemptUpdate other = news();
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
  void anotherParcelIsConfirmedAlthoughOneCannotBe() {
    inbox.add(
        List.of(news()),
        () -> {
          throw new IllegalStateException("nobody listens any more");
        });
    inbox.add(List.of(news()), () -> confirmed.add("other"));

    inbox.drain(storage(batch -> {}));

    assertThat(confirmed).containsExactly("other");
  }

  private GatewayInbox.Storage storage(Consumer<List<AttemptUpdate>> storing) {
    return new GatewayInbox.Storage() {
      @Override
      public void store(List<AttemptUpdate> news) {
        storing.accept(news);
      }

      @Override
      public void park(AttemptUpdate news, Exception failure) {
        parked.add(news);
      }
    };
  }

  private void storeUnless(AttemptUpdate bad, List<AttemptUpdate> batch, Throwable fault) {
    if (batch.contains(bad)) {
      fail(fault);
    }
    stored.addAll(batch);
  }

  /** Throws as awaiting does: checked exceptions too, undeclared. */
  private static void fail(Throwable fault) {
    Future.failedFuture(fault).await();
  }

  private static AttemptUpdate news() {
    return new AttemptUpdate.PlaceAnswered(UUID.randomUUID(), new PlaceResult.Accepted("ref"));
  }
}
