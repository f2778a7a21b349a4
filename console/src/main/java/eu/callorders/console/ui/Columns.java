package eu.callorders.console.ui;

import eu.callorders.console.session.SubjectName;
import eu.callorders.console.session.SubjectNames;
import java.util.function.Function;
import javafx.beans.value.ObservableValue;

/** Creates the columns of a screen; their titles are the texts {@code column.ID}. */
public final class Columns<T> {
  private static final double TIME_WIDTH = 190;
  private static final double SUBJECT_WIDTH = 210;

  private final Texts texts;
  private final TimestampFormatter times = new TimestampFormatter();

  public Columns(Texts texts) {
    this.texts = texts;
  }

  public Column<T> text(String id, double width, Function<T, String> text) {
    return Column.of(id, texts.get("column." + id), width, text);
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
    return text(id, TIME_WIDTH, row -> times.cell(timestamp.apply(row)))
        .exported(row -> times.iso(timestamp.apply(row)))
        .ofClock(texts.get(clock));
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
  public Column<T> value(String id, double width, String registry, Function<T, String> wireName) {
    return text(id, width, row -> texts.value(registry, wireName.apply(row)));
  }

  /** A registry value as a status badge. */
  public Column<T> status(String id, double width, String registry, Function<T, String> wireName) {
    return value(id, width, registry, wireName)
        .withBadge(row -> StatusStyle.of(wireName.apply(row)));
  }
}
