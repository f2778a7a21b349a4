package eu.callorders.bench.cluster;

import eu.callorders.bench.Http;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The responses that clients got from the balancer. Any thread may add one. */
public final class Responses {
  /** A request that did not get what it asked for; the status is 0 without a response. */
  public record Failure(Instant began, Instant ended, String request, Http.Answer answer) {
    @Override
    public String toString() {
      return "%s, sent at %s, was answered %d at %s: %s"
          .formatted(request, began, answer.status(), ended, answer.body());
    }
  }

  private final List<Failure> failures = new ArrayList<>();
  private final NavigableSet<Instant> accepted = new TreeSet<>();
  private int count;

  synchronized void add(String request, Instant began, Http.Answer answer) {
    Instant ended = Instant.now();
    count++;
    if (!answer.successful()) {
      failures.add(new Failure(began, ended, request, answer));
    }
    if (answer.status() == 202) {
      accepted.add(ended);
      notifyAll();
    }
  }

  public synchronized int count() {
    return count;
  }

  public synchronized List<Failure> failures() {
    return List.copyOf(failures);
  }

  /** The first acceptance of an order at or after an instant; null without one within the limit. */
  public synchronized @Nullable Instant awaitAccepted(Instant after, Duration limit)
      throws InterruptedException {
    long giveUp = System.nanoTime() + limit.toNanos();
    while (accepted.ceiling(after) == null) {
      long left = (giveUp - System.nanoTime()) / 1_000_000;
      if (left <= 0) {
        return null;
      }
      wait(left);
    }
    return accepted.ceiling(after);
  }
}
