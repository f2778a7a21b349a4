package eu.callorders.console.ui;

import eu.callorders.console.work.ListFilter;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javafx.beans.property.Property;
import javafx.scene.control.TextField;
import javafx.scene.control.Tooltip;
import org.jspecify.annotations.Nullable;

/** The search and the filters of a list, by the identifiers of their controls. */
final class ListInputs {
  private record Input(
      Property<@Nullable Object> property, Function<String, @Nullable Object> parser) {
    String text() {
      return Objects.toString(property.getValue(), "").strip();
    }
  }

  private static final Pattern SEPARATED = Pattern.compile("_(.)");
  private static final int FIELD_COLUMNS = 9;

  private final Map<String, Input> inputs = new LinkedHashMap<>();
  private Runnable onChange = () -> {};
  private List<? extends @Nullable Object> applied = List.of();
  private boolean changingTogether;

  void addText(String id, Property<String> text) {
    add(id, text, value -> value);
  }

  /** Binds a field whose Enter key applies the filters. */
  void bind(TextField field, Property<String> text) {
    addText(field.getId(), text);
    field.textProperty().bindBidirectional(text);
    field.setTooltip(new Tooltip(Texts.of(ListInputs.class).get("filter.enter")));
    TextWidth.fitPrompt(field);
  }

  /** Makes and binds a field for each text of a filter. */
  List<TextField> addFields(ListFilter<?> filter, Texts texts, Runnable apply) {
    List<TextField> fields = new ArrayList<>();
    for (String parameter : filter.texts()) {
      String name = parameter.equals("subject_reference") ? "subject" : parameter;
      TextField field = new TextField();
      field.setId(SEPARATED.matcher(name).replaceAll(it -> it.group(1).toUpperCase(Locale.ROOT)));
      field.setPromptText(texts.get("column." + name));
      field.setAccessibleText(field.getPromptText());
      field.setPrefColumnCount(FIELD_COLUMNS);
      field.setOnAction(ignored -> apply.run());
      bind(field, filter.text(parameter));
      fields.add(field);
    }
    return fields;
  }

  void addDay(String id, Property<@Nullable LocalDate> day) {
    add(id, day, value -> value.isEmpty() ? null : LocalDate.parse(value));
  }

  @SuppressWarnings("unchecked") // the parser gives values of the property
  private void add(String id, Property<?> property, Function<String, @Nullable Object> parser) {
    inputs.put(id, new Input((Property<@Nullable Object>) property, parser));
    property.addListener(ignored -> onChange.run());
  }

  /** Binds a control; its changes apply the filters, unless several change together. */
  <V extends @Nullable Object> void bind(Property<V> control, Property<V> by, Runnable apply) {
    control.bindBidirectional(by);
    control.addListener(
        ignored -> {
          if (!changingTogether) {
            apply.run();
          }
        });
  }

  /** Changes several inputs, which applies nothing. */
  void changeTogether(Runnable change) {
    changingTogether = true;
    change.run();
    changingTogether = false;
  }

  /** Sets what runs after each change. */
  void onChange(Runnable listener) {
    onChange = listener;
  }

  List<? extends @Nullable Object> values() {
    return inputs.values().stream()
        .map(input -> input.property().getValue())
        .collect(Collectors.toList());
  }

  /** Whether the values are others than at the last call. */
  boolean haveChanged() {
    List<? extends @Nullable Object> before = applied;
    applied = values();
    return !applied.equals(before);
  }

  /** Sets the values of {@link #values}. */
  void set(List<? extends @Nullable Object> values) {
    int place = 0;
    for (Input input : inputs.values()) {
      input.property().setValue(values.get(place++));
    }
  }

  /** Those that are not empty, days in ISO 8601. */
  Map<String, String> texts() {
    Map<String, String> texts = new LinkedHashMap<>();
    inputs.forEach((id, input) -> texts.put(id, input.text()));
    texts.values().removeIf(String::isEmpty);
    return texts;
  }

  /** Sets these, and empties all others; returns those that this list does not have. */
  List<String> setTexts(Map<String, String> texts) {
    List<String> unknown = new ArrayList<>(texts.keySet());
    unknown.removeAll(inputs.keySet());
    inputs.forEach(
        (id, input) -> {
          if (!parse(input, texts.getOrDefault(id, ""))) {
            unknown.add(id);
          }
        });
    return unknown;
  }

  private static boolean parse(Input input, String text) {
    try {
      input.property().setValue(input.parser().apply(text));
      return true;
    } catch (DateTimeException e) {
      input.property().setValue(null);
      return false;
    }
  }
}
