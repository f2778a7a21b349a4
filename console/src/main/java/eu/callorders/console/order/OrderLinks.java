package eu.callorders.console.order;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import eu.callorders.console.api.Scope;
import eu.callorders.console.hold.PlaceHoldView;
import eu.callorders.console.suppression.AddSuppressionView;
import eu.callorders.console.suppression.NewSuppression;
import eu.callorders.console.ui.Link;
import eu.callorders.console.ui.NeededScope;
import eu.callorders.console.ui.ScreenContext;
import eu.callorders.console.ui.StatusBadge;
import eu.callorders.console.ui.Texts;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Hyperlink;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Pane;
import org.jspecify.annotations.Nullable;

/** Links from an order to other screens, and the actions that protect its person from calls. */
final class OrderLinks extends FlowPane {
  private static final double GAP = 14;

  /** After the actions that change the order. */
  private static final int ACTION_INDEX = 2;

  private final Texts texts;
  private final ScreenContext context;
  private final OrderSuppressionsViewModel suppressions;
  private final Button doNotCall;
  private final Button hold;
  private final BiConsumer<String, String> onHeld;
  private final NeededScope neededScope;
  private @Nullable OrderDetail shown;

  /**
   * @param actions receives the buttons of the actions
   * @param onHeld receives the order, and what a placed hold stops
   */
  OrderLinks(
      Texts texts,
      ScreenContext context,
      OrderSuppressionsViewModel suppressions,
      Pane actions,
      BiConsumer<String, String> onHeld) {
    super(GAP, 0);
    this.onHeld = onHeld;
    this.texts = texts;
    this.context = context;
    this.suppressions = suppressions;
    this.doNotCall = new Button(texts.get("do_not_call"));
    doNotCall.setId("do-not-call");
    doNotCall.getStyleClass().addAll("small", "button-outlined", "danger");
    doNotCall.setOnAction(ignored -> add());
    this.hold = new Button(texts.get("hold.place"));
    hold.setId("hold-person");
    hold.getStyleClass().add("small");
    hold.setOnAction(ignored -> hold());
    actions.getChildren().addAll(ACTION_INDEX, List.of(hold, doNotCall));
    neededScope = new NeededScope(texts, Scope.SUPPRESSIONS_WRITE, hold, doNotCall);
    setId("order-links");
    suppressions.found.addListener(ignored -> render());
  }

  /** Shows the links of that order, by the present scopes; none for null. */
  void show(@Nullable OrderDetail detail) {
    shown = detail;
    suppressions.show(target());
    render();
  }

  private NewSuppression target() {
    return shown == null
        ? NewSuppression.NOTHING
        : OrderSuppressionsViewModel.target(shown.order());
  }

  private void add() {
    Runnable reload = suppressions::load;
    new AddSuppressionView(context, getScene().getWindow(), target(), ignored -> reload.run())
        .show();
  }

  private void hold() {
    String orderId = shown == null ? "" : shown.id();
    new PlaceHoldView(
            context,
            getScene().getWindow(),
            target().subject(),
            shown == null ? MissingNode.getInstance() : shown.order().at("/context/claim"),
            message -> onHeld.accept(orderId, message))
        .show();
  }

  private void render() {
    boolean mayAdd = context.session().may(Scope.SUPPRESSIONS_WRITE);
    neededScope.setGranted(mayAdd);
    doNotCall.setDisable(!mayAdd || target().equals(NewSuppression.NOTHING));
    hold.setDisable(!mayAdd || target().subject().isEmpty());
    getChildren().clear();
    if (shown == null) {
      return;
    }
    JsonNode order = shown.order();
    String subject = JsonValues.text(order, "subject", "reference");
    link("subject", subject, Link.to("subjects", subject));
    link("person", subject, new Link("orders", shown.id(), Map.of("subject_reference", subject)));
    OrderSuppressionsViewModel.MatchingEntries found = suppressions.found.get();
    link(
        "suppressions",
        subject,
        new Link("suppressions", "", found.filter()),
        badge(found.count()));
    link(
        "holds",
        subject,
        Link.filtered("holds", "subject_reference", subject),
        badge(order.path("holds").size()));
    String enrollment = JsonValues.text(order, "enrollment_id");
    link("enrollment", enrollment, Link.to("enrollments", enrollment));
    String type = JsonValues.text(order, "order_type");
    link("order_type", type, Link.to("order-types", type));
    List<JsonNode> events = shown.events();
    String event = events.isEmpty() ? "" : JsonValues.text(events.getLast(), "id");
    link("deliveries", event, Link.filtered("deliveries", "event_id", event));
  }

  private Node[] badge(int count) {
    return count == 0
        ? new Node[0]
        : new Node[] {new StatusBadge(texts.get("links.found", count), StatusBadge.Tone.WARNING)};
  }

  /** Adds a link if there is such a resource; disabled while the session may not see it. */
  private void link(String name, String resource, Link target, Node... badges) {
    if (resource.isEmpty()) {
      return;
    }
    Hyperlink link = new Hyperlink(texts.get("links." + name));
    link.setId("link-" + name.replace('_', '-'));
    link.getStyleClass().add("order-link");
    link.setOnAction(ignored -> context.navigation().go(target));
    HBox holder = new HBox(4, link);
    holder.setAlignment(Pos.CENTER_LEFT);
    holder.getChildren().addAll(badges);
    Optional<String> missing = context.navigation().missing(target);
    link.setDisable(missing.isPresent());
    missing.ifPresent(reason -> new NeededScope(reason, holder).setGranted(false));
    getChildren().add(holder);
  }
}
