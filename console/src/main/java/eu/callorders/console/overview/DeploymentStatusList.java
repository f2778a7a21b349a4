package eu.callorders.console.overview;

import eu.callorders.console.ui.StatusBadge;
import eu.callorders.console.ui.Texts;
import eu.callorders.console.ui.TimestampFormatter;
import java.util.ArrayList;
import java.util.List;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;

/** Lists gateways and nodes with their status. */
final class DeploymentStatusList {
  private final Texts texts;
  private final TimestampFormatter timestamps = new TimestampFormatter();

  DeploymentStatusList(Texts texts) {
    this.texts = texts;
  }

  List<Node> gateways(DeploymentSample sample) {
    List<Node> lines = new ArrayList<>();
    for (DeploymentSample.Gateway gateway : sample.gateways()) {
      String state = texts.value("gateway", gateway.state());
      lines.add(line(new Label(gateway.name()), new StatusBadge(state, tone(gateway.state()))));
    }
    return orPlaceholder(lines, "gateways.none");
  }

  List<Node> nodes(DeploymentSample sample) {
    List<Node> lines = new ArrayList<>();
    for (DeploymentSample.Node node : sample.nodes()) {
      Label seen = new Label(texts.get("node.seen", timestamps.text(node.lastSeenAt())));
      seen.getStyleClass().add("timeline-time");
      lines.add(line(new Label(node.id()), seen));
    }
    return orPlaceholder(lines, "nodes.none");
  }

  private List<Node> orPlaceholder(List<Node> lines, String none) {
    return lines.isEmpty() ? List.of(new Label(texts.get(none))) : lines;
  }

  private static Node line(Node... parts) {
    HBox line = new HBox(10, parts);
    line.setAlignment(Pos.CENTER_LEFT);
    return line;
  }

  private static StatusBadge.Tone tone(String state) {
    return switch (state) {
      case "up" -> StatusBadge.Tone.GOOD;
      case "degraded", "half_open" -> StatusBadge.Tone.WARNING;
      case "down", "open" -> StatusBadge.Tone.BAD;
      default -> StatusBadge.Tone.NEUTRAL;
    };
  }
}
