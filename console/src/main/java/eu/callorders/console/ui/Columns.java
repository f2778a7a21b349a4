package eu.callorders.console.ui;

import eu.callorders.console.session.SubjectName;
import eu.callorders.console.session.SubjectNames;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;
import javafx.beans.value.ObservableValue;

/** Creates the columns of a screen; their titles are the texts {@code column.ID}. */
public final class Columns<T> {
  private static final String WIDEST_NUMBER = "88888";
  private static final double SUBJECT_WIDTH = 210;

  private final Texts texts;
  private final TimestampFormatter times = new TimestampFormatter();

  public Columns(Texts texts) {
    this.texts = texts;
  }

  /**
   * Free text, which is cut where there is no room.
   *
   * @param width preferred, in pixels
   */
  public Column<T> text(String id, double width, Function<T, String> text) {
    return Column.of(id, texts.get("column." + id), width, text);
  }

  /** Texts of which the longest are known: they are never cut. */
  public Column<T> known(String id, List<String> longest, Function<T, String> text) {
    return text(id, 0, text).asWideAs(longest);
  }

  public Column<T> number(String id, ToLongFunction<T> number) {
    return known(id, List.of(WIDEST_NUMBER), row -> Long.toString(number.applyAsLong(row)));
  }

  /** A timestamp of the tenant's clock as local time; in a file with its UTC offset. */
  public Column<T> time(String id, Function<T, String> timestamp) {
    return time(id, timestamp, "clock.tenant");
  }

  /** A timestamp in real time as local time; in a file with its UTC offset. */
  public Column<T> realTime(String id, Function<T, String> timestamp) {
    return time(id, timestamp, "clock.real");
  }

  private Column<T> time(String id, Function<T, String> timestamp, String clock) {
    return known(id, sampleTimes(), row -> times.cell(timestamp.apply(row)))
        .exported(row -> times.iso(timestamp.apply(row)))
        .sortedBy(timestamp)
        .ofClock(texts.get(clock));
  }

  /** One in each month, whose names differ in length. */
  private List<String> sampleTimes() {
    return IntStream.rangeClosed(1, 12)
        .mapToObj(month -> times.cell("2028-%02d-28T20:48:58Z".formatted(month)))
        .toList();
  }

  /** A value that may arrive after the row. */
  public Column<T> observed(
      String id,
      double width,
      Function<T, ObservableValue<String>> value,
      Function<T, String> exported) {
    return Column.of(id, texts.get("column." + id), width, value, exported);
  }

  /** Name and reference of a person; in a file the reference. */
  public Column<T> subject(
      Function<T, ObservableValue<String>> person, Function<T, String> reference) {
    return observed("subject", SUBJECT_WIDTH, person, reference);
  }

  /** The same by reference. */
  public Column<T> subject(SubjectNames names, Function<T, String> reference) {
    return subject(row -> names.ofSubject(reference.apply(row)).map(SubjectName::text), reference);
  }

  /** A registry value, translated. */
  public Column<T> value(String id, String registry, Function<T, String> wireName) {
    return value(id, registry, value -> !value.equals("any"), wireName);
  }

  private Column<T> value(
      String id, String registry, Predicate<String> isValue, Function<T, String> wireName) {
    return known(
        id, texts.values(registry, isValue), row -> texts.value(registry, wireName.apply(row)));
  }

  /** A registry value as a status badge. */
  public Column<T> status(String id, String registry, Function<T, String> wireName) {
    return value(id, registry, StatusStyle::isKnown, wireName)
        .withBadge(row -> StatusStyle.of(wireName.apply(row)));
  }
}
