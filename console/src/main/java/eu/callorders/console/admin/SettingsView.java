package eu.callorders.console.admin;

import eu.callorders.console.ui.ErrorPane;
import eu.callorders.console.ui.Fxml;
import eu.callorders.console.ui.Texts;
import eu.callorders.console.ui.Visibility;
import javafx.collections.ListChangeListener;
import javafx.fxml.FXML;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyCodeCombination;
import javafx.scene.input.KeyCombination;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;

/** Edits the settings of a tenant or a registration. */
@SuppressWarnings("NullAway.Init") // FXML fills the fields
final class SettingsView {
  private static final KeyCombination SAVE =
      new KeyCodeCombination(KeyCode.ENTER, KeyCombination.SHORTCUT_DOWN);

  @FXML private Label title;
  @FXML private VBox fields;
  @FXML private VBox overtaken;
  @FXML private VBox changes;
  @FXML private Label uncertain;
  @FXML private ErrorPane error;
  @FXML private VBox more;
  @FXML private Button save;

  private final SettingsViewModel model;
  private final Texts texts = Texts.of(SettingsView.class);
  private final SettingGrid grid;
  private final Runnable onClose;
  final Parent root;

  /**
   * @param onClose called when the operator closes the pane
   */
  SettingsView(SettingsViewModel model, Runnable onClose) {
    this.model = model;
    this.onClose = onClose;
    this.grid = new SettingGrid(texts, model.form);
    this.root = Fxml.load(this, texts);
  }

  @FXML
  void initialize() {
    for (Section section : model.sections) {
      if (!section.key().isEmpty()) {
        Label label = new Label(texts.get(section.key()));
        label.getStyleClass().add("section");
        fields.getChildren().add(label);
      }
      fields.getChildren().add(grid.section(section));
    }
    fields.disableProperty().bind(model.busy());
    model.failure().addListener((ignored, before, now) -> error.showOfWrite(now));
    model.changes().addListener((ListChangeListener<Object>) ignored -> render());
    model.outcomeUnknown.addListener(ignored -> render());
    model.busy().addListener(ignored -> busyChanged());
    render();
  }

  private void render() {
    boolean conflict = !model.changes().isEmpty();
    Visibility.set(overtaken, conflict);
    changes.getChildren().setAll(model.changes().stream().map(this::line).toList());
    save.setDisable(conflict || model.busy().get());
    save.setText(texts.get(model.isNew() ? "create" : "save"));
    Visibility.set(uncertain, model.outcomeUnknown.get());
    uncertain.setText(texts.get(model.isNew() ? "uncertain.create" : "uncertain.change"));
  }

  private Node line(SettingsViewModel.Change change) {
    Label line =
        new Label(
            texts.get(
                "changed",
                texts.get(change.setting().key()),
                value(change.setting(), change.before()),
                value(change.setting(), change.now())));
    line.setWrapText(true);
    line.setMinHeight(Region.USE_PREF_SIZE);
    return line;
  }

  private String value(Setting setting, String text) {
    if (text.isEmpty()) {
      return texts.get("changed.nothing");
    }
    return switch (setting.kind()) {
      case CHOICE, FLAG -> texts.value(setting.registry(), text);
      default -> text.replace("\n", ", ");
    };
  }

  private void busyChanged() {
    render();
    if (!model.busy().get() && model.form.firstInvalid().isPresent()) {
      grid.focus();
    }
  }

  /**
   * Shows the form with a title.
   *
   * @param below nodes below the settings
   */
  void show(String heading, Node... below) {
    title.setText(heading);
    more.getChildren().setAll(below);
    render();
    grid.focus();
  }

  @FXML
  void save() {
    if (model.isNew() || !model.touches("/retention/") || confirmRetention()) {
      model.save();
      if (model.form.firstInvalid().isPresent()) {
        grid.focus();
      }
    }
  }

  /** A shorter retention deletes data irreversibly. */
  private boolean confirmRetention() {
    return new AdminDialogs(root.getScene().getWindow(), texts)
        .confirm(
            texts.get("section.retention"),
            texts.get("retention.question", title.getText()),
            texts.get("retention.consequence"),
            texts.get("save"),
            texts.get("cancel"));
  }

  @FXML
  void reload() {
    model.reload();
    render();
    grid.focus();
  }

  @FXML
  void close() {
    onClose.run();
  }

  @FXML
  void pressed(KeyEvent key) {
    if (SAVE.match(key) && !save.isDisabled()) {
      key.consume();
      save();
    }
  }
}
