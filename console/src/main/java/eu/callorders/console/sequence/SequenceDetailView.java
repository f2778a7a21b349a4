package eu.callorders.console.sequence;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.api.Scope;
import eu.callorders.console.steps.SequenceSteps;
import eu.callorders.console.steps.StepFormatter;
import eu.callorders.console.steps.StepsPane;
import eu.callorders.console.ui.ConfirmDialog;
import eu.callorders.console.ui.ErrorPane;
import eu.callorders.console.ui.Facts;
import eu.callorders.console.ui.Fxml;
import eu.callorders.console.ui.JsonPane;
import eu.callorders.console.ui.Navigation;
import eu.callorders.console.ui.NeededScope;
import eu.callorders.console.ui.StatusBadge;
import eu.callorders.console.ui.Texts;
import eu.callorders.console.ui.TimestampFormatter;
import java.util.List;
import javafx.fxml.FXML;
import javafx.scene.Parent;
import javafx.scene.control.Button;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;
import javafx.scene.layout.HBox;
import javafx.scene.layout.StackPane;
import javafx.util.StringConverter;
import org.jspecify.annotations.Nullable;

/** The detail of one sequence, one version at a time, shown beside the list. */
@SuppressWarnings("NullAway.Init") // FXML fills the fields
final class SequenceDetailView {
  @FXML private TextField id;
  @FXML private Label title;
  @FXML private StackPane status;
  @FXML private HBox actions;
  @FXML private ComboBox<Integer> versions;
  @FXML private Button activate;
  @FXML private Button archive;
  @FXML private Button enrollments;
  @FXML private ErrorPane error;
  @FXML private ErrorPane actionError;
  @FXML private Facts facts;
  @FXML private Label versionChanges;
  @FXML private StepsPane steps;
  @FXML private JsonPane json;

  private final SequenceDetailViewModel model;
  private final Navigation navigation;
  private final Runnable onClose;
  private final Texts texts = Texts.of(SequenceDetailView.class);
  private final TimestampFormatter timestamps = new TimestampFormatter();
  private final StepFormatter formatter = new StepFormatter();
  private NeededScope writeScope;
  private NeededScope enrollmentsScope;
  private final Parent root;

  /**
   * @param onClose runs when the operator closes the detail
   */
  SequenceDetailView(SequenceDetailViewModel model, Navigation navigation, Runnable onClose) {
    this.model = model;
    this.navigation = navigation;
    this.onClose = onClose;
    this.root = Fxml.load(this, texts);
  }

  Parent root() {
    return root;
  }

  @FXML
  void initialize() {
    versions.setConverter(
        new StringConverter<>() {
          @Override
          public String toString(@Nullable Integer number) {
            return number == null ? "" : versionTitle(number);
          }

          @Override
          public @Nullable Integer fromString(String text) {
            return null;
          }
        });
    versions
        .valueProperty()
        .addListener(
            (ignored, before, now) -> {
              if (now != null) {
                model.selectedNumber().set(now);
              }
            });
    model.selectedNumber().addListener(ignored -> render());
    model.sequence().addListener((ignored, before, now) -> show(now));
    model.failure().addListener((ignored, before, now) -> error.show(now));
    model.actionFailure().addListener((ignored, before, now) -> actionError.showOfWrite(now));
    model.acting().addListener(ignored -> updateActions());
    enrollmentsScope = new NeededScope(texts, Scope.ORDERS_READ, enrollments);
    writeScope = new NeededScope(texts, Scope.CONFIG_WRITE, actions);
    show(null);
  }

  private String versionTitle(int number) {
    JsonNode sequence = model.sequence().get();
    String state = sequence == null ? "" : Versions.find(sequence, number).path("status").asText();
    return texts.get("version.choice", number, texts.value("status", state));
  }

  private void show(@Nullable JsonNode sequence) {
    if (sequence == null) {
      id.setText("");
      title.setText("");
      status.getChildren().clear();
      versions.getItems().clear();
      updateActions();
      return;
    }
    int shownNumber = Versions.number(model.version());
    id.setText(sequence.path("id").asText());
    title.setText(sequence.path("title").asText());
    String state = sequence.path("status").asText();
    status
        .getChildren()
        .setAll(new StatusBadge(texts.value("status", state), SequenceStatusStyle.tone(state)));
    List<Integer> numbers = Versions.of(sequence).stream().map(Versions::number).toList();
    versions.getItems().setAll(numbers);
    versions.setValue(null); // its status may have changed
    versions.setValue(shownNumber);
    json.show(sequence);
    render();
  }

  private void render() {
    updateActions();
    JsonNode version = model.version();
    JsonNode trigger = version.path("trigger");
    facts.clear();
    facts.add(texts.get("column.signal_type"), trigger.path("signal_type").asText());
    facts.addText(
        texts.get("policy"), texts.value("policy", trigger.path("enrollment_policy").asText()));
    facts.addText(texts.get("exit"), formatter.conditions(version.path("exit_conditions")));
    facts.add(texts.get("column.created_at"), timestamps.text(version.path("created_at").asText()));
    facts.add(texts.get("activated_at"), timestamps.text(version.path("activated_at").asText()));
    versionChanges.setText(
        model.changesFromActive().map(changes -> describeChanges(version, changes)).orElse(""));
    versionChanges.setVisible(!versionChanges.getText().isEmpty());
    versionChanges.setManaged(!versionChanges.getText().isEmpty());
    steps.show(SequenceSteps.of(version), ignored -> {});
  }

  private String describeChanges(JsonNode version, VersionChanges changes) {
    String text = new VersionChangeFormatter(texts).format(changes);
    return texts.get("compared", Versions.number(version), model.activeNumber(), text);
  }

  /** Disables actions that the status or the scopes forbid. */
  void updateActions() {
    writeScope.setGranted(model.mayChange());
    activate.setDisable(!model.canActivate());
    archive.setDisable(!model.canArchive());
    enrollments.setDisable(model.sequence().get() == null || !model.mayReadEnrollments());
    enrollmentsScope.setGranted(model.mayReadEnrollments());
  }

  @FXML
  void activate() {
    if (confirmed("activate", Versions.number(model.version()))) {
      model.activate();
    }
  }

  @FXML
  void archive() {
    if (confirmed("archive", title.getText())) {
      model.archive();
    }
  }

  private boolean confirmed(String action, Object subject) {
    return ConfirmDialog.confirm(root.getScene().getWindow(), texts, action, subject);
  }

  @FXML
  void openEnrollments() {
    navigation.go("enrollments", id.getText());
  }

  @FXML
  void close() {
    onClose.run();
  }
}
