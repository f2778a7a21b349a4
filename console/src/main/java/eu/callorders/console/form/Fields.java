package eu.callorders.console.form;

import eu.callorders.console.api.Failure;
import eu.callorders.console.api.Problem;
import eu.callorders.console.ui.FailureMessage;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;

/**
 * Fields as they are filled in, and what is wrong with them.
 *
 * @param <F> what can be filled in
 */
public abstract class Fields<F> {
  private record Entry(StringProperty value, ReadOnlyStringWrapper fault) {}

  private final Map<F, Entry> entries = new LinkedHashMap<>();

  /**
   * @param fields in the order in which they are filled in
   */
  protected Fields(Collection<F> fields) {
    for (F field : fields) {
      Entry entry = new Entry(new SimpleStringProperty(""), new ReadOnlyStringWrapper(""));
      entry.value().addListener(ignored -> entry.fault().set("")); // it was about another text
      entries.put(field, entry);
    }
  }

  /** The field that a fault at that pointer is about. */
  protected abstract Optional<F> guilty(String pointer);

  /** What is told at the field of a fault. */
  protected String said(F field, Problem.Fault fault) {
    return FailureMessage.of(fault);
  }

  /** In the order in which they are filled in. */
  public final List<F> fields() {
    return List.copyOf(entries.keySet());
  }

  public final StringProperty value(F field) {
    return entry(field).value();
  }

  /** A key of a text, or what the service has against it; empty when nothing is wrong with it. */
  public final ReadOnlyStringProperty fault(F field) {
    return entry(field).fault().getReadOnlyProperty();
  }

  /** What is written there, without blanks around it. */
  public String text(F field) {
    return Objects.requireNonNullElse(value(field).get(), "").strip();
  }

  public final void blame(F field, String message) {
    ReadOnlyStringWrapper fault = entry(field).fault();
    fault.set(fault.get().isEmpty() ? message : fault.get() + "\n" + message);
  }

  /** Writes each fault to the field it is about; false when one is about none of them. */
  public final boolean blame(List<Problem.Fault> faults) {
    boolean placed = true;
    for (Problem.Fault fault : faults) {
      Optional<F> field = guilty(fault.pointer());
      field.ifPresent(it -> blame(it, said(it, fault)));
      placed &= field.isPresent();
    }
    return placed;
  }

  /** Whether all that is to be said of a failure stands at the fields now. */
  public final boolean blame(Failure why) {
    return why instanceof Failure.Refused refused
        && !refused.problem().faults().isEmpty()
        && blame(refused.problem().faults());
  }

  public final void acquit() {
    entries.values().forEach(entry -> entry.fault().set(""));
  }

  /** The first that must be looked at again. */
  public final Optional<F> firstFault() {
    return fields().stream().filter(field -> !fault(field).get().isEmpty()).findFirst();
  }

  private Entry entry(F field) {
    return Objects.requireNonNull(entries.get(field), field::toString);
  }
}
