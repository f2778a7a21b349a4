package eu.callorders.console.admin;

import eu.callorders.console.api.AdminRole;
import eu.callorders.console.form.FormView;
import eu.callorders.console.session.Session;
import eu.callorders.console.ui.ActionDialog;
import eu.callorders.console.ui.Labels;
import eu.callorders.console.ui.NeededScope;
import eu.callorders.console.ui.Visibility;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javafx.beans.property.StringProperty;
import javafx.collections.ListChangeListener;
import javafx.fxml.FXML;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.CheckBox;
import javafx.scene.control.Label;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;

/** Edits the settings of a tenant or a registration. */
@SuppressWarnings("NullAway.Init") // FXML fills the fields
final class SettingsView extends FormView<Setting> {
  private static final double NAME_WIDTH = 170;
  private static final int LINES = 3;
  private static final double GAP = 6;
  private static final Pattern BLANK = Pattern.compile(" ");

  @FXML private Label title;
  @FXML private VBox overtaken;
  @FXML private VBox changes;
  @FXML private Label uncertain;
  @FXML private VBox more;
  @FXML private Button save;

  private final SettingsViewModel model;
  private final Session session;
  private final List<OutcomeRuleField> ruleFields = new ArrayList<>();
  private NeededScope role;

  SettingsView(SettingsViewModel model, Session session, Runnable onClose) {
    super(model.form, NAME_WIDTH, onClose);
    this.model = model;
    this.session = session;
    load();
  }

  @FXML
  void initialize() {
    for (Section section : model.sections) {
      if (!section.key().isEmpty()) {
        Label label = new Label(texts.get(section.key()));
        label.getStyleClass().add("section");
        fields.getChildren().add(label);
      }
      fields.getChildren().addAll(notes(section));
      fields.getChildren().add(section(section));
    }
    role = new NeededScope(texts, AdminRole.ADMINISTER, save);
    fields.disableProperty().bind(model.busy());
    model.failure().addListener((ignored, before, now) -> error.showOfWrite(now));
    model.changes().addListener((ListChangeListener<Object>) ignored -> render());
    model.outcomeUnknown.addListener(ignored -> render());
    model.busy().addListener(ignored -> busyChanged());
    render();
  }

  /** What all of its settings have in common, and ways to fill in usual values. */
  private List<Node> notes(Section section) {
    List<Node> notes = new ArrayList<>();
    String key = section.key() + ".note";
    if (texts.bundle().containsKey(key)) {
      notes.add(Labels.wrapped(texts.get(key), "timeline-time"));
    }
    if (section.key().equals(Section.OUTCOME_RULES)) {
      notes.add(
          preset(
              "recommended-rules",
              "outcome_rules.recommended",
              () ->
                  section
                      .settings()
                      .forEach(
                          it -> set(it, OutcomeRule.RECOMMENDED.getOrDefault(it.registry(), "")))));
    }
    if (section.settings().contains(Section.SCOPES)) {
      FlowPane presets = new FlowPane(GAP, GAP);
      for (ScopePreset preset : ScopePreset.values()) {
        presets
            .getChildren()
            .add(
                preset(
                    "scopes-" + preset.key().replace('_', '-'),
                    "scopes.preset." + preset.key(),
                    () -> set(Section.SCOPES, preset.value())));
      }
      notes.add(presets);
    }
    return notes;
  }

  private Button preset(String id, String text, Runnable fill) {
    Button preset = new Button(texts.get(text));
    preset.setId(id);
    preset.getStyleClass().add("small");
    preset.setOnAction(ignored -> fill.run());
    return preset;
  }

  private void set(Setting setting, String value) {
    model.form.value(setting).set(value);
  }

  private Node section(Section section) {
    GridPane grid = rows.section();
    for (Setting setting : section.settings()) {
      Region control = control(setting);
      control.setId("setting-" + setting.registry().replace('_', '-'));
      if (setting.kind() == Setting.Kind.CHECKS) {
        rows.addWide(grid, setting, texts.get(setting.key()), control);
      } else {
        rows.add(grid, setting, texts.get(setting.key()), control);
      }
    }
    return grid;
  }

  private Region control(Setting setting) {
    return switch (setting.kind()) {
      case TEXT, NUMBER, PERIOD -> rows.textField(setting, prompt(setting));
      case LINES, HOURS, CODES -> rows.textArea(setting, prompt(setting), LINES);
      case RULE -> rule(setting);
      case CHOICE, FLAG -> choice(setting);
      case CHECKS -> checks(setting);
    };
  }

  private String prompt(Setting setting) {
    return Stream.of(setting.key() + ".prompt", setting.groupPrompt())
        .filter(texts.bundle()::containsKey)
        .findFirst()
        .map(texts::get)
        .orElseGet(() -> texts.get("setting.default"));
  }

  private Region rule(Setting setting) {
    OutcomeRuleField field =
        new OutcomeRuleField(
            texts, texts.get(setting.key()), model.form.value(setting), model::isNew);
    ruleFields.add(field);
    return field;
  }

  private Region choice(Setting setting) {
    List<String> values = Stream.concat(Stream.of(""), setting.choices().stream()).toList();
    return rows.comboBox(setting, values, value -> name(setting, value));
  }

  private String name(Setting setting, String value) {
    return value.isEmpty() ? texts.get("setting.default") : texts.value(setting.registry(), value);
  }

  /** A check box for each choice, with what it means; unknown checked values stay. */
  private Region checks(Setting setting) {
    VBox boxes = new VBox(GAP);
    boxes.setFillWidth(true);
    StringProperty value = model.form.value(setting);
    for (String choice : setting.choices()) {
      CheckBox box = new CheckBox(texts.value(setting.registry(), choice) + " (" + choice + ")");
      box.setId("check-" + choice.replace(':', '-'));
      box.setWrapText(true);
      box.setMinHeight(Region.USE_PREF_SIZE);
      box.setOnAction(ignored -> value.set(with(setting, value.get(), choice, box.isSelected())));
      value.addListener((ignored, before, now) -> box.setSelected(split(now).contains(choice)));
      boxes.getChildren().add(box);
    }
    return boxes;
  }

  private static String with(Setting setting, String before, String choice, boolean checked) {
    List<String> values = new ArrayList<>(split(before));
    values.remove(choice);
    if (checked) {
      values.add(choice);
    }
    return setting.join(values);
  }

  private static List<String> split(String value) {
    return BLANK.splitAsStream(value).filter(it -> !it.isEmpty()).toList();
  }

  void render() {
    boolean permitted = session.may(AdminRole.ADMINISTER);
    boolean conflict = !model.changes().isEmpty();
    Visibility.set(overtaken, conflict);
    changes.getChildren().setAll(model.changes().stream().map(this::line).toList());
    role.setGranted(permitted);
    save.setDisable(conflict || model.busy().get() || !permitted);
    save.setText(texts.get(model.isNew() ? "create" : "save"));
    Visibility.set(uncertain, model.outcomeUnknown.get());
    uncertain.setText(texts.get(model.isNew() ? "uncertain.create" : "uncertain.change"));
  }

  private Node line(SettingsViewModel.Change change) {
    return Labels.wrapped(
        texts.get(
            "changed",
            texts.get(change.setting().key()),
            value(change.setting(), change.before()),
            value(change.setting(), change.now())));
  }

  private String value(Setting setting, String text) {
    if (text.isEmpty()) {
      return texts.get("changed.nothing");
    }
    return switch (setting.kind()) {
      case CHOICE, FLAG -> texts.value(setting.registry(), text);
      case RULE -> OutcomeRule.describe(text, texts);
      default -> text.replace("\n", ", ");
    };
  }

  private void busyChanged() {
    render();
    if (!model.busy().get()) {
      focusAfterReply(false, save);
    }
  }

  /** Shows the form with a title and nodes below the settings. */
  void show(String heading, Node... below) {
    title.setText(heading);
    ruleFields.forEach(OutcomeRuleField::render);
    more.getChildren().setAll(below);
    render();
    rows.focus();
  }

  @Override
  protected void submit() {
    if (!save.isDisabled()
        && model.isReady()
        && (model.isNew() || !model.touches("/retention/") || confirmRetention())) {
      model.save();
    }
  }

  /** A shorter retention deletes data irreversibly. */
  private boolean confirmRetention() {
    return new ActionDialog(window(), texts, "retention", title.getText()).danger().confirm();
  }

  @FXML
  void reload() {
    model.reload();
    render();
    rows.focus();
  }
}
