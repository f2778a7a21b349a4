package eu.callorders.console.webhook;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.console.api.Json;
import eu.callorders.console.api.Problem;
import eu.callorders.console.ui.Words;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;

/** An endpoint as it is filled in, and what the service has against it. */
final class EndpointForm {
  private record Entry(StringProperty value, ReadOnlyStringWrapper fault) {}

  private final Map<EndpointField, Entry> entries = new EnumMap<>(EndpointField.class);

  EndpointForm() {
    for (EndpointField field : EndpointField.FIELDS) {
      Entry entry = new Entry(new SimpleStringProperty(""), new ReadOnlyStringWrapper(""));
      entry.value().addListener(ignored -> entry.fault().set("")); // it was about another text
      entries.put(field, entry);
    }
  }

  StringProperty value(EndpointField field) {
    return entry(field).value();
  }

  /** Empty when nothing is wrong with it. */
  ReadOnlyStringProperty fault(EndpointField field) {
    return entry(field).fault().getReadOnlyProperty();
  }

  /** What is written there, in its plain form. */
  String text(EndpointField field) {
    return field.plain(Objects.requireNonNullElse(entry(field).value().get(), ""));
  }

  /** Everything that is written. */
  ObjectNode body() {
    ObjectNode body = Json.object();
    for (EndpointField field : EndpointField.FIELDS) {
      String text = text(field);
      if (!text.isEmpty()) {
        body.set(field.member(), field.written(text));
      }
    }
    return body;
  }

  /** Whether something else stands there than that endpoint has. */
  boolean differs(EndpointField field, JsonNode endpoint) {
    return !text(field).equals(field.read(endpoint));
  }

  /** Writes each fault to the field it is about; false when one is about none of them. */
  boolean blame(List<Problem.Fault> faults) {
    boolean placed = true;
    for (Problem.Fault fault : faults) {
      Optional<EndpointField> field =
          EndpointField.FIELDS.stream().filter(it -> it.holds(fault.pointer())).findFirst();
      field.ifPresent(it -> blame(it, said(it, fault)));
      placed &= field.isPresent();
    }
    return placed;
  }

  private void blame(EndpointField field, String message) {
    ReadOnlyStringWrapper fault = entry(field).fault();
    fault.set(fault.get().isEmpty() ? message : fault.get() + "\n" + message);
  }

  /** Of one value among several it is said which one. */
  private String said(EndpointField field, Problem.Fault fault) {
    String index = fault.pointer().substring(field.pointer().length());
    List<String> names = EndpointField.names(text(field));
    if (index.matches("/[0-9]{1,3}") && Integer.parseInt(index.substring(1)) < names.size()) {
      return names.get(Integer.parseInt(index.substring(1))) + ": " + Words.of(fault);
    }
    return Words.of(fault);
  }

  void acquit() {
    entries.values().forEach(entry -> entry.fault().set(""));
  }

  /** The first that must be looked at again. */
  Optional<EndpointField> firstFault() {
    return EndpointField.FIELDS.stream()
        .filter(field -> !entry(field).fault().get().isEmpty())
        .findFirst();
  }

  private Entry entry(EndpointField field) {
    return Objects.requireNonNull(entries.get(field), field::name);
  }
}
