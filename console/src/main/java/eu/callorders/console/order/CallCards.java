package eu.callorders.console.order;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.api.Failure;
import eu.callorders.console.ui.Facts;
import eu.callorders.console.ui.Pill;
import eu.callorders.console.ui.Texts;
import eu.callorders.console.ui.Times;
import eu.callorders.console.ui.TroublePane;
import java.util.ArrayList;
import java.util.List;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ListView;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;

/** The calls of an order, newest last, and the transcript of the one that was asked for. */
final class CallCards {
  private final Texts texts;
  private final Times times;
  private final OrderDetailViewModel model;
  private final ListView<JsonNode> turns = new ListView<>();
  private final TroublePane trouble = new TroublePane();

  CallCards(Texts texts, Times times, OrderDetailViewModel model) {
    this.texts = texts;
    this.times = times;
    this.model = model;
    turns.setId("transcript");
    turns.setCellFactory(ignored -> new TurnCell(texts));
    turns.setFocusTraversable(true);
    VBox.setVgrow(turns, Priority.ALWAYS);
    visible(turns, false);
  }

  void show(VBox into, JsonNode order) {
    List<Node> cards = new ArrayList<>();
    for (JsonNode call : order.path("calls")) {
      cards.add(card(call));
    }
    if (cards.isEmpty()) {
      Label none = new Label(texts.get("calls.none"));
      none.getStyleClass().add("empty-state");
      cards.add(none);
    }
    cards.add(trouble);
    cards.add(turns);
    into.getChildren().setAll(cards);
  }

  private Node card(JsonNode call) {
    String disposition = call.path("disposition").asText();
    Label number = new Label(texts.get("attempt", call.path("attempt").asInt()));
    number.getStyleClass().add("card-title");
    Region space = new Region();
    HBox.setHgrow(space, Priority.ALWAYS);
    HBox head =
        new HBox(
            8, number, new Pill(texts.value("disposition", disposition), tone(disposition)), space);
    head.setAlignment(Pos.CENTER_LEFT);
    if (call.path("transcript").path("available").asBoolean()) {
      head.getChildren().add(button(call.path("id").asText()));
    }
    Facts facts = new Facts();
    facts.add(texts.get("call.started"), times.text(call.path("started_at").asText()));
    facts.add(texts.get("call.answered"), times.text(call.path("answered_at").asText()));
    facts.add(texts.get("call.ended"), times.text(call.path("ended_at").asText()));
    facts.add(texts.get("call.duration"), duration(call.path("duration_seconds")));
    facts.add(texts.get("call.from"), call.path("from_number").asText());
    facts.addText(texts.get("call.report"), call.path("report").path("summary").asText());
    VBox card = new VBox(6, head, facts);
    card.getStyleClass().add("call-card");
    return card;
  }

  private Node button(String callId) {
    Button read = new Button(texts.get("transcript"));
    read.setId("read-transcript");
    read.getStyleClass().addAll("small", "accent", "flat");
    if (model.mayReadTranscripts()) {
      read.setOnAction(ignored -> model.readTranscript(callId));
      return read;
    }
    read.setDisable(true);
    HBox holder = new HBox(read);
    Tooltip.install(holder, new Tooltip(texts.get("needs.scope", "transcripts:read")));
    return holder;
  }

  private static String duration(JsonNode seconds) {
    int all = seconds.asInt();
    return seconds.isNumber() ? "%d:%02d".formatted(all / 60, all % 60) : "";
  }

  void transcript(@Nullable JsonNode read) {
    visible(turns, read != null);
    turns.getItems().clear();
    if (read != null) {
      read.path("turns").forEach(turns.getItems()::add);
    }
  }

  void transcriptFailed(@Nullable Failure why) {
    trouble.show(why);
  }

  private static void visible(Node node, boolean visible) {
    node.setVisible(visible);
    node.setManaged(visible);
  }

  private static Pill.Tone tone(String disposition) {
    return switch (disposition) {
      case "answered" -> Pill.Tone.GOOD;
      case "failed" -> Pill.Tone.BAD;
      default -> Pill.Tone.NEUTRAL;
    };
  }
}
