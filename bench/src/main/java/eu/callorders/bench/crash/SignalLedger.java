package eu.callorders.bench.crash;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import eu.callorders.bench.Http;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;

/** Responses to clients about signals and enrollments. */
final class SignalLedger {
  private final Map<String, Entry> entries = new LinkedHashMap<>();
  private final Map<String, Integer> pauses = new HashMap<>();
  private final NavigableSet<String> canceled = new TreeSet<>();
  private final List<String> faults = new ArrayList<>();
  private final Ledger ledger;

  /**
   * @param ledger counts the answers
   */
  SignalLedger(Ledger ledger) {
    this.ledger = ledger;
  }

  /** All that clients know of one signal. */
  static final class Entry {
    final SignalMix.Keyed signal;

    /** The ids that were acknowledged under its key. */
    final NavigableSet<String> ids = new TreeSet<>();

    /** What it did, as the first answer said; missing while there was none. */
    JsonNode triggered = MissingNode.getInstance();

    private Entry(SignalMix.Keyed signal) {
      this.signal = signal;
    }

    /** The enrollments that it has had that effect on. */
    List<String> having(String effect) {
      List<String> having = new ArrayList<>();
      for (JsonNode one : triggered) {
        if (one.path("effect").asText().equals(effect)) {
          having.add(one.path("enrollment_id").asText());
        }
      }
      return having;
    }
  }

  synchronized Entry intend(SignalMix.Keyed signal) {
    Entry entry = new Entry(signal);
    entries.put(signal.key(), entry);
    return entry;
  }

  /** Writes down an answer to a signal. */
  synchronized void answered(Entry entry, Http.Answer answer, String node) {
    ledger.count(answer, node);
    String key = entry.signal.key();
    if (answer.status() == 201 || answer.status() == 200) {
      entry.ids.add(answer.body().path("id").asText());
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
    ledger.count(answer, node);
    if (answer.status() == 200 && action.equals("pause")) {
      pauses.merge(enrollment, 1, Integer::sum);
    } else if (answer.status() == 200 && action.equals("cancel")) {
      canceled.add(enrollment);
    } else if (answer.status() != 200 && answer.status() != 409 && !answer.passing()) {
      faults.add("%s of %s was answered %s".formatted(action, enrollment, answer));
    }
  }

  synchronized Collection<Entry> entries() {
    return List.copyOf(entries.values());
  }

  /** How often a pause was acknowledged, by enrollment. */
  synchronized Map<String, Integer> pauses() {
    return Map.copyOf(pauses);
  }

  /** The enrollments whose cancellation was acknowledged. */
  synchronized Collection<String> canceled() {
    return List.copyOf(canceled);
  }

  /** Answers that no fault excuses. */
  synchronized List<String> faults() {
    return List.copyOf(faults);
  }
}
