package eu.callorders.console.order;

import eu.callorders.console.order.FirstStepsViewModel.Step;
import eu.callorders.console.suppression.AddSuppressionView;
import eu.callorders.console.suppression.NewSuppression;
import eu.callorders.console.ui.Labels;
import eu.callorders.console.ui.Link;
import eu.callorders.console.ui.ScreenContext;
import eu.callorders.console.ui.Texts;
import eu.callorders.console.ui.Visibility;
import java.util.List;
import java.util.Locale;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;

/** The first steps of an empty tenant, each with its action; hidden when none is left. */
final class FirstStepsPane extends VBox {
  private static final double SPACING = 12;
  private static final double GAP = 4;

  private final FirstStepsViewModel model;
  private final ScreenContext context;
  private final Texts texts;
  private final Runnable newOrder;
  private final String documentation;

  FirstStepsPane(FirstStepsViewModel model, ScreenContext context, Texts texts, Runnable newOrder) {
    super(SPACING);
    this.model = model;
    this.context = context;
    this.texts = texts;
    this.newOrder = newOrder;
    this.documentation = context.session().api().base().toString().replaceFirst("/$", "") + "/docs";
    setId("first-steps");
    getStyleClass().add("first-steps");
    VBox.setVgrow(this, Priority.ALWAYS);
    model.steps().subscribe(this::show);
  }

  private void show(List<Step> steps) {
    getChildren().setAll(Labels.wrapped(texts.get("first_steps"), "section"));
    steps.forEach(step -> getChildren().add(node(step)));
    Visibility.set(this, !steps.isEmpty());
  }

  private Node node(Step step) {
    String key = "first_step." + step.name().toLowerCase(Locale.ROOT);
    Button action = new Button(texts.get(key));
    action.setId(key.replace('.', '-').replace('_', '-'));
    action.setOnAction(ignored -> begin(step));
    String why = texts.get(key + ".why", documentation);
    action.setAccessibleHelp(why);
    return new VBox(GAP, action, Labels.wrapped(why, "timeline-time"));
  }

  private void begin(Step step) {
    switch (step) {
      case ORDER -> newOrder.run();
      case ENDPOINT -> context.navigation().go(Link.toNew("webhooks"));
      case SUPPRESSION ->
          new AddSuppressionView(
                  context,
                  getScene().getWindow(),
                  NewSuppression.NOTHING,
                  ignored -> model.noOrders())
              .show();
      case DOCUMENTATION -> context.browser().accept(documentation);
    }
  }
}
