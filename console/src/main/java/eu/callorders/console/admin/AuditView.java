package eu.callorders.console.admin;

import eu.callorders.console.ui.Column;
import eu.callorders.console.ui.Desk;
import eu.callorders.console.ui.Fxml;
import eu.callorders.console.ui.PagedTable;
import eu.callorders.console.ui.Screen;
import eu.callorders.console.ui.Texts;
import eu.callorders.console.ui.Times;
import eu.callorders.console.work.PagedRows;
import java.time.ZoneId;
import java.util.List;
import javafx.fxml.FXML;
import javafx.scene.Parent;
import javafx.scene.control.ComboBox;
import javafx.scene.control.DatePicker;
import javafx.scene.control.TextField;
import javafx.util.StringConverter;
import org.jspecify.annotations.Nullable;

/** The audit log. */
@SuppressWarnings("NullAway.Init") // FXML fills the fields
final class AuditView implements Screen {
  private static final List<String> ACTIONS =
      List.of(
          "",
          "tenant.created",
          "tenant.updated",
          "registration.created",
          "registration.updated",
          "registration.unlocked",
          "registration.secret_created",
          "registration.secret_revoked",
          "dialing.halted",
          "dialing.resumed",
          "subject.exported",
          "subject.erasure_requested",
          "subject.erased",
          "retention.applied",
          "signing_key.rotated",
          "master_key.reseal_started",
          "master_key.resealed",
          "test_clock.advanced");

  @FXML private ComboBox<String> action;
  @FXML private TextField tenantId;
  @FXML private DatePicker from;
  @FXML private DatePicker to;
  @FXML private PagedTable<AuditRow> table;

  private final Desk desk;
  private final AuditViewModel model;
  private final Texts texts = Texts.beside(AuditView.class);
  private final Times times = new Times();
  private final Parent root;

  AuditView(Desk desk) {
    this.desk = desk;
    this.model =
        new AuditViewModel(
            desk.background(),
            desk.session().administration().orElseThrow(),
            ZoneId.systemDefault());
    this.root = Fxml.load(this, texts);
  }

  @Override
  public Parent root() {
    return root;
  }

  @FXML
  void initialize() {
    table.show("audit", model.rows(), columns(), texts.get("audit.empty"), desk);
    action.getItems().setAll(ACTIONS);
    action.setConverter(
        new StringConverter<>() {
          @Override
          public String toString(@Nullable String value) {
            return value == null || value.isEmpty() ? texts.get("action.any") : value;
          }

          @Override
          public String fromString(String text) {
            return text;
          }
        });
    action.valueProperty().bindBidirectional(model.action());
    tenantId.textProperty().bindBidirectional(model.tenantId());
    from.valueProperty().bindBidirectional(model.from());
    to.valueProperty().bindBidirectional(model.to());
    action.valueProperty().addListener(ignored -> model.apply());
    from.valueProperty().addListener(ignored -> model.apply());
    to.valueProperty().addListener(ignored -> model.apply());
  }

  private List<Column<AuditRow>> columns() {
    return List.of(
        Column.of("at", texts.get("column.at"), 185, row -> times.text(row.at())),
        Column.of("action", texts.get("column.action"), 230, AuditRow::action),
        Column.of(
            "actor", texts.get("column.actor"), 110, row -> texts.value("actor", row.actor())),
        Column.of("tenant_id", texts.get("column.tenant_id"), 290, AuditRow::tenantId),
        Column.of("target", texts.get("column.target"), 290, AuditRow::target),
        Column.<AuditRow>of("id", texts.get("column.entry"), 290, AuditRow::id).hidden(),
        Column.<AuditRow>of("hash", texts.get("column.hash"), 420, AuditRow::hash).hidden(),
        Column.<AuditRow>of(
                "previous_hash", texts.get("column.previous_hash"), 420, AuditRow::previousHash)
            .hidden());
  }

  @FXML
  void apply() {
    model.apply();
  }

  @FXML
  void clear() {
    model.clear();
  }

  @Override
  public void shown() {
    if (model.rows().state().get() != PagedRows.State.LOADING) {
      model.apply();
    }
  }

  @Override
  public void refresh() {
    model.apply();
  }

  @Override
  public void search() {
    tenantId.requestFocus();
  }
}
