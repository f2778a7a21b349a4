package eu.callorders.console.enrollment;

import eu.callorders.console.api.Scope;
import eu.callorders.console.ui.Column;
import eu.callorders.console.ui.Columns;
import eu.callorders.console.ui.DetailScreen;
import eu.callorders.console.ui.Feature;
import eu.callorders.console.ui.ScreenContext;
import eu.callorders.console.ui.SearchReportFormatter;
import eu.callorders.console.ui.StatusStyle;
import eu.callorders.console.ui.Texts;
import eu.callorders.console.ui.TimestampFormatter;
import eu.callorders.console.work.ListFilter;
import java.time.ZoneId;
import java.util.List;
import javafx.fxml.FXML;
import javafx.scene.control.ComboBox;
import javafx.scene.control.DatePicker;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;
import javafx.scene.layout.Pane;

/** The enrollment table with its filters and detail pane. */
@SuppressWarnings("NullAway.Init") // FXML fills the fields
public final class EnrollmentsView extends DetailScreen<EnrollmentRow, EnrollmentsViewModel> {
  @FXML private Pane toolbar;
  @FXML private TextField search;
  @FXML private Label searched;
  @FXML private ComboBox<String> status;
  @FXML private DatePicker from;
  @FXML private DatePicker to;

  private final EnrollmentDetailView detailView;

  private EnrollmentsView(ScreenContext context, EnrollmentDetailViewModel detail) {
    super(
        context,
        new EnrollmentsViewModel(context.background(), context.session(), ZoneId.systemDefault()),
        detail);
    load();
    this.detailView = new EnrollmentDetailView(detail, context, this::hideDetail, this::reveal);
    setDetailView(detailView.root());
    listen(model::handleEvents);
    listen(detail::handleEvents);
  }

  public static Feature feature() {
    return Feature.of(
            "enrollments",
            Texts.of(EnrollmentsView.class),
            "fth-git-commit",
            Scope.ORDERS_READ,
            context ->
                new EnrollmentsView(
                    context,
                    new EnrollmentDetailViewModel(context.background(), context.session())))
        .identifiedBy("enr");
  }

  @FXML
  void initialize() {
    showTable("enrollments", columns(), EnrollmentRow::id);
    ListFilter<EnrollmentRow> filter = model.filter();
    if (context.session().administration().isPresent()) {
      search.setPromptText(texts.get("search.parts"));
    }
    searchBy(search, model.search());
    SearchReportFormatter.show(searched, model.textSearch, texts);
    filterByTexts(toolbar, filter);
    filterBy(from, filter.from());
    filterBy(to, filter.to());
    filterBy(status, "status", EnrollmentRow.STATUSES, filter.text("status"));
  }

  private List<Column<EnrollmentRow>> columns() {
    Columns<EnrollmentRow> columns = new Columns<>(texts);
    EnrollmentFormatter formatter = new EnrollmentFormatter(texts, new TimestampFormatter());
    return List.of(
        columns
            .value("status", "status", EnrollmentRow::status)
            .withBadge(row -> StatusStyle.enrollment(row.status(), row.exitReason())),
        columns.subject(context.names(), EnrollmentRow::subject),
        columns.text("sequence", 150, EnrollmentRow::sequenceKey),
        columns.text("step", 130, EnrollmentRow::step),
        columns.time("next_action_at", EnrollmentRow::nextActionAt),
        columns.number("orders", EnrollmentRow::orders),
        columns.text("exit_reason", 180, row -> formatter.describeReason(row.exitReason())),
        columns.time("created_at", EnrollmentRow::createdAt),
        columns.time("ended_at", EnrollmentRow::endedAt),
        columns.text("id", 255, EnrollmentRow::id).hiddenByDefault(),
        columns.number("version", EnrollmentRow::version).hiddenByDefault(),
        columns.text("sequence_id", 255, EnrollmentRow::sequenceId).hiddenByDefault());
  }

  @Override
  public void applyScopes() {
    detailView.scopesChanged();
  }
}
