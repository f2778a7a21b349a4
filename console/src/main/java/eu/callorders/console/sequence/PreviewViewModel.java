package eu.callorders.console.sequence;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.console.api.ApiClient;
import eu.callorders.console.api.Failure;
import eu.callorders.console.form.JsonFieldConverter;
import eu.callorders.console.form.JsonForm;
import eu.callorders.console.work.BackgroundExecutor;
import eu.callorders.console.work.BackgroundTask;
import java.time.Duration;
import java.util.List;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleObjectProperty;
import org.jspecify.annotations.Nullable;

/**
 * The calendar of a version for an imagined person. It is asked for once the input rests, and only
 * the answer to the latest input is shown.
 */
final class PreviewViewModel {
  private static final String PATH = "/v1/sequences/preview";

  /** A number in Berlin that is reserved for fiction. */
  static final String SAMPLE_PHONE = "+493023125000";

  private final BackgroundExecutor background;
  private final ApiClient api;
  private final Duration delay;
  final JsonForm<PreviewField> form;

  /** The latest calendar; null while there is none. */
  final ObjectProperty<@Nullable SequenceCalendar> calendar = new SimpleObjectProperty<>();

  /** Why there is no calendar, unless the fields of the preview show it. */
  final ObjectProperty<@Nullable Failure> failure = new SimpleObjectProperty<>();

  private JsonNode version = MissingNode.getInstance();
  private @Nullable BackgroundTask task;

  /**
   * @param delay how long the input has to rest
   */
  PreviewViewModel(
      BackgroundExecutor background, ApiClient api, JsonFieldConverter converter, Duration delay) {
    this.background = background;
    this.api = api;
    this.delay = delay;
    this.form = new JsonForm<>(List.of(PreviewField.values()), converter);
    form.value(PreviewField.PHONE).set(SAMPLE_PHONE);
    form.fields().forEach(field -> form.value(field).addListener(ignored -> ask()));
  }

  /** Shows the calendar of that version; none of one without steps. */
  void show(JsonNode draft) {
    if (!draft.equals(version)) {
      version = draft;
      ask();
    }
  }

  /** Asks again after a failure. */
  void retry() {
    ask();
  }

  private void ask() {
    if (task != null) {
      task.cancel();
    }
    if (version.path("steps").isEmpty()) {
      show(null, null);
    } else {
      task = background.after(delay, this::send);
    }
  }

  private void send() {
    form.clearErrors();
    if (!form.check(MissingNode.getInstance())) {
      show(null, null);
      return;
    }
    ObjectNode body = form.applyTo(MissingNode.getInstance());
    body.set("version", version);
    task =
        background.run(
            () -> api.post(PATH, body).body(),
            reply -> show(SequenceCalendar.of(reply), null),
            cause -> show(null, form.setError(cause) ? null : cause));
  }

  private void show(@Nullable SequenceCalendar found, @Nullable Failure cause) {
    failure.set(cause);
    calendar.set(found);
  }
}
