package eu.callorders.console.sequence;

import eu.callorders.console.api.Failure;
import eu.callorders.console.api.Problem;
import eu.callorders.console.form.FieldControls;
import eu.callorders.console.form.FieldRows;
import eu.callorders.console.ui.FailureMessage;
import eu.callorders.console.ui.Labels;
import eu.callorders.console.ui.Texts;
import eu.callorders.console.ui.Visibility;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javafx.collections.FXCollections;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;

/** The calendar of the version that is edited, and for whom and from when it is. */
final class PreviewPane extends VBox {
  private static final double SPACING = 8;
  private static final double NAME_WIDTH = 90;
  private static final int MAX_FAULTS = 3;
  private static final Pattern STEP_POINTER = Pattern.compile("/version/steps/([0-9]{1,3})(.*)");

  private final Texts texts;
  private final CalendarPane calendar;
  private final Button retry;
  private final Label notice = Labels.wrapped("", "preview-notice");

  PreviewPane(Texts texts, PreviewViewModel model) {
    super(SPACING);
    this.texts = texts;
    this.calendar = new CalendarPane(texts);
    this.retry = new Button(texts.get("retry"));
    FieldRows<PreviewField> rows = new FieldRows<>(texts, model.form, NAME_WIDTH);
    FieldControls<PreviewField> controls =
        new FieldControls<>(texts, model.form, rows, FXCollections.emptyObservableList());
    GridPane fields = rows.section();
    for (PreviewField field : PreviewField.values()) {
      rows.add(fields, field, texts.get(field.key()), controls.create(field));
    }
    Label title = new Label(texts.get("calendar"));
    title.getStyleClass().add("section");
    notice.setId("preview-notice");
    retry.setId("preview-retry");
    retry.getStyleClass().add("small");
    retry.setOnAction(ignored -> model.retry());
    getChildren().addAll(title, fields, notice, retry, calendar);
    model.calendar.addListener((ignored, before, now) -> calendar.show(now));
    model.failure.addListener((ignored, before, now) -> show(now));
    show(null);
  }

  private void show(@Nullable Failure cause) {
    notice.setText(cause == null ? "" : text(cause));
    Visibility.set(notice, cause != null);
    Visibility.set(retry, cause != null && !isOfInput(cause));
  }

  private static boolean isOfInput(Failure cause) {
    return cause instanceof Failure.Refused refused && !refused.problem().fieldErrors().isEmpty();
  }

  /** Input that is not complete yet is no error. */
  private String text(Failure cause) {
    return cause instanceof Failure.Refused refused && !refused.problem().fieldErrors().isEmpty()
        ? texts.get("calendar.incomplete")
            + "\n"
            + refused.problem().fieldErrors().stream()
                .limit(MAX_FAULTS)
                .map(this::line)
                .collect(Collectors.joining("\n"))
        : FailureMessage.of(cause).text();
  }

  /** Names the step and its field as the form does. */
  private String line(Problem.FieldError fault) {
    String message = FailureMessage.of(fault);
    Matcher step = STEP_POINTER.matcher(fault.pointer());
    if (!step.matches()) {
      return message;
    }
    String name =
        Stream.of(StepField.values())
            .filter(field -> field.contains(step.group(2)))
            .findFirst()
            .map(field -> ", " + texts.get(field.key()))
            .orElse("");
    return texts.get("calendar.fault", Integer.parseInt(step.group(1)) + 1, name, message);
  }
}
