package eu.callorders.console.order;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.ui.Link;
import eu.callorders.console.ui.Navigation;
import eu.callorders.console.ui.StatusBadge;
import eu.callorders.console.ui.StatusStyle;
import eu.callorders.console.ui.Texts;
import eu.callorders.console.ui.Visibility;
import java.util.ArrayList;
import java.util.List;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.Label;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.VBox;

/** The holds that stand on an order, each with a link to it. */
final class HoldLines {
  private static final double GAP = 8;

  private final Texts texts;
  private final OrderFacts facts;
  private final Navigation navigation;

  HoldLines(Texts texts, OrderFacts facts, Navigation navigation) {
    this.texts = texts;
    this.facts = facts;
    this.navigation = navigation;
  }

  /** Takes no room when there are none. */
  void render(VBox into, JsonNode order) {
    List<Node> lines = new ArrayList<>();
    for (JsonNode hold : order.path("holds")) {
      lines.add(line(hold));
    }
    Visibility.set(into, !lines.isEmpty());
    into.getChildren().setAll(lines);
  }

  private Node line(JsonNode hold) {
    String reason = texts.value("hold_reason", JsonValues.text(hold, "reason"));
    Label until = new Label(facts.holdEnd(hold));
    Hyperlink open = new Hyperlink(texts.get("hold.open"));
    open.getStyleClass().addAll("order-link", "hold-link");
    open.setAccessibleText(texts.get("hold.open") + ": " + reason);
    String id = JsonValues.text(hold, "id");
    open.setOnAction(ignored -> navigation.go(Link.to("holds", id)));
    FlowPane line =
        new FlowPane(GAP, 0, new StatusBadge(reason, StatusStyle.of("held")), until, open);
    line.setAlignment(Pos.CENTER_LEFT);
    return line;
  }
}
