package eu.callorders.console.admin;

import eu.callorders.console.ui.Column;
import eu.callorders.console.ui.Desk;
import eu.callorders.console.ui.Fxml;
import eu.callorders.console.ui.PagedTable;
import eu.callorders.console.ui.Screen;
import eu.callorders.console.ui.Texts;
import eu.callorders.console.ui.Times;
import eu.callorders.console.ui.TroublePane;
import eu.callorders.console.work.PagedRows;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javafx.fxml.FXML;
import javafx.scene.Parent;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;

/** The emergency halt. */
@SuppressWarnings("NullAway.Init") // FXML fills the fields
final class HaltView implements Screen {
  @FXML private TroublePane trouble;
  @FXML private TextField tenantId;
  @FXML private TextField country;
  @FXML private TextField orderType;
  @FXML private Label scopeText;
  @FXML private Button halt;
  @FXML private Button resume;
  @FXML private Button resumeAll;
  @FXML private PagedTable<HaltRow> table;

  private final Desk desk;
  private final HaltViewModel model;
  private final Texts texts = Texts.beside(HaltView.class);
  private final Times times = new Times();
  private final Parent root;

  HaltView(Desk desk) {
    this.desk = desk;
    this.model =
        new HaltViewModel(desk.background(), desk.session().administration().orElseThrow());
    this.root = Fxml.load(this, texts);
  }

  @Override
  public Parent root() {
    return root;
  }

  @FXML
  void initialize() {
    table.show("halts", model.rows(), columns(), texts.get("halts.empty"), desk);
    table.selected().addListener(ignored -> draw());
    model.failure().addListener((ignored, before, now) -> trouble.show(now));
    model.busy().addListener(ignored -> draw());
    model.rows().state().addListener(ignored -> draw());
    for (TextField field : List.of(tenantId, country, orderType)) {
      field.textProperty().addListener(ignored -> draw());
    }
    draw();
  }

  private List<Column<HaltRow>> columns() {
    return List.of(
        Column.of(
            "halted_at", texts.get("column.halted_at"), 185, row -> times.text(row.haltedAt())),
        Column.of("scope", texts.get("column.scope"), 420, row -> named(row.scope())),
        Column.of("reason", texts.get("column.reason"), 360, HaltRow::reason),
        Column.<HaltRow>of("id", texts.get("column.halt"), 290, HaltRow::id).hidden());
  }

  private HaltScope typed() {
    return HaltScope.typed(tenantId.getText(), country.getText(), orderType.getText());
  }

  private String named(HaltScope scope) {
    return scope.isEverything()
        ? texts.get("scope.everything")
        : Stream.of(
                scope.tenantId().isEmpty() ? "" : texts.get("scope.tenant", scope.tenantId()),
                scope.country().isEmpty() ? "" : texts.get("scope.country", scope.country()),
                scope.orderType().isEmpty() ? "" : texts.get("scope.order_type", scope.orderType()))
            .filter(part -> !part.isEmpty())
            .collect(Collectors.joining(", "));
  }

  private void draw() {
    boolean valid = typed().isValid();
    boolean busy = model.busy().get();
    scopeText.setText(
        valid ? texts.get("halts.would", named(typed())) : texts.get("halts.wrong_scope"));
    halt.setDisable(busy || !valid);
    resume.setDisable(busy || table.selected().get() == null);
    resumeAll.setDisable(busy || model.rows().rows().isEmpty());
  }

  @FXML
  void halt() {
    HaltScope scope = typed();
    ask("halt.question", "halt.consequence", "halt", scope)
        .ifPresent(reason -> model.halt(scope, reason));
  }

  @FXML
  void resume() {
    HaltRow row = table.selected().get();
    if (row != null) {
      lift(row.scope());
    }
  }

  @FXML
  void resumeAll() {
    lift(HaltScope.EVERYTHING);
  }

  private void lift(HaltScope scope) {
    ask("resume.question", "resume.consequence", "resume", scope)
        .ifPresent(reason -> model.resume(scope, reason));
  }

  private Optional<String> ask(String question, String consequence, String does, HaltScope scope) {
    return Reasoned.ask(
        root.getScene().getWindow(),
        texts,
        texts.get(question, named(scope)),
        texts.get(consequence),
        texts.get("reason.prompt"),
        texts.get(does),
        HaltViewModel::isReason);
  }

  @Override
  public void shown() {
    if (model.rows().state().get() != PagedRows.State.LOADING) {
      model.load();
    }
  }

  @Override
  public void refresh() {
    model.load();
  }

  @Override
  public void search() {
    tenantId.requestFocus();
  }
}
