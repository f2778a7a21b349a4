package eu.callorders.console.session;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.api.ApiException;
import eu.callorders.console.api.Failure;
import eu.callorders.console.api.Page;
import eu.callorders.console.api.Query;
import eu.callorders.console.api.Scope;
import eu.callorders.console.work.BackgroundExecutor;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.beans.value.ObservableValue;
import org.jspecify.annotations.Nullable;

/**
 * Names of persons for the visible rows of lists that carry references only. Keeps the latest
 * {@link #MAX_ENTRIES}, and reads unknown ones from orders, the latest asked first. Runs on the
 * JavaFX thread.
 */
public final class SubjectNames implements AutoCloseable {
  static final int MAX_ENTRIES = 1_000;
  static final int MAX_READS = 4;

  /** More than a screen has rows. */
  static final int MAX_WAITING = 100;

  /** With it, the reads need less than a third of the requests of a registration. */
  private static final Duration PAUSE = Duration.ofMillis(250);

  private static final Duration RETRY_DELAY = Duration.ofSeconds(5);
  private static final String PATH = "/v1/call-orders";

  /** An order's identifier, or the reference of a person. */
  private record Key(boolean isOrder, String text) {}

  private static final class Entry {
    private final ObjectProperty<SubjectName> name;

    /** Whether it needs no read. */
    private boolean known;

    private Entry(SubjectName initial) {
      this.name = new SimpleObjectProperty<>(initial);
    }
  }

  private final BackgroundExecutor background;
  private final Session session;
  private final Duration pause;
  private final Duration retryDelay;

  /** The least recently used first. */
  private final LinkedHashMap<Key, Entry> entries = new LinkedHashMap<>(16, 0.75f, true);

  private final LinkedHashSet<Key> waiting = new LinkedHashSet<>();
  private final Set<Key> reading = new HashSet<>();
  private boolean closed;

  public SubjectNames(BackgroundExecutor background, Session session) {
    this(background, session, PAUSE, RETRY_DELAY);
  }

  /**
   * @param pause after each of the parallel reads
   * @param retryDelay after a failed one
   */
  SubjectNames(
      BackgroundExecutor background, Session session, Duration pause, Duration retryDelay) {
    this.background = background;
    this.session = session;
    this.pause = pause;
    this.retryDelay = retryDelay;
  }

  /** The person with that reference; without {@code orders:read} it stays unknown. */
  public ObservableValue<SubjectName> ofSubject(String reference) {
    return ask(new Key(false, reference), reference);
  }

  /**
   * The person of an order, whose phone is the one of that order.
   *
   * @param reference of the person; empty when unknown
   */
  public ObservableValue<SubjectName> ofOrder(String id, String reference) {
    return ask(new Key(true, id), reference);
  }

  private ObservableValue<SubjectName> ask(Key key, String reference) {
    Entry entry = entry(key, reference);
    boolean needsRead = !entry.known && !key.text().isEmpty() && !reading.contains(key);
    if (needsRead && session.may(Scope.ORDERS_READ)) {
      waiting.addLast(key);
      if (waiting.size() > MAX_WAITING) {
        waiting.removeFirst();
      }
      readNext();
    }
    return entry.name;
  }

  private Entry entry(Key key, String reference) {
    Entry entry = entries.computeIfAbsent(key, _ -> new Entry(SubjectName.unknown(reference)));
    if (entries.size() > MAX_ENTRIES) {
      entries.pollFirstEntry();
    }
    return entry;
  }

  private void readNext() {
    while (reading.size() < MAX_READS && !waiting.isEmpty()) {
      Key key = waiting.removeLast();
      reading.add(key);
      background.run(
          () -> read(key), found -> arrived(key, found), cause -> readFailed(key, cause));
    }
  }

  private Optional<SubjectName> read(Key key) throws ApiException {
    Page<JsonNode> orders =
        key.isOrder()
            ? session.api().find(PATH + "/" + key.text())
            : session.api().page(PATH, Query.none().with("subject_reference", key.text()), 1, "");
    return orders.rows().stream().findFirst().map(SubjectName::ofOrder);
  }

  private void arrived(Key key, Optional<SubjectName> found) {
    Entry entry = entry(key, "");
    entry.known = true;
    found.ifPresent(
        name -> {
          entry.name.set(name);
          put(name);
        });
    rest(key, pause);
  }

  private void readFailed(Key key, Failure cause) {
    boolean mayRetry = cause.isTransient();
    entry(key, "").known = !mayRetry;
    rest(key, mayRetry ? retryDelay : pause);
  }

  /** The next read starts after a pause; one that failed is repeated. */
  private void rest(Key key, Duration delay) {
    if (closed) {
      return;
    }
    background.after(
        delay,
        () -> {
          reading.remove(key);
          @Nullable Entry entry = entries.get(key);
          if (entry != null && !entry.known) {
            waiting.addLast(key);
          }
          readNext();
        });
  }

  /** Takes what an order says, unless a later one has a name. */
  public void put(SubjectName name) {
    if (name.reference().isEmpty()) {
      return;
    }
    Key key = new Key(false, name.reference());
    Entry entry = entry(key, name.reference());
    SubjectName before = entry.name.get();
    boolean isOlder = name.name().isEmpty() || name.asOf().compareTo(before.asOf()) < 0;
    if (!entry.known || before.asOf().isEmpty() || !isOlder) {
      entry.known = true;
      entry.name.set(name);
      waiting.remove(key);
    }
  }

  /** Reads persons again who had no order before. */
  public void handleEvents(List<JsonNode> events) {
    for (JsonNode event : events) {
      if (event.path("type").asText().startsWith("call_order.")) {
        Key key = new Key(false, event.path("data").path("subject").path("reference").asText(""));
        @Nullable Entry entry = entries.get(key);
        if (entry != null && entry.known && entry.name.get().asOf().isEmpty()) {
          entry.known = false;
          ask(key, key.text());
        }
      }
    }
  }

  /** Reads persons again who had no order before, once they are asked for. */
  public void eventsMissed() {
    entries.values().stream()
        .filter(entry -> entry.name.get().asOf().isEmpty())
        .forEach(entry -> entry.known = false);
  }

  /** Ends reading. */
  @Override
  public void close() {
    closed = true;
    waiting.clear();
  }
}
