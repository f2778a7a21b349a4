package eu.callorders.console.admin;

import eu.callorders.console.api.AdminRole;
import eu.callorders.console.ui.ActionDialog;
import eu.callorders.console.ui.Column;
import eu.callorders.console.ui.Columns;
import eu.callorders.console.ui.ErrorPane;
import eu.callorders.console.ui.Labels;
import eu.callorders.console.ui.ListScreen;
import eu.callorders.console.ui.NeededScope;
import eu.callorders.console.ui.ScreenContext;
import eu.callorders.console.ui.SecretField;
import eu.callorders.console.ui.TextLength;
import eu.callorders.console.ui.TextWidth;
import eu.callorders.console.ui.ValueConverter;
import java.net.URI;
import java.util.List;
import java.util.stream.Stream;
import javafx.beans.binding.Bindings;
import javafx.fxml.FXML;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;
import org.jspecify.annotations.Nullable;

/** The operators of the administration: who may read, operate and administer. */
@SuppressWarnings("NullAway.Init") // FXML fills the fields
final class OperatorsView extends ListScreen<OperatorRow, OperatorsViewModel> {
  private static final int MAX_NAME_LENGTH = 100;

  @FXML private Button create;
  @FXML private Button changeRole;
  @FXML private Button disable;
  @FXML private ErrorPane error;

  private NeededScope role;

  OperatorsView(ScreenContext context) {
    super(
        context,
        new OperatorsViewModel(
            context.background(), context.session().administration().orElseThrow()));
    load();
  }

  @FXML
  void initialize() {
    showTable("operators", columns(), () -> texts.get("operators.empty"));
    table.selected().addListener(ignored -> render());
    table.onOpen(this::chooseRole);
    create.setOnAction(ignored -> createOperator());
    changeRole.setOnAction(ignored -> table.ifSelected(this::chooseRole));
    disable.setOnAction(ignored -> table.ifSelected(this::toggleDisabled));
    role = new NeededScope(texts, AdminRole.ADMINISTER, create, changeRole, disable);
    model.actions.busy.addListener(ignored -> render());
    error.showFailuresOf(model.actions);
    model.issued.addListener((ignored, before, now) -> showToken(now));
    render();
  }

  @Override
  public void applyScopes() {
    render();
  }

  private List<Column<OperatorRow>> columns() {
    Columns<OperatorRow> columns = new Columns<>(texts);
    return List.of(
        columns.text("name", 220, OperatorRow::name),
        columns.status("state", "state", OperatorRow::state),
        columns.known("role", roles(), row -> texts.value("role", row.role())),
        columns.realTime("created_at", row -> row.text("created_at")),
        columns.realTime("updated_at", row -> row.text("updated_at")),
        columns.text("operator", 290, OperatorRow::id).hiddenByDefault());
  }

  private List<String> roles() {
    return Stream.of(AdminRole.values()).map(this::name).toList();
  }

  private String name(@Nullable AdminRole value) {
    return value == null ? "" : texts.value("role", value.wireName());
  }

  private void render() {
    OperatorRow chosen = table.selected().get();
    boolean permitted = context.session().may(AdminRole.ADMINISTER);
    boolean blocked = model.actions.busy.get() || !permitted;
    role.setGranted(permitted);
    create.setDisable(blocked);
    changeRole.setDisable(blocked || chosen == null);
    disable.setDisable(blocked || chosen == null);
    disable.setText(texts.get(chosen != null && chosen.isDisabled() ? "enable" : "disable.open"));
  }

  private void createOperator() {
    TextField name = new TextField();
    name.setId("operator-name");
    TextLength length = new TextLength(name, MAX_NAME_LENGTH);
    ComboBox<AdminRole> choice = roleChoice(AdminRole.READ);
    ActionDialog dialog =
        new ActionDialog(window(), texts, "operator.create")
            .with(label("column.name", name), name, length, label("column.role", choice), choice)
            .focus(name);
    length.managedProperty().addListener(ignored -> dialog.resize());
    dialog
        .accept()
        .disableProperty()
        .bind(
            length
                .isExceeded()
                .or(
                    Bindings.createBooleanBinding(
                        () -> name.getText().isBlank(), name.textProperty())));
    if (dialog.confirm()) {
      model.create(name.getText(), choice.getValue());
    }
  }

  private void chooseRole(OperatorRow operator) {
    AdminRole before = AdminRole.of(operator.role()).orElse(null);
    ComboBox<AdminRole> choice = roleChoice(before);
    ActionDialog dialog =
        new ActionDialog(window(), texts, "operator.role", operator.name())
            .with(label("column.role", choice), choice)
            .focus(choice);
    dialog.accept().disableProperty().bind(choice.valueProperty().isEqualTo(before));
    if (dialog.confirm()) {
      model.setRole(operator, choice.getValue());
    }
  }

  private Label label(String key, Node field) {
    Label label = new Label(texts.get(key));
    label.setLabelFor(field);
    return label;
  }

  private ComboBox<AdminRole> roleChoice(@Nullable AdminRole chosen) {
    ComboBox<AdminRole> choice = new ComboBox<>();
    choice.setId("operator-role");
    choice.getItems().setAll(AdminRole.values());
    choice.setConverter(new ValueConverter<>(this::name));
    choice.setValue(chosen);
    TextWidth.fitChoices(choice);
    return choice;
  }

  private void toggleDisabled(OperatorRow operator) {
    if (operator.isDisabled()
        || new ActionDialog(window(), texts, "operator.disable", operator.name())
            .danger()
            .confirm()) {
      model.setDisabled(operator, !operator.isDisabled());
    }
  }

  /** Shows a token, which cannot be retrieved again. */
  private void showToken(OperatorsViewModel.@Nullable IssuedToken issued) {
    if (issued == null) {
      return;
    }
    URI address = context.session().administration().orElseThrow().base();
    Label use = Labels.wrapped(texts.get("token.use", address));
    SecretField token = new SecretField(texts.get("token"), issued.token());
    token.showIn(
        new ActionDialog(window(), texts, "token", issued.operator()).with(token, use),
        () -> model.issued.set(null));
  }
}
