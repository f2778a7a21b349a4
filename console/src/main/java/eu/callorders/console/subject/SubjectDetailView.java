package eu.callorders.console.subject;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import eu.callorders.console.api.Scope;
import eu.callorders.console.hold.PlaceHoldView;
import eu.callorders.console.session.SubjectName;
import eu.callorders.console.suppression.AddSuppressionView;
import eu.callorders.console.suppression.NewSuppression;
import eu.callorders.console.ui.DetailView;
import eu.callorders.console.ui.NeededScope;
import eu.callorders.console.ui.ScreenContext;
import eu.callorders.console.ui.Visibility;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import javafx.fxml.FXML;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.layout.Pane;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;

/** The page of one person, shown beside the list. */
@SuppressWarnings("NullAway.Init") // FXML fills the fields
final class SubjectDetailView extends DetailView {
  @FXML private Label person;
  @FXML private VBox head;
  @FXML private Pane actions;
  @FXML private Button hold;
  @FXML private Button doNotCall;
  @FXML private Button retry;
  @FXML private ScrollPane page;
  @FXML private Label unknown;
  @FXML private VBox sections;

  private final SubjectDetailViewModel model;
  private final ScreenContext context;
  private final List<SubjectSectionPane> panes = new ArrayList<>();
  private final NeededScope writeScope;
  private final SubjectDataBar dataBar;

  SubjectDetailView(
      SubjectDetailViewModel model,
      ScreenContext context,
      Runnable onClose,
      Consumer<String> onAgreed) {
    super(onClose, onAgreed);
    this.model = model;
    this.context = context;
    load();
    writeScope = new NeededScope(texts, Scope.SUPPRESSIONS_WRITE, hold, doNotCall);
    dataBar = new SubjectDataBar(texts, model, context, actions, onAgreed);
    head.getChildren().add(dataBar);
    addNotice(head);
    SubjectEntryFormatter formatter = new SubjectEntryFormatter();
    for (SubjectSection section : SubjectSection.values()) {
      panes.add(new SubjectSectionPane(section, texts, formatter, context));
    }
    sections.getChildren().setAll(panes);
    model.detail().addListener((ignored, before, now) -> show(now));
    model.failure().addListener(ignored -> showFailure());
    showFailure();
    show(null);
  }

  /** Shows what the present scopes permit, and reads what they newly permit. */
  void scopesChanged() {
    show(model.detail().get());
    model.load();
  }

  private void showFailure() {
    showFailure(model.id(), model.failure().get());
    Visibility.set(retry, model.failure().get() != null);
  }

  private void show(@Nullable SubjectDetail detail) {
    boolean mayAdd = context.session().may(Scope.SUPPRESSIONS_WRITE);
    writeScope.setGranted(mayAdd);
    hold.setDisable(detail == null || !mayAdd);
    doNotCall.setDisable(detail == null || !mayAdd);
    dataBar.render();
    id.setText(model.id());
    showName(detail);
    page.setVisible(detail != null); // hides the previous person
    if (detail != null) {
      Visibility.set(unknown, detail.isUnknown());
      panes.forEach(pane -> pane.show(detail));
    }
  }

  /** The name arrives later when none of the orders has one. */
  private void showName(@Nullable SubjectDetail detail) {
    if (detail != null) {
      for (JsonNode order : detail.page(SubjectSection.ORDERS).rows()) {
        context.names().put(SubjectName.ofOrder(order));
      }
    }
    String reference = detail == null ? "" : detail.reference();
    person.textProperty().bind(context.names().ofSubject(reference).map(SubjectName::text));
    Visibility.set(person, !reference.isEmpty());
  }

  @FXML
  void retry() {
    model.load();
  }

  @FXML
  void hold() {
    String reference = model.id();
    new PlaceHoldView(
            context,
            window(),
            reference,
            MissingNode.getInstance(),
            message -> held(reference, message))
        .show();
  }

  private void held(String reference, String message) {
    agreed(reference);
    showNotice(message);
    model.load();
  }

  @FXML
  void doNotCall() {
    NewSuppression entry = new NewSuppression("", model.id(), "");
    new AddSuppressionView(context, window(), entry, ignored -> model.load()).show();
  }
}
