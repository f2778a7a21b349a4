package eu.callorders.console.admin;

import eu.callorders.console.ui.Column;
import eu.callorders.console.ui.Columns;
import eu.callorders.console.ui.DetailPane;
import eu.callorders.console.ui.Facts;
import eu.callorders.console.ui.ListScreen;
import eu.callorders.console.ui.ScreenContext;
import eu.callorders.console.ui.TimestampFormatter;
import eu.callorders.console.work.ListFilter;
import java.time.ZoneId;
import java.util.List;
import javafx.fxml.FXML;
import javafx.geometry.Insets;
import javafx.scene.Node;
import javafx.scene.control.ComboBox;
import javafx.scene.control.DatePicker;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.SplitPane;
import javafx.scene.control.TextField;

/** The audit log with filters, details and chain verification. */
@SuppressWarnings("NullAway.Init") // FXML fills the fields
final class AuditView extends ListScreen<AuditRow, AuditViewModel> {
  private static final double PADDING = 12;

  /** Those that are no operators with a name of their own. */
  private static final List<String> ACTORS = List.of("operator", "service");

  /** Those for which an operator gives a reason; the log does not contain each of them. */
  private static final List<String> WITH_REASON =
      List.of(
          "dialing.halted",
          "dialing.resumed",
          "call.hung_up",
          "recovery.accepted",
          "maintenance.resumed");

  static final List<String> ACTIONS =
      List.of(
          "tenant.created",
          "tenant.updated",
          "tenant.settings_kept",
          "tenant.deletion_requested",
          "tenant.deleted",
          "predial_check.secret_rotated",
          "registration.created",
          "registration.updated",
          "registration.unlocked",
          "registration.secret_created",
          "registration.secret_revoked",
          "operator.created",
          "operator.updated",
          "country.updated",
          "dialing.halted",
          "dialing.resumed",
          "call.hung_up",
          "recovery.accepted",
          "recovery.completed",
          "maintenance.resumed",
          "hold.placed",
          "hold.released",
          "hold.imported",
          "subject.exported",
          "subject.erasure_requested",
          "subject.erasure_refused",
          "subject.erased",
          "legal_hold.created",
          "legal_hold.released",
          "evidence.anchored",
          "retention.applied",
          "signing_key.rotated",
          "master_key.reencryption_started",
          "master_key.reencrypted",
          "test_clock.advanced");

  @FXML private ComboBox<String> action;
  @FXML private TextField tenantId;
  @FXML private DatePicker from;
  @FXML private DatePicker to;
  @FXML private AuditChainPane chain;
  @FXML private SplitPane split;

  private final AuditChainViewModel verification;
  private final Facts entry = new Facts();
  private final TimestampFormatter times = new TimestampFormatter();

  AuditView(ScreenContext context, AuditChainViewModel verification) {
    super(
        context,
        new AuditViewModel(
            context.background(),
            context.session().administration().orElseThrow(),
            ZoneId.systemDefault()));
    this.verification = verification;
    load();
  }

  @FXML
  void initialize() {
    table.show("audit", model.rows(), columns(), () -> texts.get("audit.empty"), context);
    chain.bind(verification);
    DetailPane detailPane = new DetailPane(split, "audit", context.settings());
    Node detail = detail();
    table
        .selected()
        .addListener(
            (ignored, before, now) -> {
              if (now == null) {
                detailPane.hide();
              } else {
                show(now);
                detailPane.show(detail);
              }
            });
    ListFilter<AuditRow> filter = model.filter();
    searchBy(tenantId, filter.text("tenant_id"));
    filterBy(action, "action", ACTIONS, filter.text("action"));
    filterByRealTime(from, filter.from());
    filterByRealTime(to, filter.to());
  }

  private Node detail() {
    entry.setPadding(new Insets(PADDING));
    ScrollPane pane = new ScrollPane(entry);
    pane.setFitToWidth(true);
    pane.getStyleClass().addAll("detail", "narrow-detail");
    return pane;
  }

  private void show(AuditRow row) {
    entry.clear();
    entry.add(texts.get("column.entry"), row.id());
    entry.add(texts.get("column.at"), times.text(row.at()));
    entry.add(texts.get("column.action"), texts.value("action", row.action()));
    entry.add(texts.get("column.actor"), actor(row));
    entry.add(texts.get("column.tenant_id"), row.tenantId());
    entry.add(texts.get("column.target"), row.target());
    entry.add(texts.get("column.reason"), reason(row));
    entry.addText(texts.get("column.before"), row.before());
    entry.addText(texts.get("column.after"), row.after());
    entry.addText(texts.get("column.hash"), row.hash());
    entry.addText(texts.get("column.previous_hash"), row.previousHash());
  }

  /** The name of an operator is shown as it is. */
  private String actor(AuditRow row) {
    return ACTORS.contains(row.actor()) ? texts.value("actor", row.actor()) : row.actor();
  }

  private String reason(AuditRow row) {
    return row.reason().isEmpty() && WITH_REASON.contains(row.action())
        ? texts.get("audit.no_reason")
        : row.reason();
  }

  private List<Column<AuditRow>> columns() {
    Columns<AuditRow> columns = new Columns<>(texts);
    return List.of(
        columns.value("action", "action", AuditRow::action),
        columns.text("actor", 180, this::actor),
        columns.realTime("at", AuditRow::at),
        columns.text("reason", 220, this::reason),
        columns.text("tenant_id", 290, AuditRow::tenantId),
        columns.text("target", 290, AuditRow::target),
        columns.text("entry", 290, AuditRow::id).hiddenByDefault(),
        columns.text("hash", 420, AuditRow::hash).hiddenByDefault(),
        columns.text("previous_hash", 420, AuditRow::previousHash).hiddenByDefault());
  }
}
