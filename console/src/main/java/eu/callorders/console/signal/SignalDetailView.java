package eu.callorders.console.signal;

import atlantafx.base.theme.Styles;
import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.api.Page;
import eu.callorders.console.api.Scope;
import eu.callorders.console.session.SubjectName;
import eu.callorders.console.subject.SubjectEntry;
import eu.callorders.console.subject.SubjectEntryFormatter;
import eu.callorders.console.subject.SubjectEntryPane;
import eu.callorders.console.subject.SubjectSection;
import eu.callorders.console.ui.CopyAction;
import eu.callorders.console.ui.DetailView;
import eu.callorders.console.ui.Facts;
import eu.callorders.console.ui.Labels;
import eu.callorders.console.ui.Link;
import eu.callorders.console.ui.MoneyFormatter;
import eu.callorders.console.ui.ScreenContext;
import eu.callorders.console.ui.StatusBadge;
import eu.callorders.console.ui.Visibility;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import javafx.fxml.FXML;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.TabPane;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;

/** The detail of one signal with its effects, shown beside the list. */
@SuppressWarnings("NullAway.Init") // FXML fills the fields
final class SignalDetailView extends DetailView {
  private static final List<String> CLAIM_NUMBERS =
      List.of("case_number", "contract_number", "invoice_number");

  @FXML private Label person;
  @FXML private Button subject;
  @FXML private Button copy;
  @FXML private Label response;
  @FXML private TabPane tabs;
  @FXML private VBox effects;
  @FXML private Facts facts;

  private final SignalDetailViewModel model;
  private final ScreenContext context;
  private final SubjectEntryFormatter formatter = new SubjectEntryFormatter();

  SignalDetailView(SignalDetailViewModel model, ScreenContext context, Runnable onClose) {
    super(onClose);
    this.model = model;
    this.context = context;
    load();
    model.detail().addListener((ignored, before, now) -> show(now));
    model.failure().addListener((ignored, before, now) -> showFailure(model.id(), now));
    show(null);
  }

  /** Updates what depends on the scopes of the session. */
  void scopesChanged() {
    show(model.detail().get());
    model.load();
  }

  private void show(@Nullable SignalDetail detail) {
    String key = model.responseKey();
    Visibility.set(response, !key.isEmpty());
    response.setText(key.isEmpty() ? "" : texts.get(key));
    response.pseudoClassStateChanged(Styles.STATE_SUCCESS, key.equals("sent.recorded"));
    String reference = detail == null ? "" : detail.subject();
    person.textProperty().bind(context.names().ofSubject(reference).map(SubjectName::text));
    Visibility.set(person, !reference.isEmpty());
    subject.setDisable(reference.isEmpty());
    copy.setDisable(detail == null);
    tabs.setVisible(detail != null); // hides the previous signal
    clearHead(model.id());
    if (detail != null) {
      status.getChildren().setAll(new StatusBadge(detail.type(), StatusBadge.Tone.NEUTRAL));
      showEffects(detail);
      showFacts(detail.signal());
      json.show(detail.signal());
    }
  }

  private void showEffects(SignalDetail detail) {
    effects.getChildren().clear();
    Map<String, List<SignalDetail.Effect>> byName =
        detail.effects().stream()
            .collect(
                Collectors.groupingBy(
                    SignalDetail.Effect::name, LinkedHashMap::new, Collectors.toList()));
    byName.forEach(
        (name, same) -> {
          addTitle(texts.value("effect", name) + " · " + same.size());
          same.forEach(effect -> addEntry(entry(effect)));
        });
    if (byName.isEmpty()) {
      add(Labels.wrapped(texts.get("effects.none")));
    }
    if (detail.isAboutClaim()) {
      showChanges(detail.changes());
    }
  }

  private void showChanges(Page<JsonNode> changes) {
    addTitle(texts.get("changes"));
    if (!model.mayReadEvents()) {
      addNote(texts.get("needs.scope", Scope.EVENTS_READ.wireName()));
    } else if (changes.rows().isEmpty()) {
      addNote(texts.get("changes.none"));
    } else if (changes.hasMore()) {
      addNote(texts.get("changes.first", changes.rows().size()));
    }
    for (JsonNode event : changes.rows()) {
      addEntry(formatter.entry(section(event.path("type").asText()), event.path("data")));
    }
  }

  private SubjectEntry entry(SignalDetail.Effect effect) {
    return formatter
        .entry(SubjectSection.ENROLLMENTS, effect.enrollment())
        .with(
            effect.orders().stream()
                .map(order -> formatter.entry(SubjectSection.ORDERS, order))
                .toList());
  }

  /** How the page of a person describes what an event of that type changes. */
  private static SubjectSection section(String type) {
    return switch (type.substring(0, type.indexOf('.'))) {
      case "call_order" -> SubjectSection.ORDERS;
      case "hold" -> SubjectSection.HOLDS;
      default -> SubjectSection.PROMISES;
    };
  }

  private void addEntry(SubjectEntry entry) {
    add(new SubjectEntryPane(entry, context.navigation()));
  }

  private void addTitle(String title) {
    add(Labels.wrapped(title, "section"));
  }

  private void addNote(String text) {
    add(Labels.wrapped(text, "timeline-time"));
  }

  private void add(Node node) {
    effects.getChildren().add(node);
  }

  private void showFacts(JsonNode signal) {
    facts.clear();
    facts.add(texts.get("column.subject"), text(signal, "subject_reference"));
    facts.add(texts.get("column.received_at"), timestamps.text(text(signal, "received_at")));
    facts.add(texts.get("occurred_at"), timestamps.text(text(signal, "occurred_at")));
    facts.add(texts.get("column.dedupe_key"), text(signal, "dedupe_key"));
    JsonNode claim = signal.path("context").path("claim");
    for (String number : CLAIM_NUMBERS) {
      facts.add(texts.get("field." + number), text(claim.path("reference"), number));
    }
    facts.add(texts.get("field.outstanding"), MoneyFormatter.format(claim.path("outstanding")));
    facts.add(texts.get("field.basis_kind"), text(signal.path("compliance_basis"), "kind"));
    for (Map.Entry<String, JsonNode> entry : signal.path("metadata").properties()) {
      facts.add(entry.getKey(), entry.getValue().asText());
    }
  }

  private static String text(JsonNode json, String member) {
    return json.path(member).asText("");
  }

  @FXML
  void openPerson() {
    SignalDetail shown = model.detail().get();
    if (shown != null) {
      context.navigation().go(Link.to("subjects", shown.subject()));
    }
  }

  @FXML
  void copy() {
    CopyAction.copy(texts.get("copy.token") + "\n" + model.curl(), copy);
  }
}
