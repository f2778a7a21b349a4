package eu.callorders.console.order;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.ui.StatusBadge;
import eu.callorders.console.ui.Texts;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;

/** A rule of the explanation with its verdict. */
final class RuleLine {
  private static final double VERDICT_WIDTH = 84;

  private RuleLine() {}

  static Node of(JsonNode rule, Texts texts, ExplanationFormatter explanations) {
    String verdict = JsonValues.text(rule, "verdict");
    HBox holder = new HBox(new StatusBadge(texts.value("verdict", verdict), tone(verdict)));
    holder.setMinWidth(VERDICT_WIDTH);
    Label name = new Label(texts.value("rule", JsonValues.text(rule, "rule")));
    name.getStyleClass().add("rule-name");
    Label message = new Label(explanations.formatInstants(JsonValues.text(rule, "message")));
    message.setWrapText(true);
    message.getStyleClass().add("text-muted");
    VBox text = new VBox(name, message);
    HBox.setHgrow(text, Priority.ALWAYS);
    HBox line = new HBox(8, holder, text);
    line.setAlignment(Pos.TOP_LEFT);
    line.getStyleClass().add("rule");
    return line;
  }

  private static StatusBadge.Tone tone(String verdict) {
    return switch (verdict) {
      case "pass" -> StatusBadge.Tone.GOOD;
      case "wait" -> StatusBadge.Tone.WARNING;
      case "block" -> StatusBadge.Tone.BAD;
      default -> StatusBadge.Tone.NEUTRAL;
    };
  }
}
