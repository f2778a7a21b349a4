package eu.callorders.console.enrollment;

import eu.callorders.console.ui.Column;
import eu.callorders.console.ui.Columns;
import eu.callorders.console.ui.DetailPane;
import eu.callorders.console.ui.ListScreen;
import eu.callorders.console.ui.ScreenContext;
import eu.callorders.console.ui.ValueChoice;
import java.time.ZoneId;
import java.util.List;
import javafx.fxml.FXML;
import javafx.scene.control.ComboBox;
import javafx.scene.control.DatePicker;
import javafx.scene.control.SplitPane;
import javafx.scene.control.TextField;

/** The enrollment table with its filters and detail pane. */
@SuppressWarnings("NullAway.Init") // FXML fills the fields
final class EnrollmentsView extends ListScreen<EnrollmentRow, EnrollmentsViewModel> {
  @FXML private TextField search;
  @FXML private ComboBox<String> status;
  @FXML private TextField subject;
  @FXML private TextField sequenceKey;
  @FXML private TextField sequenceId;
  @FXML private DatePicker from;
  @FXML private DatePicker to;
  @FXML private SplitPane split;

  private final EnrollmentDetailViewModel detail;
  private final EnrollmentDetailView detailView;
  private final ExitReasons reasons = new ExitReasons(texts);
  private final DetailPane detailPane;

  EnrollmentsView(ScreenContext context) {
    super(
        context,
        new EnrollmentsViewModel(
            context.background(), context.session().api(), ZoneId.systemDefault()));
    this.detail = new EnrollmentDetailViewModel(context.background(), context.session());
    load();
    this.detailView = new EnrollmentDetailView(detail, context.navigation(), this::hideDetail);
    this.detailPane = new DetailPane(split, detailView.root(), "enrollments", context.settings());
    listen(model::handleEvents);
    listen(detail::handleEvents);
  }

  @FXML
  void initialize() {
    table.show("enrollments", model.rows(), columns(), texts.get("empty"), context);
    table.onOpen(row -> showDetail(row.id()));
    table.onSelect(now -> showDetail(now.id()));
    searchBy(search, model.search());
    subject.textProperty().bindBidirectional(model.subject());
    sequenceKey.textProperty().bindBidirectional(model.sequenceKey());
    sequenceId.textProperty().bindBidirectional(model.sequenceId());
    filterBy(from, model.from());
    filterBy(to, model.to());
    ValueChoice.offer(status, texts, "status", EnrollmentStatusStyle.ALL);
    filterBy(status.valueProperty(), model.status());
  }

  private List<Column<EnrollmentRow>> columns() {
    Columns<EnrollmentRow> columns = new Columns<>(texts);
    return List.of(
        columns
            .value("status", 135, "status", EnrollmentRow::status)
            .withBadge(row -> EnrollmentStatusStyle.tone(row.status())),
        columns.text("subject", 140, EnrollmentRow::subject),
        columns.text("sequence", 150, EnrollmentRow::sequenceKey),
        columns.text("step", 130, EnrollmentRow::step),
        columns.time("next_action_at", EnrollmentRow::nextActionAt),
        columns.text("orders", 70, row -> Integer.toString(row.orders())),
        columns.text("exit_reason", 180, row -> reasons.describe(row.exitReason())),
        columns.time("created_at", EnrollmentRow::createdAt),
        columns.time("ended_at", EnrollmentRow::endedAt),
        columns.text("id", 255, EnrollmentRow::id),
        columns.text("version", 70, row -> Integer.toString(row.version())).hiddenByDefault(),
        columns.text("sequence_id", 255, EnrollmentRow::sequenceId).hiddenByDefault());
  }

  private void showDetail(String id) {
    detail.show(id);
    detailPane.show();
    table.choose(id);
  }

  private void hideDetail() {
    detailPane.hide();
    detail.clear();
    table.choose("");
    table.view().requestFocus();
  }

  @Override
  public void applyScopes() {
    detailView.scopesChanged();
  }

  @Override
  public void refresh() {
    super.refresh();
    detail.load();
  }

  @Override
  public void open(String identifier) {
    super.open(identifier);
    if (identifier.startsWith("enr_")) {
      showDetail(identifier);
    }
  }
}
