package eu.callorders.console.admin;

import eu.callorders.console.api.AdminRole;
import eu.callorders.console.api.Scope;
import eu.callorders.console.session.PhoneMask;
import eu.callorders.console.session.SubjectName;
import eu.callorders.console.ui.ActionDialog;
import eu.callorders.console.ui.Column;
import eu.callorders.console.ui.Columns;
import eu.callorders.console.ui.ErrorPane;
import eu.callorders.console.ui.Link;
import eu.callorders.console.ui.ListScreen;
import eu.callorders.console.ui.NeededScope;
import eu.callorders.console.ui.ScreenContext;
import java.util.List;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.beans.value.ObservableValue;
import javafx.fxml.FXML;
import javafx.scene.control.Button;
import javafx.scene.control.TextField;

/** The running calls of a tenant. */
@SuppressWarnings("NullAway.Init") // FXML fills the fields
final class RunningCallsView extends ListScreen<RunningCallRow, RunningCallsViewModel> {
  private static final List<String> LONGEST_PHONE = List.of("+888…8888");

  /** Fifteen digits, the most of E.164. */
  private static final List<String> LONGEST_CALLER_ID = List.of("+888888888888888");

  @FXML private TextField tenantId;
  @FXML private Button hangUp;
  @FXML private Button order;
  @FXML private ErrorPane error;

  private NeededScope role;

  RunningCallsView(ScreenContext context) {
    super(
        context,
        new RunningCallsViewModel(
            context.background(),
            context.session().administration().orElseThrow(),
            context.session().tenantId()));
    load();
  }

  @FXML
  void initialize() {
    showTable("running-calls", columns(), () -> texts.get("calls.empty"));
    table.selected().addListener(ignored -> render());
    searchBy(tenantId, model.tenantId);
    model.actions.busy.addListener(ignored -> render());
    error.showFailuresOf(model.actions);
    role = new NeededScope(texts, AdminRole.OPERATE, hangUp);
    render();
  }

  @Override
  public void applyScopes() {
    render();
  }

  private List<Column<RunningCallRow>> columns() {
    Columns<RunningCallRow> columns = new Columns<>(texts);
    return List.of(
        columns.status("call_status", "call_status", RunningCallRow::status),
        columns.subject(this::person, RunningCallRow::subject),
        columns.known("to", LONGEST_PHONE, row -> PhoneMask.mask(row.to())),
        columns.time("started_at", RunningCallRow::startedAt),
        columns.time("answered_at", RunningCallRow::answeredAt),
        columns.realTime("hangup_requested_at", RunningCallRow::hangupRequestedAt),
        columns.known("from", LONGEST_CALLER_ID, RunningCallRow::from),
        columns.text("call", 290, RunningCallRow::id).hiddenByDefault(),
        columns.text("order", 290, RunningCallRow::orderId).hiddenByDefault());
  }

  /** The session reads the names of its own tenant only. */
  private ObservableValue<String> person(RunningCallRow row) {
    return model.isOwn(row)
        ? context.names().ofSubject(row.subject()).map(SubjectName::text)
        : new ReadOnlyStringWrapper(row.subject());
  }

  private void render() {
    RunningCallRow call = table.selected().get();
    boolean permitted = context.session().may(AdminRole.OPERATE);
    role.setGranted(permitted);
    hangUp.setDisable(call == null || call.isEnding() || !permitted || model.actions.busy.get());
    order.setDisable(
        call == null || !model.isOwn(call) || !context.session().may(Scope.ORDERS_READ));
  }

  @FXML
  void hangUp() {
    table.ifSelected(this::confirmHangup);
  }

  private void confirmHangup(RunningCallRow call) {
    String name = person(call).getValue();
    ActionDialog dialog =
        new ActionDialog(window(), texts, "hangup", name, PhoneMask.mask(call.to()))
            .danger()
            .withReason(RunningCallsViewModel.MAX_REASON_LENGTH, true);
    if (dialog.confirm()) {
      model.hangUp(call, name, dialog.reason());
    }
  }

  @FXML
  void openOrder() {
    table.ifSelected(call -> context.navigation().go(Link.to("orders", call.orderId())));
  }
}
