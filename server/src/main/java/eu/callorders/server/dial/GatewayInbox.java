package eu.callorders.server.dial;

import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What is to be taken in about attempts, until it is stored. It holds nothing that a crash could
 * lose: events are confirmed to the gateway only once they are stored, and an answer that is lost
 * is asked for again.
 */
public final class GatewayInbox {
  private static final Logger LOG = LoggerFactory.getLogger(GatewayInbox.class);
  private static final int BATCH = 400;

  /** A gateway that is told of no storing tells again, so what waits must have an end. */
  private static final int MOST_WAITING = 20_000;

  private final Deque<Parcel> parcels = new ConcurrentLinkedDeque<>();
  private final AtomicInteger waiting = new AtomicInteger();
  private final Runnable bell;

  /** Some news and whom to tell that they are stored. */
  private record Parcel(List<GatewayNews> news, Runnable stored) {}

  /**
   * @param bell rung when something has come in
   */
  public GatewayInbox(Runnable bell) {
    this.bell = bell;
  }

  void add(GatewayNews news) {
    add(List.of(news), () -> {});
  }

  /**
   * Takes in news that belong together.
   *
   * @param stored run once all of the news are stored, or turned out to be of no use
   */
  public void add(List<GatewayNews> news, Runnable stored) {
    parcels.add(new Parcel(List.copyOf(news), stored));
    waiting.addAndGet(news.size());
    bell.run();
  }

  /** Whether so much waits to be stored that whoever can tell later had better do so. */
  public boolean full() {
    return waiting.get() >= MOST_WAITING;
  }

  /**
   * Hands what has come in to {@code storing}, many at a time; when that fails, one at a time, so
   * that a bad one does not hold up the others. What fails alone is dropped with an alert: its
   * attempt is then settled by its deadline. A fault that passes is thrown, and everything stays
   * for the next time; news that were stored by then do no harm when they are stored again.
   *
   * @return how many news were dealt with
   */
  int drain(Consumer<List<GatewayNews>> storing) {
    List<Parcel> taken = take();
    List<GatewayNews> news = taken.stream().flatMap(parcel -> parcel.news().stream()).toList();
    try {
      store(news, storing);
    } catch (Exception passing) { // awaiting throws checked ones too, undeclared
      taken.reversed().forEach(parcels::addFirst);
      throw passing;
    }
    waiting.addAndGet(-news.size());
    taken.forEach(GatewayInbox::confirm);
    return news.size();
  }

  private List<Parcel> take() {
    List<Parcel> taken = new ArrayList<>();
    int news = 0;
    for (Parcel next = parcels.poll(); next != null; next = news < BATCH ? parcels.poll() : null) {
      taken.add(next);
      news += next.news().size();
    }
    return taken;
  }

  private static void store(List<GatewayNews> news, Consumer<List<GatewayNews>> storing) {
    if (news.isEmpty()) {
      return;
    }
    try {
      storing.accept(news);
    } catch (Exception together) {
      if (Transient.is(together)) {
        throw together;
      }
      LOG.warn("{} news could not be stored together", news.size(), together);
      news.forEach(one -> storeAlone(one, storing));
    }
  }

  private static void storeAlone(GatewayNews news, Consumer<List<GatewayNews>> storing) {
    try {
      storing.accept(List.of(news));
    } catch (Exception alone) {
      if (Transient.is(alone)) {
        throw alone;
      }
      LOG.error("news of attempt {} cannot be stored", news.attemptId(), alone);
    }
  }

  private static void confirm(Parcel parcel) {
    try {
      parcel.stored().run();
    } catch (RuntimeException e) {
      LOG.warn("stored news could not be confirmed: the gateway will tell them again", e);
    }
  }
}
