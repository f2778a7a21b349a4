package eu.callorders.console.suppression;

import eu.callorders.console.api.Scope;
import eu.callorders.console.session.SubjectName;
import eu.callorders.console.ui.ActionDialog;
import eu.callorders.console.ui.Column;
import eu.callorders.console.ui.Columns;
import eu.callorders.console.ui.ErrorPane;
import eu.callorders.console.ui.Feature;
import eu.callorders.console.ui.Link;
import eu.callorders.console.ui.ListScreen;
import eu.callorders.console.ui.NeededScope;
import eu.callorders.console.ui.ScreenContext;
import eu.callorders.console.ui.SearchReportFormatter;
import eu.callorders.console.ui.Texts;
import java.util.List;
import javafx.fxml.FXML;
import javafx.scene.control.Button;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import org.jspecify.annotations.Nullable;

/** The do-not-call list. */
@SuppressWarnings("NullAway.Init") // FXML fills the fields
public final class SuppressionsView extends ListScreen<SuppressionRow, SuppressionsViewModel> {
  /** Fifteen digits, the most of E.164. */
  private static final String LONGEST_PHONE = "+888888888888888";

  private static final List<String> SOURCES = List.of("api", "in_call_request", "operator");

  @FXML private TextField phone;
  @FXML private TextField subject;
  @FXML private ComboBox<String> source;
  @FXML private Button add;
  @FXML private Button remove;
  @FXML private Button person;
  @FXML private Label hint;
  @FXML private ErrorPane error;

  private NeededScope neededScope;

  SuppressionsView(ScreenContext context) {
    super(context, new SuppressionsViewModel(context.background(), context.session()));
    load();
    listen(model::handleEvents);
  }

  public static Feature feature() {
    return Feature.of(
        "suppressions",
        Texts.of(SuppressionsView.class),
        "fth-slash",
        Scope.CONFIG_READ,
        SuppressionsView::new);
  }

  @FXML
  void initialize() {
    showTable("suppressions", columns());
    table.selected().addListener(ignored -> updateActions());
    table
        .view()
        .setOnKeyReleased(
            key -> {
              if (key.getCode() == KeyCode.DELETE && !remove.isDisabled()) {
                remove();
              }
            });
    searchBy(phone, model.phone);
    filterByText(subject, model.subject);
    filterBy(source, "source", SOURCES, model.source);
    error.showFailuresOf(model.actions);
    model.actions.busy.addListener(ignored -> updateActions());
    model.invalidPhone.addListener(ignored -> updateActions());
    model.textSearch.report().addListener(ignored -> updateActions());
    neededScope = new NeededScope(texts, Scope.SUPPRESSIONS_WRITE, add, remove);
    applyScopes();
  }

  @Override
  public void applyScopes() {
    add.setDisable(!model.mayChange());
    neededScope.setGranted(model.mayChange());
    updateActions();
  }

  private List<Column<SuppressionRow>> columns() {
    Columns<SuppressionRow> columns = new Columns<>(texts);
    return List.of(
        columns.text("phone", 150, SuppressionRow::phone).asWideAs(List.of(LONGEST_PHONE)),
        columns.subject(context.names(), SuppressionRow::subject),
        columns.value("source", "source", SuppressionRow::source),
        columns.text("reason", 260, SuppressionRow::reason),
        columns.time("created_at", SuppressionRow::createdAt),
        columns.text("id", 290, SuppressionRow::id).hiddenByDefault(),
        columns.text("call", 290, SuppressionRow::callId).hiddenByDefault());
  }

  /** Enables the removal of the selected entry or shows why it is protected. */
  private void updateActions() {
    SuppressionRow row = table.selected().get();
    remove.setDisable(!model.mayRemove(row) || model.actions.busy.get());
    person.setDisable(row == null || row.subject().isEmpty());
    hint.setText(hint(row));
  }

  private String hint(@Nullable SuppressionRow row) {
    if (model.invalidPhone.get()) {
      return texts.get("fault.phone");
    }
    if (row != null && row.isProtected()) {
      return row.callId().isEmpty()
          ? texts.get("protected")
          : texts.get("protected.call", row.callId());
    }
    return model.mayChange()
        ? SearchReportFormatter.text(model.textSearch.report().get(), texts)
        : texts.get("needs.scope", "suppressions:write");
  }

  @FXML
  void add() {
    new AddSuppressionView(context, window(), NewSuppression.NOTHING, this::added).show();
  }

  private void added(boolean existed) {
    model.rows().refresh();
    if (existed) {
      hint.setText(texts.get("existed"));
    }
  }

  @FXML
  void openPerson() {
    table.ifSelected(row -> context.navigation().go(Link.to("subjects", row.subject())));
  }

  @FXML
  void remove() {
    SuppressionRow row = table.selected().get();
    if (row == null) {
      return;
    }
    SubjectName name = context.names().ofSubject(row.subject()).getValue();
    String target = row.phone().isEmpty() ? name.text() : name.textWith(row.phone());
    if (new ActionDialog(window(), texts, "remove", target).danger().confirm()) {
      model.remove(row, target);
    }
  }
}
