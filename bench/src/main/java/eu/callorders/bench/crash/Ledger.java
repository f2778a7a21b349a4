package eu.callorders.bench.crash;

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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListSet;

/** Responses to clients, recorded outside the service. */
final class Ledger implements AutoCloseable {
  private final Map<String, Entry> entries = new LinkedHashMap<>();
  private final Map<Integer, Integer> answers = new TreeMap<>();
  private final List<String> faults = new ArrayList<>();
  private final BufferedWriter file;

  Ledger(Path file) throws IOException {
    this.file = Files.newBufferedWriter(file);
  }

  /** All that clients know of one key. Ends with an id, a refusal, or neither. */
  static final class Entry {
    final OrderMix.Keyed order;

    /** The ids that were acknowledged under this key. */
    final NavigableSet<String> ids = new ConcurrentSkipListSet<>();

    /** The status of a refusal; 0: none. */
    int refusal;

    /** Whether a cancellation was acknowledged. */
    boolean canceled;

    /** The value of the metadata's {@code note} that was acknowledged last; empty: none. */
    String note = "";

    private Entry(OrderMix.Keyed order) {
      this.order = order;
    }
  }

  synchronized Entry intend(OrderMix.Keyed order) {
    Entry entry = new Entry(order);
    entries.put(order.key(), entry);
    return entry;
  }

  /** Writes down an answer to an order. */
  synchronized void answered(Entry entry, Http.Answer answer, String node) {
    count(answer, node);
    if (answer.status() == 202) {
      String id = answer.body().path("id").asText();
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

  /** Counts an answer to whatever was asked. */
  synchronized void count(Http.Answer answer, String node) {
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

  synchronized Collection<Entry> entries() {
    return List.copyOf(entries.values());
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
