package eu.callorders.console.sequence;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.api.Json;
import eu.callorders.console.api.Scope;
import eu.callorders.console.steps.SequenceSteps;
import eu.callorders.console.steps.StepFormatter;
import eu.callorders.console.steps.StepsPane;
import eu.callorders.console.ui.ActionDialog;
import eu.callorders.console.ui.ComparedMember;
import eu.callorders.console.ui.DetailView;
import eu.callorders.console.ui.ErrorPane;
import eu.callorders.console.ui.Facts;
import eu.callorders.console.ui.Link;
import eu.callorders.console.ui.Navigation;
import eu.callorders.console.ui.NeededScope;
import eu.callorders.console.ui.StatusStyle;
import eu.callorders.console.ui.ValueConverter;
import eu.callorders.console.ui.VersionComparison;
import eu.callorders.console.ui.Visibility;
import eu.callorders.console.work.ActionTarget;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import javafx.fxml.FXML;
import javafx.scene.control.Button;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import org.jspecify.annotations.Nullable;

/** The detail of one sequence, one version at a time, shown beside the list. */
@SuppressWarnings("NullAway.Init") // FXML fills the fields
final class SequenceDetailView extends DetailView {
  @FXML private Label title;
  @FXML private HBox actions;
  @FXML private ComboBox<Integer> versions;
  @FXML private Button edit;
  @FXML private Button activate;
  @FXML private Button archive;
  @FXML private Label draft;
  @FXML private Button enrollments;
  @FXML private ErrorPane actionError;
  @FXML private Facts facts;
  @FXML private Label versionChanges;
  @FXML private StepsPane steps;
  @FXML private VersionComparison comparison;

  private final SequenceDetailViewModel model;
  private final Navigation navigation;
  private final Runnable onEdit;
  private final StepFormatter formatter = new StepFormatter();
  private final NeededScope writeScope;
  private final NeededScope enrollmentsScope;

  /**
   * @param onEdit starts a new version with the content of the selected one
   */
  SequenceDetailView(
      SequenceDetailViewModel model,
      Navigation navigation,
      Runnable onEdit,
      Runnable onClose,
      Consumer<String> onAgreed) {
    super(onClose, onAgreed);
    this.onEdit = onEdit;
    this.model = model;
    this.navigation = navigation;
    load();
    comparison.namedBy(this::members);
    versions.setConverter(new ValueConverter<>(this::versionTitle));
    versions
        .valueProperty()
        .addListener(
            (ignored, before, now) -> {
              if (now != null) {
                model.selectedNumber.set(now);
              }
            });
    model.selectedNumber.addListener(ignored -> render());
    model.detail().addListener((ignored, before, now) -> show(now));
    model.failure().addListener((ignored, before, now) -> showFailure(model.id(), now));
    model.actionFailure().addListener((ignored, before, now) -> actionError.showOfWrite(now));
    model.acting().addListener(ignored -> updateActions());
    enrollmentsScope = new NeededScope(texts, Scope.ORDERS_READ, enrollments);
    writeScope = new NeededScope(texts, Scope.CONFIG_WRITE, actions);
    show(null);
  }

  private String versionTitle(@Nullable Integer number) {
    JsonNode sequence = model.detail().get();
    if (number == null) {
      return "";
    }
    String state = sequence == null ? "" : Versions.find(sequence, number).path("status").asText();
    return texts.get("version.choice", number, texts.value("status", state));
  }

  private void show(@Nullable JsonNode sequence) {
    if (sequence == null) {
      clearHead(model.id());
      title.setText("");
      versions.getItems().clear();
      updateActions();
      return;
    }
    int shownNumber = Versions.number(model.version());
    id.setText(sequence.path("id").asText());
    title.setText(sequence.path("title").asText());
    String state = sequence.path("status").asText();
    showStatus(texts.value("status", state), StatusStyle.of(state));
    List<Integer> numbers = Versions.of(sequence).stream().map(Versions::number).toList();
    versions.getItems().setAll(numbers);
    versions.setValue(null); // its status may have changed
    versions.setValue(shownNumber);
    json.show(sequence);
    comparison.show(sequence.path("id").asText(), Versions.of(sequence));
    render();
  }

  private void render() {
    updateActions();
    JsonNode version = model.version();
    Visibility.set(draft, version.path("status").asText().equals("draft"));
    draft.setText(texts.get("draft", Versions.number(version)));
    JsonNode trigger = version.path("trigger");
    facts.clear();
    facts.add(texts.get("column.signal_type"), trigger.path("signal_type").asText());
    facts.addText(
        texts.get("policy"), texts.value("policy", trigger.path("enrollment_policy").asText()));
    facts.addText(texts.get("exit"), formatter.conditions(version.path("exit_conditions")));
    facts.add(texts.get("column.created_at"), timestamps.text(version.path("created_at").asText()));
    facts.add(texts.get("activated_at"), timestamps.text(version.path("activated_at").asText()));
    versionChanges.setText(
        model.changesFromActive().map(changes -> describe(version, changes)).orElse(""));
    Visibility.set(versionChanges, !versionChanges.getText().isEmpty());
    steps.show(SequenceSteps.of(version), ignored -> {});
  }

  /** The members of a version, those of its steps by their API names. */
  private Map<String, String> members(JsonNode version) {
    Map<String, String> members = new LinkedHashMap<>();
    JsonNode trigger = version.path("trigger");
    members.put(texts.get("column.signal_type"), trigger.path("signal_type").asText());
    members.put(
        texts.get("policy"), texts.value("policy", trigger.path("enrollment_policy").asText()));
    members.put(texts.get("exit"), formatter.conditions(version.path("exit_conditions")));
    members.put(
        texts.get("steps"),
        String.join(", ", Json.list(version.path("steps"), step -> step.path("id").asText())));
    for (JsonNode step : version.path("steps")) {
      String id = step.path("id").asText();
      ComparedMember.values(step).forEach((name, value) -> members.put(id + ": " + name, value));
    }
    return members;
  }

  private String describe(JsonNode version, VersionChanges changes) {
    return texts.get(
        "compared", Versions.number(version), model.activeNumber(), changes.describe(texts));
  }

  /** Disables actions that the status or the scopes forbid. */
  void updateActions() {
    writeScope.setGranted(model.mayChange());
    edit.setDisable(!model.canArchive());
    activate.setDisable(!model.canActivate());
    archive.setDisable(!model.canArchive());
    enrollments.setDisable(model.detail().get() == null || !model.mayReadEnrollments());
    enrollmentsScope.setGranted(model.mayReadEnrollments());
  }

  @FXML
  void edit() {
    onEdit.run();
  }

  @FXML
  void activate() {
    ActionTarget sequence = target();
    int number = Versions.number(model.version());
    if (new ActionDialog(window(), texts, "activate", number).confirm()) {
      agreed(sequence.id());
      model.activate(sequence, number);
    }
  }

  @FXML
  void archive() {
    ActionTarget sequence = target();
    if (new ActionDialog(window(), texts, "archive", sequence.name()).danger().confirm()) {
      agreed(sequence.id());
      model.archive(sequence);
    }
  }

  private ActionTarget target() {
    return new ActionTarget(model.id(), title.getText());
  }

  @FXML
  void openEnrollments() {
    navigation.go(Link.filtered("enrollments", "sequence_id", id.getText()));
  }
}
