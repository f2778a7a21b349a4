package eu.callorders.server.dial;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
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

  private final Queue<Parcel> parcels = new ConcurrentLinkedQueue<>();
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
    parcels.add(new Parcel(news, stored));
    bell.run();
  }

  /**
   * Hands what has come in to {@code storing}, many at a time; when that fails, one at a time, so
   * that a bad one does not hold up the others. What fails alone is dropped with an alert: its
   * attempt is then settled by its deadline.
   *
   * @return how many news were dealt with
   */
  int drain(Consumer<List<GatewayNews>> storing) {
    List<Parcel> taken = new ArrayList<>();
    List<GatewayNews> news = new ArrayList<>();
    Parcel next = parcels.poll();
    while (next != null) {
      taken.add(next);
      news.addAll(next.news());
      next = news.size() < BATCH ? parcels.poll() : null;
    }
    if (!news.isEmpty()) {
      store(taken, news, storing);
    }
    return news.size();
  }

  private void store(
      List<Parcel> taken, List<GatewayNews> news, Consumer<List<GatewayNews>> storing) {
    try {
      storing.accept(news);
    } catch (RuntimeException together) {
      if (Transient.is(together)) {
        parcels.addAll(taken);
        throw together;
      }
      LOG.warn("{} news could not be stored together: {}", news.size(), together.toString());
      news.forEach(one -> storeAlone(one, storing));
    }
    taken.forEach(parcel -> parcel.stored().run());
  }

  private static void storeAlone(GatewayNews news, Consumer<List<GatewayNews>> storing) {
    try {
      storing.accept(List.of(news));
    } catch (RuntimeException alone) {
      LOG.error("news of attempt {} cannot be stored", news.attemptId(), alone);
    }
  }
}
