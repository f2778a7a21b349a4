package eu.callorders.bench.crash;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.bench.Http;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListSet;

/** Responses to clients about orders, signals and enrollments, recorded outside the service. */
public final class Ledger implements AutoCloseable {
  private final Map<String, Entry> entries = new LinkedHashMap<>();
  private final Map<String, SignalEntry> signals = new LinkedHashMap<>();
  private final Map<String, Integer> pauses = new HashMap<>();
  private final NavigableSet<String> canceledEnrollments = new TreeSet<>();
  private final Map<Integer, Integer> answers = new TreeMap<>();
  private final List<String> faults = new ArrayList<>();
  private final BufferedWriter file;

  public Ledger(Path file) throws IOException {
    this.file = Files.newBufferedWriter(file);
  }

  /** All that clients know of one key. Ends with an id, a refusal, or neither. */
  public static final class Entry {
    public final OrderMix.Keyed order;

    /** The ids that were acknowledged under this key. */
    public final NavigableSet<String> ids = new ConcurrentSkipListSet<>();

    /** The status of a refusal; 0: none. */
    int refusal;

    boolean canceled;

    /** The value of the metadata's {@code note} that was acknowledged last; empty: none. */
    String note = "";

    private Entry(OrderMix.Keyed order) {
      this.order = order;
    }
  }

  public static final class SignalEntry {
    final SignalMix.Keyed signal;

    final NavigableSet<String> ids = new TreeSet<>();

    /** What it did, as the first answer said; missing while there was none. */
    JsonNode triggered = MissingNode.getInstance();

    private SignalEntry(SignalMix.Keyed signal) {
      this.signal = signal;
    }

    List<String> enrolled() {
      List<String> enrolled = new ArrayList<>();
      for (JsonNode one : triggered) {
        if (one.path("effect").asText().equals("enrolled")) {
          enrolled.add(one.path("enrollment_id").asText());
        }
      }
      return enrolled;
    }
  }

  public synchronized Entry intend(OrderMix.Keyed order) {
    Entry entry = new Entry(order);
    entries.put(order.key(), entry);
    return entry;
  }

  public synchronized SignalEntry intend(SignalMix.Keyed signal) {
    SignalEntry entry = new SignalEntry(signal);
    signals.put(signal.key(), entry);
    return entry;
  }

  public synchronized void answered(Entry entry, Http.Answer answer, String node) {
    count(answer, node);
    if (answer.status() == 202) {
      String id = answer.id();
      if (entry.ids.add(id)) {
        write("acknowledged", entry, id);
      }
    } else if (!answer.passing()) {
      entry.refusal = answer.status();
      write("refused " + answer.body().path("code").asText(), entry, "");
    }
  }

  synchronized void canceled(Entry entry, Http.Answer answer, String node) {
    count(answer, node);
    if (answer.status() == 200) {
      entry.canceled = true;
      write("canceled", entry, "");
    }
  }

  synchronized void noted(Entry entry, String note, Http.Answer answer, String node) {
    count(answer, node);
    if (answer.status() == 200) {
      entry.note = note;
      write("noted " + note, entry, "");
    }
  }

  public synchronized void answered(SignalEntry entry, Http.Answer answer, String node) {
    count(answer, node);
    String key = entry.signal.key();
    if (answer.status() == 201 || answer.status() == 200) {
      entry.ids.add(answer.id());
      JsonNode triggered = answer.body().path("triggered");
      if (entry.triggered.isMissingNode()) {
        entry.triggered = triggered;
      } else if (!entry.triggered.equals(triggered)) {
        faults.add("signal %s did %s, then %s".formatted(key, entry.triggered, triggered));
      }
    } else if (!answer.passing()) {
      faults.add("signal %s was refused: %s".formatted(key, answer));
    }
  }

  /** Writes down an answer to an action on an enrollment. */
  synchronized void asked(String enrollment, String action, Http.Answer answer, String node) {
    count(answer, node);
    if (answer.status() == 200 && action.equals("pause")) {
      pauses.merge(enrollment, 1, Integer::sum);
    } else if (answer.status() == 200 && action.equals("cancel")) {
      canceledEnrollments.add(enrollment);
    } else if (answer.status() != 200 && answer.status() != 409 && !answer.passing()) {
      faults.add("%s of %s was answered %s".formatted(action, enrollment, answer));
    }
  }

  private void count(Http.Answer answer, String node) {
    answers.merge(answer.status(), 1, Integer::sum);
    if (answer.status() >= 500 && answer.status() != 503) {
      faults.add(Instant.now() + " " + node + " answered " + answer);
    }
  }

  private void write(String what, Entry entry, String id) {
    ObjectNode line = Http.JSON.createObjectNode();
    line.put("at", Instant.now().toString()).put("what", what).put("key", entry.order.key());
    line.put("id", id).put("phone", entry.order.phone());
    try {
      file.write(line.toString());
      file.newLine();
      file.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public synchronized Collection<Entry> entries() {
    return List.copyOf(entries.values());
  }

  public synchronized Collection<SignalEntry> signals() {
    return List.copyOf(signals.values());
  }

  synchronized Map<String, Integer> pauses() {
    return Map.copyOf(pauses);
  }

  synchronized Set<String> canceledEnrollments() {
    return Set.copyOf(canceledEnrollments);
  }

  /** How many answers of each status there were; 0 for those that never came. */
  synchronized Map<Integer, Integer> answers() {
    return Map.copyOf(answers);
  }

  /** Answers that no fault excuses. */
  synchronized List<String> faults() {
    return List.copyOf(faults);
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
