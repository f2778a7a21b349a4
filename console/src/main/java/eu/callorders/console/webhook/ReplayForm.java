package eu.callorders.console.webhook;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.console.api.Failure;
import eu.callorders.console.api.Json;
import eu.callorders.console.form.Fields;
import eu.callorders.console.ui.FailureMessage;
import eu.callorders.console.ui.InstantConverter;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import javafx.beans.Observable;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.beans.property.SimpleObjectProperty;
import org.jspecify.annotations.Nullable;

/** The input for a replay: which events to send again; at first those that failed. */
final class ReplayForm extends Fields<ReplayForm.Field> {
  /** The values of {@code SINCE} and {@code UNTIL} are times of day. */
  enum Field {
    SINCE,
    AFTER,
    UNTIL,
    EVENT_TYPES
  }

  private static final String RANGE = "replay_range";
  private static final String START_OF_DAY = "00:00";

  /** Whether the range starts at a time; otherwise after an event. */
  final BooleanProperty byTime = new SimpleBooleanProperty(true);

  final ObjectProperty<@Nullable LocalDate> sinceDay = new SimpleObjectProperty<>();
  final ObjectProperty<@Nullable LocalDate> untilDay = new SimpleObjectProperty<>();
  final BooleanProperty onlyFailed = new SimpleBooleanProperty(true);
  private final InstantConverter instants;

  ReplayForm(ZoneId zone, Instant since) {
    super(List.of(Field.values()));
    this.instants = new InstantConverter(zone);
    sinceDay.set(LocalDate.ofInstant(since, zone));
    value(Field.SINCE).set(instants.timeOfDay(since));
  }

  /** Sets the errors of missing, invalid and contradictory fields; false if there are any. */
  boolean check() {
    clearErrors();
    if (!byTime.get() && text(Field.AFTER).isEmpty()) {
      setFault(Field.AFTER, "after");
    } else if (byTime.get() && sinceDay.get() == null) {
      setFault(Field.SINCE, "since");
    } else if (byTime.get()) {
      checkTime(Field.SINCE, sinceDay.get());
    }
    if (untilDay.get() != null) {
      checkTime(Field.UNTIL, untilDay.get());
    } else if (!text(Field.UNTIL).isEmpty()) {
      setFault(Field.UNTIL, "until");
    }
    if (firstInvalid().isEmpty() && endsTooEarly()) {
      setFault(Field.UNTIL, "order");
    }
    return firstInvalid().isEmpty();
  }

  private void setFault(Field field, String key) {
    setError(field, "fault." + key);
  }

  private void checkTime(Field field, @Nullable LocalDate day) {
    String error = input(field, day).map(InstantConverter.Input::error).orElse("");
    if (!error.isEmpty()) {
      setError(field, error);
    }
  }

  private boolean endsTooEarly() {
    Optional<Instant> since = since();
    Optional<Instant> until = until();
    return byTime.get()
        && since.isPresent()
        && until.isPresent()
        && !until.get().isAfter(since.get());
  }

  /** Sets the errors of a failure; true if all of them belong to fields. */
  boolean refuse(Failure cause) {
    clearErrors();
    if (cause instanceof Failure.Refused refused
        && refused.problem().fieldErrors().isEmpty()
        && refused.problem().code().equals(RANGE)) {
      setError(byTime.get() ? Field.SINCE : Field.AFTER, FailureMessage.of(cause).advice());
      return true;
    }
    return setError(cause);
  }

  @Override
  protected Optional<Field> fieldFor(String pointer) {
    return fields().stream()
        .filter(
            field -> (pointer + "/").startsWith("/" + field.name().toLowerCase(Locale.ROOT) + "/"))
        .findFirst();
  }

  /** The request body of a valid form. */
  ObjectNode body(boolean dryRun) {
    ObjectNode body = Json.object();
    if (byTime.get()) {
      since().ifPresent(since -> body.put("since", since.toString()));
    } else {
      body.put("after", text(Field.AFTER));
    }
    until().ifPresent(until -> body.put("until", until.toString()));
    List<String> types = EndpointForm.split(text(Field.EVENT_TYPES));
    if (!types.isEmpty()) {
      ArrayNode names = body.putArray("event_types");
      types.forEach(names::add);
    }
    return body.put("only_failed", onlyFailed.get()).put("dry_run", dryRun);
  }

  private Optional<Instant> since() {
    return input(Field.SINCE, sinceDay.get()).flatMap(InstantConverter.Input::instant);
  }

  private Optional<Instant> until() {
    return input(Field.UNTIL, untilDay.get()).flatMap(InstantConverter.Input::instant);
  }

  /** Start of the day without a time; empty without a day. */
  private Optional<InstantConverter.Input> input(Field time, @Nullable LocalDate day) {
    String typed = text(time).isEmpty() ? START_OF_DAY : text(time);
    return Optional.ofNullable(day).map(known -> instants.parse(known, typed));
  }

  /** Called after each change of the input. */
  void onChange(Runnable listener) {
    Stream.concat(
            fields().stream().map(this::value),
            Stream.<Observable>of(byTime, sinceDay, untilDay, onlyFailed))
        .forEach(input -> input.addListener(ignored -> listener.run()));
  }
}
