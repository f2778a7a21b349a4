package eu.callorders.console.order;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.api.Failure;
import eu.callorders.console.api.Json;
import eu.callorders.console.api.Scope;
import eu.callorders.console.session.SubjectName;
import eu.callorders.console.ui.ActionDialog;
import eu.callorders.console.ui.CopyAction;
import eu.callorders.console.ui.DetailView;
import eu.callorders.console.ui.Facts;
import eu.callorders.console.ui.Labels;
import eu.callorders.console.ui.NeededScope;
import eu.callorders.console.ui.OrderStatusText;
import eu.callorders.console.ui.ScreenContext;
import eu.callorders.console.ui.StatusBadge;
import eu.callorders.console.ui.StatusStyle;
import eu.callorders.console.ui.TimestampFormatter;
import eu.callorders.console.ui.Visibility;
import eu.callorders.console.work.ActionTarget;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import javafx.beans.binding.Bindings;
import javafx.beans.binding.BooleanBinding;
import javafx.beans.binding.NumberBinding;
import javafx.fxml.FXML;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ProgressIndicator;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.Tab;
import javafx.scene.control.TabPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Pane;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;

/** The detail of one order, shown beside the list. */
@SuppressWarnings("NullAway.Init") // FXML fills the fields
final class OrderDetailView extends DetailView {
  private static final double VERDICT_WIDTH = 84;
  private static final int MAX_REASON_LENGTH = 200;

  @FXML private Label person;
  @FXML private Button cancel;
  @FXML private Button edit;
  @FXML private Button copy;
  @FXML private VBox head;
  @FXML private Pane actions;
  @FXML private TabPane tabs;
  @FXML private Label waitReason;
  @FXML private VBox holds;
  @FXML private VBox waitingHolds;
  @FXML private Label explanation;
  @FXML private VBox rules;
  @FXML private VBox timeline;
  @FXML private Facts order;
  @FXML private Facts result;
  @FXML private Label metadataTitle;
  @FXML private Facts metadata;
  @FXML private ProgressIndicator progress;
  @FXML private Button retry;
  @FXML private Label resultTitle;
  @FXML private Facts subject;
  @FXML private Facts claim;
  @FXML private ScrollPane callList;
  @FXML private VBox callCards;
  @FXML private VBox calls;
  @FXML private Tab callsTab;
  @FXML private Tab events;

  private final OrderDetailViewModel model;
  private final TranscriptViewModel transcripts;
  private final EvidenceViewModel evidence;
  private final TraceViewModel trace;
  private final OrderFacts facts = new OrderFacts(texts, timestamps);
  private final OrderTimeline timelineEntries = new OrderTimeline(texts, timestamps);
  private final ExplanationFormatter explanations;
  private final CallCards cards;
  private final HoldLines holdLines;
  private final TracePane tracePane;
  private final ReportBar reportBar;
  private final Consumer<OrderDetail> onEdit;
  private final NeededScope neededScope;
  private final OrderLinks links;
  private String shownId = "";

  OrderDetailView(
      OrderDetailViewModel model,
      TranscriptViewModel transcripts,
      EvidenceViewModel evidence,
      TraceViewModel trace,
      ReportViewModel reports,
      OrderSuppressionsViewModel suppressions,
      ScreenContext context,
      Consumer<OrderDetail> onEdit,
      Runnable onClose,
      Consumer<String> onAgreed) {
    super(onClose, onAgreed);
    this.model = model;
    this.transcripts = transcripts;
    this.evidence = evidence;
    this.trace = trace;
    this.onEdit = onEdit;
    TimestampFormatter tenantTimes = new TimestampFormatter(model.clock());
    this.explanations = new ExplanationFormatter(texts, tenantTimes);
    this.cards = new CallCards(texts, facts, transcripts, evidence);
    this.holdLines = new HoldLines(texts, facts, context.navigation());
    this.tracePane = new TracePane(texts, timelineEntries, trace, context.navigation());
    this.reportBar = new ReportBar(texts, reports, context.files());
    load();
    root().sceneProperty().addListener(ignored -> updateTracing());
    showBelowCalls(new EvidencePane(texts, tenantTimes, evidence, context.files()));
    events.setContent(tracePane);
    links = new OrderLinks(texts, context, suppressions, actions, this::held);
    actions.getChildren().add(reportBar.startButton());
    head.getChildren().addAll(links, reportBar);
    addNotice(head);
    events.selectedProperty().addListener(ignored -> updateTracing());
    callsTab.selectedProperty().addListener(ignored -> openOnlyTranscript());
    model.detail().addListener((ignored, before, now) -> show(now));
    model.failure().addListener(ignored -> showFailure());
    model.actionFailure().addListener(ignored -> showFailure());
    progress.visibleProperty().bind(model.loading().or(model.acting()));
    showFailure();
    neededScope = new NeededScope(texts, Scope.ORDERS_WRITE, cancel, edit);
    show(null);
  }

  /**
   * The transcript makes room for the evidence. What is open leaves the calls the height that they
   * need, up to a half.
   */
  private void showBelowCalls(EvidencePane evidencePane) {
    TranscriptPane transcriptPane = new TranscriptPane(texts, transcripts);
    BooleanBinding hasTranscript =
        Bindings.createBooleanBinding(
            () -> !transcripts.id().isEmpty(),
            transcripts.detail(),
            transcripts.failure(),
            transcripts.loading());
    transcriptPane.visibleProperty().bind(hasTranscript.and(evidencePane.visibleProperty().not()));
    transcriptPane.managedProperty().bind(transcriptPane.visibleProperty());
    NumberBinding needed =
        Bindings.min(callCards.heightProperty(), calls.heightProperty().divide(2));
    callList.minHeightProperty().bind(needed);
    callList
        .maxHeightProperty()
        .bind(
            Bindings.when(hasTranscript.or(evidencePane.visibleProperty()))
                .then(needed)
                .otherwise(Double.MAX_VALUE));
    calls.getChildren().addAll(transcriptPane, evidencePane);
  }

  /** Updates what depends on the scopes of the session. */
  void scopesChanged() {
    show(model.detail().get());
    tracePane.updateSummary();
    updateTracing();
  }

  private void showFailure() {
    Failure read = model.failure().get();
    Visibility.set(retry, read != null);
    showFailure(model.id(), read);
    if (read == null) {
      error.showOfWrite(model.actionFailure().get());
    }
  }

  private void held(String orderId, String message) {
    agreed(orderId);
    showNotice(message);
    model.load();
  }

  @FXML
  void retry() {
    model.load();
  }

  /** Polls deliveries only while their tab is visible. */
  private void updateTracing() {
    trace.setVisible(events.isSelected() && root().getScene() != null);
  }

  /** Opens the transcript of an order that has one, unless it or evidence is open. */
  private void openOnlyTranscript() {
    OrderDetail shown = model.detail().get();
    boolean nothingOpen = transcripts.id().isEmpty() && evidence.id().isEmpty();
    if (callsTab.isSelected() && shown != null && nothingOpen) {
      cards.openOnlyTranscript(shown.order());
    }
  }

  private void show(@Nullable OrderDetail detail) {
    trace.show(detail);
    links.show(detail);
    String orderId = detail == null ? "" : detail.id();
    if (!orderId.equals(shownId)) {
      shownId = orderId;
      transcripts.clear();
      evidence.clear();
    }
    person.setText(detail == null ? "" : detail.person().text());
    Visibility.set(person, !person.getText().isEmpty());
    id.setText(model.id());
    reportBar.setOrder(detail);
    cancel.setDisable(detail == null || !model.mayChange() || !detail.canBeCanceled());
    edit.setDisable(detail == null || !model.mayChange() || !detail.canBeChanged());
    neededScope.setGranted(model.mayChange());
    tabs.setVisible(detail != null); // hides the previous order
    if (detail == null) {
      status.getChildren().clear();
      return;
    }
    JsonNode shown = detail.order();
    showStatus(OrderStatusText.of(texts, shown).status(), StatusStyle.order(shown));
    order.show(facts.order(shown));
    metadata.show(facts.metadata(shown));
    Visibility.set(metadataTitle, !shown.path("metadata").isEmpty());
    result.show(facts.result(shown));
    Visibility.set(resultTitle, shown.path("result").isObject());
    subject.show(
        Stream.of(facts.subject(shown), facts.contacts(shown)).flatMap(List::stream).toList());
    claim.show(facts.claim(shown));
    timeline
        .getChildren()
        .setAll(timelineEntries.entries(detail).stream().map(OrderTimeline.Entry::render).toList());
    holdLines.render(holds, shown);
    holdLines.render(waitingHolds, shown);
    cards.render(callCards, shown);
    openOnlyTranscript();
    json.show(shown);
    explain(detail);
  }

  private void explain(OrderDetail detail) {
    JsonNode found = detail.explanation();
    explanation.setText(
        found.isMissingNode()
            ? texts.get(model.canExplain() ? "explanation.away" : "needs.administration")
            : explanations.format(found));
    waitReason.setText(explanation.getText());
    Visibility.set(waitReason, detail.isOpen() && !found.isMissingNode());
    rules.getChildren().setAll(Json.list(found.path("rules"), rule -> ruleLine(rule, found)));
  }

  /** A rule of the explanation with its verdict. */
  private Node ruleLine(JsonNode rule, JsonNode explained) {
    String verdict = JsonValues.text(rule, "verdict");
    HBox holder =
        new HBox(new StatusBadge(texts.value("verdict", verdict), StatusStyle.of(verdict)));
    holder.setMinWidth(VERDICT_WIDTH);
    Label name = new Label(texts.value("rule", JsonValues.text(rule, "rule")));
    name.getStyleClass().add("rule-name");
    Label message = Labels.wrapped(explanations.describe(rule, explained), "text-muted");
    VBox described = new VBox(name, message);
    HBox.setHgrow(described, Priority.ALWAYS);
    HBox line = new HBox(8, holder, described);
    line.setAlignment(Pos.TOP_LEFT);
    line.getStyleClass().add("rule");
    return line;
  }

  @FXML
  void edit() {
    Optional.ofNullable(model.detail().get()).ifPresent(onEdit);
  }

  @FXML
  void cancel() {
    Optional.ofNullable(model.detail().get()).ifPresent(it -> cancel(it.id(), it.person()));
  }

  /** Asks before it cancels an order of that person. */
  void cancel(String orderId, SubjectName subject) {
    ActionTarget target = new ActionTarget(orderId, subject.textWith(orderId));
    ActionDialog dialog =
        new ActionDialog(window(), texts, "cancel", target.name())
            .danger()
            .withReason(MAX_REASON_LENGTH, false);
    if (dialog.confirm()) {
      agreed(orderId);
      model.cancel(target, dialog.reason());
    }
  }

  @FXML
  void copy() {
    CopyAction.copy(texts.get("copy.token") + "\n" + model.curl(), copy);
  }
}
