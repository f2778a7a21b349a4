package eu.callorders.console.work;

import eu.callorders.console.api.Query;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Predicate;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;
import org.jspecify.annotations.Nullable;

/** The filter of a list by parameters and days of creation; empty ones match all rows. */
public final class ListFilter<T> {
  /** Takes the last day of creation, as ISO date, among the values of parameters. */
  public static final String LAST_DAY = "to";

  private record Parameter<T>(StringProperty text, Function<T, String> value) {
    String stripped() {
      return Objects.requireNonNullElse(text.get(), "").strip();
    }
  }

  private final Map<String, Parameter<T>> parameters = new LinkedHashMap<>();
  private final List<String> texts = new ArrayList<>();
  private final ObjectProperty<@Nullable LocalDate> from = new SimpleObjectProperty<>();
  private final ObjectProperty<@Nullable LocalDate> to = new SimpleObjectProperty<>();
  private final ZoneId zone;
  private final Function<T, String> createdAt;

  public ListFilter(ZoneId zone, Function<T, String> createdAt) {
    this.zone = zone;
    this.createdAt = createdAt;
  }

  /** Adds a query parameter, which the service compares with that value of a row. */
  public ListFilter<T> with(String parameter, Function<T, String> value) {
    parameters.put(parameter, new Parameter<>(new SimpleStringProperty(""), value));
    return this;
  }

  /** Adds a query parameter that the operator enters as text. */
  public ListFilter<T> withText(String parameter, Function<T, String> value) {
    texts.add(parameter);
    return with(parameter, value);
  }

  /** The parameters that the operator enters as text. */
  public List<String> texts() {
    return texts;
  }

  public StringProperty text(String parameter) {
    return Objects.requireNonNull(parameters.get(parameter), parameter).text();
  }

  /** The first day of creation. */
  public ObjectProperty<@Nullable LocalDate> from() {
    return from;
  }

  /** The last day of creation. */
  public ObjectProperty<@Nullable LocalDate> to() {
    return to;
  }

  public void clear() {
    parameters.values().forEach(parameter -> parameter.text().set(""));
    from.set(null);
    to.set(null);
  }

  /** Replaces the filter by values of some parameters and {@link #LAST_DAY}. */
  void set(Map<String, String> values) {
    clear();
    values.forEach(
        (name, value) -> {
          if (name.equals(LAST_DAY)) {
            to.set(LocalDate.parse(value));
          } else {
            text(name).set(value);
          }
        });
  }

  String createdAt(T row) {
    return createdAt.apply(row);
  }

  Query query() {
    Query query = Query.none();
    for (Map.Entry<String, Parameter<T>> entry : parameters.entrySet()) {
      query = query.with(entry.getKey(), entry.getValue().stripped());
    }
    return query
        .with("created_after", start(from.get(), 0))
        .with("created_before", start(to.get(), 1));
  }

  /** Whether the service would list a row, by the present input. */
  Predicate<T> predicate() {
    Instant after = start(from.get(), 0);
    Instant before = start(to.get(), 1);
    Predicate<T> matches = row -> isCreatedWithin(createdAt.apply(row), after, before);
    for (Parameter<T> parameter : parameters.values()) {
      String text = parameter.stripped();
      matches = matches.and(row -> text.isEmpty() || text.equals(parameter.value().apply(row)));
    }
    return matches;
  }

  private @Nullable Instant start(@Nullable LocalDate day, int daysLater) {
    return day == null ? null : day.plusDays(daysLater).atStartOfDay(zone).toInstant();
  }

  /** A row without a valid creation time matches only without time limits. */
  private static boolean isCreatedWithin(
      String createdAt, @Nullable Instant after, @Nullable Instant before) {
    if (after == null && before == null) {
      return true;
    }
    try {
      Instant created = Instant.parse(createdAt);
      return (after == null || !created.isBefore(after))
          && (before == null || created.isBefore(before));
    } catch (DateTimeException e) {
      return false;
    }
  }
}
