package eu.callorders.console.order;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.ui.Pill;
import eu.callorders.console.ui.Texts;
import eu.callorders.console.ui.Times;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;

/** Why an order is where it is: one sentence, and every rule that was asked. */
final class Explanations {
  private static final double VERDICTS = 84;
  private static final Pattern INSTANT = Pattern.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]+Z");

  private final Texts texts;
  private final Times times;

  Explanations(Texts texts, Times times) {
    this.texts = texts;
    this.times = times;
  }

  String sentence(JsonNode said) {
    if (isOver(said.path("status").asText())) {
      return texts.get("explanation.over");
    }
    if (said.path("dialable").asBoolean()) {
      return texts.get("explanation.now");
    }
    String why = reason(said.path("rules"));
    String at = said.path("next_possible_at").asText();
    return at.isEmpty()
        ? texts.get("explanation.unknown", why)
        : texts.get("explanation.from", times.text(at), why);
  }

  private static boolean isOver(String status) {
    return switch (status) {
      case "completed", "expired", "canceled", "failed" -> true;
      default -> false;
    };
  }

  /** That of the rule that holds longest. */
  private String reason(JsonNode rules) {
    String latest = "";
    String why = "";
    for (JsonNode rule : rules) {
      String until = rule.path("until").asText();
      boolean holds = !rule.path("verdict").asText().equals("pass");
      if (holds && (why.isEmpty() || until.compareTo(latest) > 0)) {
        latest = until;
        why = rule.path("message").asText();
      }
    }
    return readable(why);
  }

  List<Node> rules(JsonNode said) {
    List<Node> lines = new ArrayList<>();
    for (JsonNode rule : said.path("rules")) {
      lines.add(line(rule));
    }
    return lines;
  }

  private Node line(JsonNode rule) {
    String verdict = rule.path("verdict").asText();
    Pill pill = new Pill(texts.value("verdict", verdict), tone(verdict));
    HBox holder = new HBox(pill);
    holder.setMinWidth(VERDICTS);
    Label name = new Label(texts.value("rule", rule.path("rule").asText()));
    name.getStyleClass().add("rule-name");
    Label message = new Label(readable(rule.path("message").asText()));
    message.setWrapText(true);
    message.getStyleClass().add("text-muted");
    VBox text = new VBox(name, message);
    HBox.setHgrow(text, Priority.ALWAYS);
    HBox line = new HBox(8, holder, text);
    line.setAlignment(Pos.TOP_LEFT);
    line.getStyleClass().add("rule");
    return line;
  }

  /** The service writes instants as protocols do; people read them otherwise. */
  private String readable(String message) {
    return INSTANT
        .matcher(message)
        .replaceAll(found -> Matcher.quoteReplacement(times.text(found.group())));
  }

  private static Pill.Tone tone(String verdict) {
    return switch (verdict) {
      case "pass" -> Pill.Tone.GOOD;
      case "wait" -> Pill.Tone.WARNING;
      case "block" -> Pill.Tone.BAD;
      default -> Pill.Tone.NEUTRAL;
    };
  }
}
