package eu.callorders.console.steps;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.ui.StatusBadge;
import eu.callorders.console.ui.Texts;
import eu.callorders.console.ui.TimestampFormatter;
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
import org.kordamp.ikonli.javafx.FontIcon;

/** A step as it is drawn: its mark, the line to the next one, and what there is to say. */
final class StepCard {
  private final Texts texts;
  private final TimestampFormatter times;
  private final StepFormatter words;

  StepCard(Texts texts, TimestampFormatter times) {
    this.texts = texts;
    this.times = times;
    this.words = new StepFormatter(texts);
  }

  Node of(StepState rung, int number, boolean last, Consumer<String> openOrder) {
    VBox said = said(rung, openOrder);
    HBox.setHgrow(said, Priority.ALWAYS);
    HBox row = new HBox(12, gutter(rung, number, last), said);
    row.getStyleClass().addAll("step", "step-" + rung.progress().key());
    row.setAccessibleText(
        texts.get("step", number, rung.id(), texts.value("progress", rung.progress().key())));
    return row;
  }

  private static Node gutter(StepState rung, int number, boolean last) {
    StackPane mark = new StackPane(inside(rung, number));
    mark.getStyleClass().add("step-mark");
    VBox gutter = new VBox(mark);
    gutter.setAlignment(Pos.TOP_CENTER);
    if (!last) {
      Region rail = new Region();
      rail.getStyleClass().add("step-rail");
      VBox.setVgrow(rail, Priority.ALWAYS);
      gutter.getChildren().add(rail);
    }
    return gutter;
  }

  private static Node inside(StepState rung, int number) {
    return switch (rung.progress()) {
      case DONE -> new FontIcon("fth-check");
      case PAUSED -> new FontIcon("fth-pause");
      case STOPPED -> new FontIcon("fth-x");
      case NOBODY, CURRENT, AHEAD, LEFT_OUT -> new Label(Integer.toString(number));
    };
  }

  private VBox said(StepState rung, Consumer<String> openOrder) {
    VBox said = new VBox(3, head(rung));
    said.getStyleClass().add("step-text");
    said.setMinWidth(0); // names are as long as clients like
    for (String line : words.of(rung.step())) {
      said.getChildren().add(line(line));
    }
    if (!rung.began().isEmpty()) {
      said.getChildren().add(line(texts.get("began", times.text(rung.began()))));
    }
    if (!rung.next().isEmpty()) {
      Label next = line(texts.get("next", times.text(rung.next())));
      next.getStyleClass().setAll("label", "step-next");
      said.getChildren().add(next);
    }
    if (!rung.order().isMissingNode()) {
      said.getChildren().add(order(rung.order(), openOrder));
    }
    return said;
  }

  private Node head(StepState rung) {
    Label name = new Label(rung.id());
    name.getStyleClass().add("card-title");
    name.setWrapText(true);
    name.setMinHeight(Region.USE_PREF_SIZE);
    Label type = new Label(texts.value("type", rung.type()));
    type.getStyleClass().add("step-line");
    type.setMinWidth(Region.USE_PREF_SIZE);
    HBox head = new HBox(8, name, type);
    head.setAlignment(Pos.CENTER_LEFT);
    StatusBadge.Tone tone = tone(rung.progress());
    if (tone != StatusBadge.Tone.NEUTRAL) {
      head.getChildren().add(new StatusBadge(texts.value("progress", rung.progress().key()), tone));
    }
    return head;
  }

  /** Only what asks for attention gets a colour. */
  private static StatusBadge.Tone tone(StepProgress progress) {
    return switch (progress) {
      case CURRENT -> StatusBadge.Tone.ACTIVE;
      case PAUSED, STOPPED -> StatusBadge.Tone.WARNING;
      case NOBODY, DONE, AHEAD, LEFT_OUT -> StatusBadge.Tone.NEUTRAL;
    };
  }

  private Node order(JsonNode order, Consumer<String> openOrder) {
    String id = order.path("id").asText();
    Hyperlink link = new Hyperlink(id);
    link.getStyleClass().add("order-link");
    link.setOnAction(ignored -> openOrder.accept(id));
    link.setAccessibleText(texts.get("order.open", id));
    VBox made = new VBox(link);
    String status = order.path("status").asText();
    if (!status.isEmpty()) {
      String code = order.path("result").path("summary_code").asText();
      String said = texts.value("order_status", status);
      made.getChildren()
          .add(line(code.isEmpty() ? said : said + ": " + texts.value("summary_code", code)));
    }
    return made;
  }

  private static Label line(String text) {
    Label line = new Label(text);
    line.setWrapText(true);
    line.setMinHeight(Region.USE_PREF_SIZE);
    line.getStyleClass().add("step-line");
    return line;
  }
}
