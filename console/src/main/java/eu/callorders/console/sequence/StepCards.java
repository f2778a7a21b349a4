package eu.callorders.console.sequence;

import eu.callorders.console.ui.Focus;
import eu.callorders.console.ui.Texts;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import javafx.collections.ListChangeListener;
import javafx.collections.ObservableList;
import javafx.scene.Node;
import javafx.scene.layout.VBox;

/** The forms of all steps, in their order. */
final class StepCards extends VBox {
  private static final double SPACING = 8;
  private static final double NAME_WIDTH = 130;

  private final Texts texts;
  private final StepList steps;
  private final StepFormats formats;
  private final ObservableList<String> orderTypes;

  StepCards(Texts texts, StepList steps, StepFormats formats, ObservableList<String> orderTypes) {
    super(SPACING);
    this.texts = texts;
    this.steps = steps;
    this.formats = formats;
    this.orderTypes = orderTypes;
    steps.forms().addListener((ListChangeListener<StepForm>) ignored -> update());
    update();
  }

  /** Keeps the cards of steps that stay, and the focus. */
  private void update() {
    Node focused = getScene() == null ? null : getScene().getFocusOwner();
    List<StepCard> cards =
        steps.forms().stream().map(form -> card(form).orElseGet(() -> newCard(form))).toList();
    for (int index = 0; index < cards.size(); index++) {
      cards.get(index).place(index + 1, cards.size());
    }
    int place = focused == null ? -1 : placeOf(focused);
    getChildren().setAll(cards);
    if (focused != null && placeOf(focused) >= 0) {
      Focus.on(focused);
    } else if (place >= 0 && !cards.isEmpty()) {
      cards.get(Math.min(place, cards.size() - 1)).focusFirst();
    }
  }

  /** The place of the card that contains the node; -1 for none. */
  private int placeOf(Node node) {
    return IntStream.range(0, getChildren().size())
        .filter(index -> contains(getChildren().get(index), node))
        .findFirst()
        .orElse(-1);
  }

  private StepCard newCard(StepForm form) {
    return new StepCard(texts, form, formats, steps, orderTypes, NAME_WIDTH);
  }

  private static boolean contains(Node card, Node node) {
    for (Node at = node; at != null; at = at.getParent()) {
      if (at.equals(card)) {
        return true;
      }
    }
    return false;
  }

  private List<StepCard> cards() {
    return getChildren().stream().map(StepCard.class::cast).toList();
  }

  private Optional<StepCard> card(StepForm form) {
    return cards().stream().filter(card -> card.form().equals(form)).findFirst();
  }

  void focus(StepForm form) {
    card(form).ifPresent(StepCard::focusFirst);
  }

  /** Focuses the first field with an error; false if there is none. */
  boolean focusInvalid() {
    return cards().stream().anyMatch(StepCard::focusInvalid);
  }
}
