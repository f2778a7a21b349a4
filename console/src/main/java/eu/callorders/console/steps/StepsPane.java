package eu.callorders.console.steps;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.ui.Labels;
import eu.callorders.console.ui.StatusBadge;
import eu.callorders.console.ui.StatusStyle;
import eu.callorders.console.ui.Texts;
import eu.callorders.console.ui.TimestampFormatter;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.javafx.FontIcon;

/** Shows the steps of a sequence and the progress of an enrollment. */
public final class StepsPane extends VBox {
  /** The progress that a badge names. */
  private static final Set<StepProgress> NAMED =
      EnumSet.of(StepProgress.CURRENT, StepProgress.PAUSED, StepProgress.STOPPED);

  private final Texts texts = Texts.of(StepsPane.class);
  private final TimestampFormatter timestamps = new TimestampFormatter();
  private final StepFormatter formatter = new StepFormatter(texts);
  private @Nullable SequenceSteps shown;

  public StepsPane() {
    getStyleClass().add("steps");
  }

  /** Shows the steps; {@code openOrder} opens the order with an identifier. */
  public void show(SequenceSteps steps, Consumer<String> openOrder) {
    if (steps.equals(shown)) {
      return; // keeps the focus on a link
    }
    shown = steps;
    List<StepState> states = steps.steps();
    getChildren().clear();
    for (int index = 0; index < states.size(); index++) {
      boolean isLast = index + 1 == states.size();
      getChildren().add(card(states.get(index), index + 1, isLast, openOrder));
    }
  }

  private Node card(StepState state, int number, boolean last, Consumer<String> openOrder) {
    VBox text = content(state, openOrder);
    HBox.setHgrow(text, Priority.ALWAYS);
    HBox row = new HBox(12, gutter(state, number, last), text);
    row.getStyleClass()
        .addAll("step", "step-" + state.progress().key(), "tone-" + tone(state).key());
    row.setAccessibleText(
        texts.get("step", number, state.id(), texts.value("progress", state.progress().key())));
    return row;
  }

  private static Node gutter(StepState state, int number, boolean last) {
    StackPane mark = new StackPane(markContent(state, number));
    mark.getStyleClass().add("step-mark");
    VBox gutter = new VBox(mark);
    gutter.setAlignment(Pos.TOP_CENTER);
    if (!last) {
      Region line = new Region();
      line.getStyleClass().add("step-rail");
      VBox.setVgrow(line, Priority.ALWAYS);
      gutter.getChildren().add(line);
    }
    return gutter;
  }

  private static Node markContent(StepState state, int number) {
    return switch (state.progress()) {
      case DONE -> new FontIcon("fth-check");
      case PAUSED -> new FontIcon("fth-pause");
      case STOPPED -> new FontIcon("fth-x");
      case NOT_STARTED, CURRENT, PENDING, SKIPPED -> new Label(Integer.toString(number));
    };
  }

  private VBox content(StepState state, Consumer<String> openOrder) {
    VBox text = new VBox(3, head(state));
    text.getStyleClass().add("step-text");
    text.setMinWidth(0); // identifiers may be long
    for (String line : formatter.describe(state.step())) {
      text.getChildren().add(line(line));
    }
    if (!state.startedAt().isEmpty()) {
      text.getChildren().add(line(texts.get("began", timestamps.text(state.startedAt()))));
    }
    if (!state.nextActionAt().isEmpty()) {
      Label next = line(texts.get("next", timestamps.text(state.nextActionAt())));
      next.getStyleClass().setAll("label", "step-next");
      text.getChildren().add(next);
    }
    if (!state.order().isMissingNode()) {
      text.getChildren().add(order(state.order(), openOrder));
    }
    return text;
  }

  private Node head(StepState state) {
    Label name = Labels.wrapped(state.id(), "card-title");
    Label type = new Label(texts.value("type", state.type()));
    type.getStyleClass().add("step-line");
    type.setMinWidth(Region.USE_PREF_SIZE);
    HBox head = new HBox(8, name, type);
    head.setAlignment(Pos.CENTER_LEFT);
    if (NAMED.contains(state.progress())) {
      head.getChildren()
          .add(new StatusBadge(texts.value("progress", state.progress().key()), tone(state)));
    }
    return head;
  }

  /** A step whose order is known has the tone of that order when it is done. */
  private static StatusBadge.Tone tone(StepState state) {
    return state.progress() == StepProgress.DONE && state.order().has("status")
        ? StatusStyle.order(state.order())
        : StatusStyle.of(state.progress().key());
  }

  private Node order(JsonNode order, Consumer<String> openOrder) {
    String id = order.path("id").asText();
    Hyperlink link = new Hyperlink(id);
    link.getStyleClass().add("order-link");
    link.setOnAction(ignored -> openOrder.accept(id));
    link.setAccessibleText(texts.get("order.open", id));
    VBox box = new VBox(link);
    String status = order.path("status").asText();
    if (!status.isEmpty()) {
      String code = order.path("result").path("summary_code").asText();
      String title = texts.value("order_status", status);
      box.getChildren().add(line(Texts.titled(title, texts.value("summary_code", code))));
    }
    return box;
  }

  private static Label line(String text) {
    return Labels.wrapped(text, "step-line");
  }
}
