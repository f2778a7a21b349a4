package eu.callorders.server.webhook;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * How much may be under way to each endpoint from this node: a lane for each, which nobody else can
 * fill. A lane opens with its successes and all but closes with a failure; lanes that have not
 * proved themselves share a part of the whole, so that any number of black holes leaves room for
 * those that answer, and those whose last word was a failure begin a few at a time, since each may
 * cost a connection. What is under way has been leased: as much of it flies as the lane is wide,
 * the rest waits for its turn. Nothing here has to survive: it is found out again.
 */
final class Lanes {
  private static final int WIDEST = 64;
  private static final int FIRST = 2;

  /**
   * What may be leased for an endpoint that answers at once: more than may fly, so that one lease
   * takes many, and little enough that the last of them begins soon.
   */
  private static final int SWIFTEST = 256;

  /** As long as that an answer may take at an endpoint that is swift. */
  private static final Duration SWIFT = Duration.ofMillis(100);

  /** So many failures in a row are no chance. */
  private static final int FAILING = 3;

  /** As many of a replay at once: they wait behind what is fresh. */
  private static final int REPLAYED = 4;

  private final int most;
  private final int mostUnproven;
  private final int trialsATurn;
  private final Map<UUID, Lane> lanes = new HashMap<>();
  private final Map<UUID, Integer> ready = new LinkedHashMap<>();
  private final List<Promise<Void>> waitingForIdle = new ArrayList<>();
  private int underWay;
  private int unproven;
  private int trials;
  private boolean isHeldBack;

  /**
   * @param most under way in all
   * @param mostUnproven of these, to endpoints whose last word was not a success
   * @param trialsATurn of these, begun between two calls of {@link #nextTurn} to endpoints that
   *     fail again and again
   */
  Lanes(int most, int mostUnproven, int trialsATurn) {
    this.most = most;
    this.mostUnproven = mostUnproven;
    this.trialsATurn = trialsATurn;
    this.trials = trialsATurn;
  }

  private static final class Lane {
    private int width = FIRST;
    private boolean proven;
    private int failures;
    private int fresh;
    private int replayed;
    private final Queue<Runnable> held = new ArrayDeque<>();

    private int underWay() {
      return fresh + replayed;
    }

    /** With a swift one it is worth waiting until there is room for many. */
    private int room() {
      int room = width - underWay();
      return width > WIDEST && room < width / 4 ? 0 : room;
    }

    private boolean isFailing() {
      return failures >= FAILING;
    }

    private boolean mayFly() {
      return underWay() - held.size() < Math.min(width, WIDEST);
    }
  }

  /**
   * What may begin.
   *
   * @param fresh so many of what is fresh
   * @param replayed so many of replays
   * @param offers how often the endpoint had been offered by then
   */
  record Room(UUID endpoint, int fresh, int replayed, int offers) {}

  /** Something may be due to that endpoint. */
  synchronized void offer(UUID endpoint) {
    ready.merge(endpoint, 1, Integer::sum);
  }

  /** What may begin now; who had a turn goes to the end of the line. */
  synchronized List<Room> rooms(int atMost) {
    List<Room> rooms = new ArrayList<>();
    int left = Math.min(atMost, most - underWay);
    int leftUnproven = mostUnproven - unproven;
    for (Map.Entry<UUID, Integer> offered : ready.entrySet()) {
      if (left <= 0) {
        break;
      }
      UUID endpoint = offered.getKey();
      Lane lane = lanes.computeIfAbsent(endpoint, ignored -> new Lane());
      int share = lane.proven ? left : Math.min(left, leftUnproven);
      int fresh = Math.max(0, Math.min(lane.room(), share));
      if (fresh > 0 && lane.isFailing() && trials == 0) {
        isHeldBack = true;
      } else if (fresh > 0) {
        left -= fresh;
        leftUnproven -= lane.proven ? 0 : fresh;
        trials -= lane.isFailing() ? 1 : 0;
        int replayed = Math.max(0, Math.min(REPLAYED - lane.replayed, fresh));
        rooms.add(new Room(endpoint, fresh, replayed, offered.getValue()));
      }
    }
    for (Room room : rooms) {
      ready.remove(room.endpoint());
      ready.put(room.endpoint(), room.offers());
    }
    return rooms;
  }

  /** Trials may begin anew. */
  synchronized void nextTurn() {
    trials = trialsATurn;
    isHeldBack = false;
  }

  /** Whether there would be more to begin but for the turn's trials. */
  synchronized boolean isHeldBack() {
    return isHeldBack;
  }

  /** There was less due than room for it; nothing more then, unless something was offered since. */
  synchronized void exhausted(Room room) {
    ready.remove(room.endpoint(), room.offers());
    forgetIfIdle(room.endpoint());
  }

  synchronized void begun(UUID endpoint, boolean replay) {
    Lane lane = lanes.computeIfAbsent(endpoint, ignored -> new Lane());
    if (replay) {
      lane.replayed++;
    } else {
      lane.fresh++;
    }
    underWay++;
    unproven += lane.proven ? 0 : 1;
  }

  /** As {@link #begun(UUID, boolean)}, but it flies when {@link #go} finds room for it. */
  synchronized void begun(UUID endpoint, boolean replay, Runnable attempt) {
    begun(endpoint, replay);
    laneOf(endpoint).held.add(attempt);
  }

  /** Lets as many fly as may. */
  void go(UUID endpoint) {
    Runnable attempt = takeOff(endpoint);
    while (attempt != null) {
      attempt.run();
      attempt = takeOff(endpoint);
    }
  }

  private synchronized @Nullable Runnable takeOff(UUID endpoint) {
    Lane lane = lanes.get(endpoint);
    return lane != null && lane.mayFly() ? lane.held.poll() : null;
  }

  private Lane laneOf(UUID endpoint) {
    Lane lane = lanes.get(endpoint);
    if (lane == null) {
      throw new IllegalStateException("nothing was under way to " + endpoint);
    }
    return lane;
  }

  /** An attempt has ended, or did not take place; that says nothing about the endpoint. */
  void ended(UUID endpoint, boolean replay) {
    end(endpoint, replay);
    go(endpoint);
  }

  private synchronized void end(UUID endpoint, boolean replay) {
    Lane lane = laneOf(endpoint);
    if (replay) {
      lane.replayed--;
      offer(endpoint);
    } else {
      lane.fresh--;
    }
    underWay--;
    unproven -= lane.proven ? 0 : 1;
    forgetIfIdle(endpoint);
    if (underWay == 0) {
      List.copyOf(waitingForIdle).forEach(Promise::tryComplete);
      waitingForIdle.clear();
    }
  }

  /** Completes when nothing is under way. */
  synchronized Future<Void> idle() {
    if (underWay == 0) {
      return Future.succeededFuture();
    }
    Promise<Void> idle = Promise.promise();
    waitingForIdle.add(idle);
    return idle.future();
  }

  /**
   * What the end of an attempt says about its endpoint; before {@link #ended}.
   *
   * @param took from its beginning to its end
   */
  synchronized void judged(UUID endpoint, boolean delivered, Duration took) {
    Lane lane = lanes.get(endpoint);
    if (lane == null) {
      return;
    }
    int widest = took.compareTo(SWIFT) < 0 ? SWIFTEST : WIDEST;
    lane.width = delivered ? Math.min(widest, 2 * lane.width) : 1;
    lane.failures = delivered ? 0 : lane.failures + 1;
    if (lane.proven != delivered) {
      unproven += delivered ? -lane.underWay() : lane.underWay();
      lane.proven = delivered;
    }
  }

  synchronized int underWay() {
    return underWay;
  }

  /** A lane of which nothing is remembered but how it began need not be remembered. */
  private void forgetIfIdle(UUID endpoint) {
    Lane lane = lanes.get(endpoint);
    if (lane != null
        && lane.underWay() == 0
        && !ready.containsKey(endpoint)
        && lane.width == FIRST) {
      lanes.remove(endpoint);
    }
  }
}
