package eu.callorders.console.order;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.api.Json;
import eu.callorders.console.session.SubjectName;
import eu.callorders.console.ui.Facts;
import eu.callorders.console.ui.Labels;
import eu.callorders.console.ui.StatusBadge;
import eu.callorders.console.ui.StatusStyle;
import eu.callorders.console.ui.Texts;
import eu.callorders.console.work.ActionTarget;
import java.util.ArrayList;
import java.util.List;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;

/** The calls of an order, newest last, above the transcript or evidence that was opened. */
final class CallCards {
  private static final double GAP = 8;

  private final Texts texts;
  private final OrderFacts facts;
  private final TranscriptViewModel transcripts;
  private final EvidenceViewModel evidence;

  CallCards(
      Texts texts, OrderFacts facts, TranscriptViewModel transcripts, EvidenceViewModel evidence) {
    this.texts = texts;
    this.facts = facts;
    this.transcripts = transcripts;
    this.evidence = evidence;
  }

  void render(VBox into, JsonNode order) {
    List<Node> cards = new ArrayList<>();
    for (JsonNode call : order.path("calls")) {
      cards.add(card(order, call));
    }
    if (cards.isEmpty()) {
      cards.add(Labels.wrapped(texts.get("calls.none"), "empty-state"));
    }
    into.getChildren().setAll(cards);
  }

  /** Opens the transcript when there is one in all, and the session may read it. */
  void openOnlyTranscript(JsonNode order) {
    List<String> readable =
        Json.list(order.path("calls"), call -> call).stream()
            .filter(CallCards::hasTranscript)
            .map(call -> JsonValues.text(call, "id"))
            .toList();
    if (readable.size() == 1 && transcripts.mayRead()) {
      transcripts.open(readable.getFirst());
    }
  }

  private static boolean hasTranscript(JsonNode call) {
    return call.path("transcript").path("available").asBoolean();
  }

  private Node card(JsonNode order, JsonNode call) {
    String disposition = JsonValues.text(call, "disposition");
    Label title = new Label(facts.attemptTitle(call));
    title.getStyleClass().add("card-title");
    FlowPane head = new FlowPane(GAP, 2, title); // wraps in a narrow detail
    if (!disposition.isEmpty()) {
      head.getChildren()
          .add(
              new StatusBadge(
                  texts.value("disposition", disposition), StatusStyle.of(disposition)));
    }
    head.setAlignment(Pos.CENTER_LEFT);
    if (hasTranscript(call)) {
      head.getChildren().add(transcriptButton(JsonValues.text(call, "id")));
    }
    if (call.hasNonNull("ended_at")) {
      head.getChildren().add(evidenceButton(order, JsonValues.text(call, "id")));
    }
    Facts callFacts = new Facts();
    callFacts.show(facts.call(order, call));
    VBox card = new VBox(6, head, callFacts);
    card.setMinHeight(Region.USE_PREF_SIZE);
    card.getStyleClass().add("call-card");
    return card;
  }

  private void openTranscript(String callId) {
    evidence.clear();
    transcripts.open(callId);
  }

  private Node evidenceButton(JsonNode order, String callId) {
    String name = SubjectName.ofOrder(order).textWith(callId);
    Button read = new Button(texts.get("evidence"));
    read.setId("read-evidence");
    read.getStyleClass().addAll("small", "accent", "flat");
    read.setOnAction(
        ignored -> {
          transcripts.clear();
          evidence.open(new ActionTarget(callId, name), facts.called(order));
        });
    return read;
  }

  private Node transcriptButton(String callId) {
    Button read = new Button(texts.get("transcript"));
    read.setId("read-transcript");
    read.getStyleClass().addAll("small", "accent", "flat");
    if (transcripts.mayRead()) {
      read.setOnAction(ignored -> openTranscript(callId));
      return read;
    }
    read.setDisable(true);
    HBox holder = new HBox(read);
    Tooltip.install(holder, new Tooltip(texts.get("needs.scope", "transcripts:read")));
    return holder;
  }
}
