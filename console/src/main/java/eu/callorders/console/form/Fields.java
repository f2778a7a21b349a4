package eu.callorders.console.form;

import com.fasterxml.jackson.databind.JsonNode;
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

/** The input of a form and its errors. */
public abstract class Fields<F> {
  private record Entry(StringProperty value, ReadOnlyStringWrapper error) {}

  private final Map<F, Entry> entries = new LinkedHashMap<>();

  protected Fields(Collection<F> fields) {
    for (F field : fields) {
      Entry entry = new Entry(new SimpleStringProperty(""), new ReadOnlyStringWrapper(""));
      entry.value().addListener(ignored -> entry.error().set("")); // the error is outdated
      entries.put(field, entry);
    }
  }

  /** The field that an error with that pointer belongs to. */
  protected abstract Optional<F> fieldFor(String pointer);

  /** The message shown at the field. */
  protected String message(F field, Problem.FieldError fault) {
    return FailureMessage.of(fault);
  }

  /** In display order. */
  public final List<F> fields() {
    return List.copyOf(entries.keySet());
  }

  public final StringProperty value(F field) {
    return entry(field).value();
  }

  /** A text key or a message of the service; empty without an error. */
  public final ReadOnlyStringProperty error(F field) {
    return entry(field).error().getReadOnlyProperty();
  }

  /** The input without surrounding blanks. */
  public String text(F field) {
    return Objects.requireNonNullElse(value(field).get(), "").strip();
  }

  /** The text that the field shows for a resource; empty by default. */
  public String read(F field, JsonNode resource) {
    return "";
  }

  /** Whether the input differs from the resource. */
  public final boolean isTouched(F field, JsonNode resource) {
    return !text(field).equals(read(field, resource).strip());
  }

  /** Whether the input of a field differs from the resource. */
  public final boolean isTouched(JsonNode resource) {
    return entries.keySet().stream().anyMatch(field -> isTouched(field, resource));
  }

  /** Marks the input of a field that the operator leaves if it is unreadable; never by default. */
  public void left(F field) {}

  public final void setError(F field, String message) {
    ReadOnlyStringWrapper error = entry(field).error();
    error.set(error.get().isEmpty() ? message : error.get() + "\n" + message);
  }

  /** Sets each error at its field; false if one belongs to no field. */
  public final boolean setError(List<Problem.FieldError> faults) {
    boolean allPlaced = true;
    for (Problem.FieldError fault : faults) {
      Optional<F> field = fieldFor(fault.pointer());
      field.ifPresent(it -> setError(it, message(it, fault)));
      allPlaced &= field.isPresent();
    }
    return allPlaced;
  }

  /** Sets the errors of a failure; true if all of them belong to fields. */
  public final boolean setError(Failure cause) {
    return cause instanceof Failure.Refused refused
        && !refused.problem().fieldErrors().isEmpty()
        && setError(refused.problem().fieldErrors());
  }

  public final void clearErrors() {
    entries.values().forEach(entry -> entry.error().set(""));
  }

  /** The first field with an error. */
  public final Optional<F> firstInvalid() {
    return fields().stream().filter(field -> !error(field).get().isEmpty()).findFirst();
  }

  private Entry entry(F field) {
    return Objects.requireNonNull(entries.get(field), field::toString);
  }
}
