package eu.callorders.console.overview;

import eu.callorders.console.ui.Pill;
import eu.callorders.console.ui.Texts;
import eu.callorders.console.ui.Times;
import java.util.ArrayList;
import java.util.List;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;

/** Gateways and nodes, a line each. */
final class Condition {
  private final Texts texts;
  private final Times times = new Times();

  Condition(Texts texts) {
    this.texts = texts;
  }

  List<Node> gateways(Sample sample) {
    List<Node> lines = new ArrayList<>();
    for (Sample.Gateway gateway : sample.gateways()) {
      String state = texts.value("gateway", gateway.state());
      lines.add(line(new Label(gateway.name()), new Pill(state, tone(gateway.state()))));
    }
    return orNone(lines, "gateways.none");
  }

  List<Node> nodes(Sample sample) {
    List<Node> lines = new ArrayList<>();
    for (Sample.Node node : sample.nodes()) {
      Label seen = new Label(texts.get("node.seen", times.text(node.lastSeenAt())));
      seen.getStyleClass().add("moment-time");
      lines.add(line(new Label(node.id()), seen));
    }
    return orNone(lines, "nodes.none");
  }

  private List<Node> orNone(List<Node> lines, String none) {
    return lines.isEmpty() ? List.of(new Label(texts.get(none))) : lines;
  }

  private static Node line(Node... parts) {
    HBox line = new HBox(10, parts);
    line.setAlignment(Pos.CENTER_LEFT);
    return line;
  }

  private static Pill.Tone tone(String state) {
    return switch (state) {
      case "up" -> Pill.Tone.GOOD;
      case "degraded", "half_open" -> Pill.Tone.WARNING;
      case "down", "open" -> Pill.Tone.BAD;
      default -> Pill.Tone.NEUTRAL;
    };
  }
}
