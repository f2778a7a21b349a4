package eu.callorders.console.enrollment;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.ui.Aside;
import eu.callorders.console.ui.Column;
import eu.callorders.console.ui.Columns;
import eu.callorders.console.ui.Desk;
import eu.callorders.console.ui.Fxml;
import eu.callorders.console.ui.PagedTable;
import eu.callorders.console.ui.Screen;
import eu.callorders.console.ui.Texts;
import eu.callorders.console.ui.ValueChoice;
import java.time.ZoneId;
import java.util.List;
import javafx.fxml.FXML;
import javafx.scene.Parent;
import javafx.scene.control.ComboBox;
import javafx.scene.control.DatePicker;
import javafx.scene.control.SplitPane;
import javafx.scene.control.TextField;

/** The table of enrollments with its filters. */
@SuppressWarnings("NullAway.Init") // FXML fills the fields
final class EnrollmentsView implements Screen {
  @FXML private TextField search;
  @FXML private ComboBox<String> status;
  @FXML private TextField subject;
  @FXML private TextField sequenceKey;
  @FXML private TextField sequenceId;
  @FXML private DatePicker from;
  @FXML private DatePicker to;
  @FXML private SplitPane split;
  @FXML private PagedTable<EnrollmentRow> table;

  private final Desk desk;
  private final EnrollmentsViewModel model;
  private final EnrollmentDetailViewModel detail;
  private final EnrollmentDetailView detailView;
  private final Texts texts = Texts.beside(EnrollmentsView.class);
  private final ExitReasons reasons = new ExitReasons(texts);
  private final Runnable unlisten;
  private final Parent root;
  private final Aside aside;

  EnrollmentsView(Desk desk) {
    this.desk = desk;
    this.model =
        new EnrollmentsViewModel(desk.background(), desk.session().api(), ZoneId.systemDefault());
    this.detail = new EnrollmentDetailViewModel(desk.background(), desk.session());
    this.root = Fxml.load(this, texts);
    this.detailView = new EnrollmentDetailView(detail, desk.navigation(), this::hideDetail);
    this.aside = new Aside(split, detailView.root(), "enrollments", desk.settings());
    this.unlisten = desk.events().listen(this::happened);
  }

  @Override
  public Parent root() {
    return root;
  }

  @FXML
  void initialize() {
    table.show("enrollments", model.rows(), columns(), texts.get("empty"), desk);
    table.onOpen(row -> showDetail(row.id()));
    table.onSelect(now -> showDetail(now.id()));
    search.textProperty().bindBidirectional(model.search());
    subject.textProperty().bindBidirectional(model.subject());
    sequenceKey.textProperty().bindBidirectional(model.sequenceKey());
    sequenceId.textProperty().bindBidirectional(model.sequenceId());
    from.valueProperty().bindBidirectional(model.from());
    to.valueProperty().bindBidirectional(model.to());
    ValueChoice.offer(status, texts, "status", EnrollmentStatus.ALL);
    status.valueProperty().bindBidirectional(model.status());
    status.valueProperty().addListener(ignored -> model.apply());
    from.valueProperty().addListener(ignored -> model.apply());
    to.valueProperty().addListener(ignored -> model.apply());
  }

  private List<Column<EnrollmentRow>> columns() {
    Columns<EnrollmentRow> columns = new Columns<>(texts);
    return List.of(
        columns
            .value("status", 110, "status", EnrollmentRow::status)
            .toned(row -> EnrollmentStatus.tone(row.status())),
        columns.text("subject", 140, EnrollmentRow::subject),
        columns.text("sequence", 150, EnrollmentRow::sequenceKey),
        columns.text("step", 130, EnrollmentRow::step),
        columns.time("next_action_at", EnrollmentRow::nextActionAt),
        columns.text("orders", 70, row -> Integer.toString(row.orders())),
        columns.text("exit_reason", 180, row -> reasons.of(row.exitReason())),
        columns.time("created_at", EnrollmentRow::createdAt),
        columns.time("ended_at", EnrollmentRow::endedAt),
        columns.text("id", 255, EnrollmentRow::id),
        columns.text("version", 70, row -> Integer.toString(row.version())).hidden(),
        columns.text("sequence_id", 255, EnrollmentRow::sequenceId).hidden());
  }

  private void happened(List<JsonNode> events) {
    model.happened(events);
    detail.happened(events);
  }

  private void showDetail(String id) {
    detail.show(id);
    aside.show();
    table.choose(id);
  }

  private void hideDetail() {
    aside.hide();
    detail.clear();
    table.choose("");
    table.view().requestFocus();
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
  public void allow() {
    detailView.scopesChanged();
  }

  @Override
  public void shown() {
    model.rows().lookedAt(model::apply);
  }

  @Override
  public void refresh() {
    model.apply();
    detail.load();
  }

  @Override
  public void search() {
    search.requestFocus();
    search.selectAll();
  }

  @Override
  public void open(String identifier) {
    model.search().set(identifier);
    model.apply();
    if (identifier.startsWith("enr_")) {
      showDetail(identifier);
    }
  }

  @Override
  public void close() {
    unlisten.run();
  }
}
