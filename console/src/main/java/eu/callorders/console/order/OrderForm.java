package eu.callorders.console.order;

import eu.callorders.console.api.Problem;
import eu.callorders.console.ui.Words;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;

/** Fields as they are filled in, and what the service has against them. */
final class OrderForm {
  private record Entry(StringProperty value, ReadOnlyStringWrapper fault) {}

  private static final Pattern PLACE = Pattern.compile("/([0-9]{1,6})(?:$|/)([^/]*).*");

  private final Map<OrderField, Entry> entries = new EnumMap<>(OrderField.class);

  OrderForm(List<OrderField> fields) {
    for (OrderField field : fields) {
      Entry entry = new Entry(new SimpleStringProperty(""), new ReadOnlyStringWrapper(""));
      entry.value().addListener(ignored -> entry.fault().set("")); // it was about another text
      entries.put(field, entry);
    }
  }

  /** In the order in which they are filled in. */
  List<OrderField> fields() {
    return List.copyOf(entries.keySet());
  }

  StringProperty value(OrderField field) {
    return entry(field).value();
  }

  /** Empty when nothing is wrong with it. */
  ReadOnlyStringProperty fault(OrderField field) {
    return entry(field).fault().getReadOnlyProperty();
  }

  /** What is written there, without blanks around it. */
  String text(OrderField field) {
    String written = entry(field).value().get();
    return written == null ? "" : written.strip();
  }

  void blame(OrderField field, String message) {
    entry(field).fault().set(message);
  }

  /** Writes each fault to the field it is about; false when one is about none of them. */
  boolean blame(List<Problem.Fault> faults) {
    boolean placed = true;
    for (Problem.Fault fault : faults) {
      Optional<OrderField> field = guilty(fault.pointer());
      field.ifPresent(it -> blame(it, joined(entry(it).fault().get(), said(it, fault))));
      placed &= field.isPresent();
    }
    return placed;
  }

  /** Where a field has several lines, the one that it is about comes first. */
  private static String said(OrderField field, Problem.Fault fault) {
    boolean lines = field.kind() == OrderField.Kind.CALL_TIMES && field.holds(fault.pointer());
    Matcher place = PLACE.matcher(lines ? fault.pointer().substring(field.pointer().length()) : "");
    if (!place.matches()) {
      return Words.of(fault);
    }
    String member = place.group(2).isEmpty() ? "" : " (" + place.group(2) + ")";
    return Integer.parseInt(place.group(1)) + 1 + member + ": " + Words.of(fault);
  }

  private Optional<OrderField> guilty(String pointer) {
    Stream<OrderField> inside = fields().stream().filter(field -> field.holds(pointer));
    return inside
        .findFirst()
        .or(() -> fields().stream().filter(field -> field.isBelow(pointer)).findFirst());
  }

  private static String joined(String before, String message) {
    return before.isEmpty() ? message : before + "\n" + message;
  }

  void acquit() {
    entries.values().forEach(entry -> entry.fault().set(""));
  }

  /** The first that must be looked at again. */
  Optional<OrderField> firstFault() {
    return fields().stream().filter(field -> !entry(field).fault().get().isEmpty()).findFirst();
  }

  private Entry entry(OrderField field) {
    return Objects.requireNonNull(entries.get(field), field::name);
  }
}
