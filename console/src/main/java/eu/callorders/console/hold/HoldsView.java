package eu.callorders.console.hold;

import com.fasterxml.jackson.databind.node.MissingNode;
import eu.callorders.console.api.Scope;
import eu.callorders.console.session.SubjectName;
import eu.callorders.console.ui.ActionDialog;
import eu.callorders.console.ui.Column;
import eu.callorders.console.ui.Columns;
import eu.callorders.console.ui.ErrorPane;
import eu.callorders.console.ui.FailureMessage;
import eu.callorders.console.ui.Feature;
import eu.callorders.console.ui.Link;
import eu.callorders.console.ui.ListScreen;
import eu.callorders.console.ui.NeededScope;
import eu.callorders.console.ui.ScreenContext;
import eu.callorders.console.ui.SearchReportFormatter;
import eu.callorders.console.ui.Texts;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javafx.fxml.FXML;
import javafx.scene.control.Button;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import org.jspecify.annotations.Nullable;

/** The list of holds. */
@SuppressWarnings("NullAway.Init") // FXML fills the fields
public final class HoldsView extends ListScreen<HoldRow, HoldsViewModel> {
  /** Fifteen digits, the most of E.164. */
  private static final String LONGEST_PHONE = "+888888888888888";

  @FXML private TextField search;
  @FXML private TextField phone;
  @FXML private ComboBox<String> status;
  @FXML private ComboBox<String> reason;
  @FXML private ComboBox<String> source;
  @FXML private Button place;
  @FXML private Button release;
  @FXML private Button person;
  @FXML private Label hint;
  @FXML private ErrorPane error;

  private NeededScope neededScope;

  HoldsView(ScreenContext context) {
    super(context, new HoldsViewModel(context.background(), context.session()));
    load();
    listen(model::handleEvents);
  }

  public static Feature feature() {
    Texts texts = Texts.of(HoldsView.class);
    return Feature.of("holds", texts, "fth-pause-circle", Scope.CONFIG_READ, HoldsView::new)
        .identifiedBy("hld");
  }

  /** A hold has no detail: the list is searched for it. */
  @Override
  public void open(Link link) {
    super.open(link.id().isEmpty() ? link : Link.filtered(link.feature(), "id", link.id()));
  }

  @FXML
  void initialize() {
    showTable("holds", columns(), this::emptyText);
    table.selected().addListener(ignored -> updateActions());
    table
        .view()
        .setOnKeyReleased(
            key -> {
              if (key.getCode() == KeyCode.DELETE && !release.isDisabled()) {
                release();
              }
            });
    searchBy(search, model.search);
    filterByText(phone, model.phone);
    filterBy(status, "status", HoldRow.STATUSES, model.status);
    filterBy(reason, "hold_reason", HoldRow.REASONS, model.reason);
    filterBy(source, "source", HoldRow.SOURCES, model.source);
    error.showFailuresOf(model.actions);
    model.actions.busy.addListener(ignored -> updateActions());
    model.invalidPhone.addListener(ignored -> updateActions());
    model.textSearch.report().addListener(ignored -> updateActions());
    neededScope = new NeededScope(texts, Scope.SUPPRESSIONS_WRITE, place, release);
    applyScopes();
  }

  private String emptyText() {
    return model.isByIdentifier() ? FailureMessage.notFound().text() : texts.get("empty");
  }

  @Override
  public void applyScopes() {
    place.setDisable(!model.mayChange());
    neededScope.setGranted(model.mayChange());
    updateActions();
  }

  private List<Column<HoldRow>> columns() {
    Columns<HoldRow> columns = new Columns<>(texts);
    return List.of(
        columns.status("status", "status", HoldRow::status),
        columns.subject(context.names(), HoldRow::subject).whole(),
        columns.value("reason", "hold_reason", HoldRow::reason),
        columns.time("until", HoldRow::until),
        columns.text("claim", 170, HoldRow::claimNumber).whole(),
        columns.text("phone", 150, HoldRow::phone).asWideAs(List.of(LONGEST_PHONE)),
        columns.time("created_at", HoldRow::createdAt),
        columns.value("source", "source", HoldRow::source),
        columns.text("note", 200, HoldRow::note),
        columns.time("released_at", HoldRow::releasedAt).hiddenByDefault(),
        columns.value("claim_member", "claim_member", HoldRow::claimMember).hiddenByDefault(),
        columns.text("id", 290, HoldRow::id).hiddenByDefault(),
        columns.text("call", 290, HoldRow::callId).hiddenByDefault());
  }

  /** Enables what the selected hold permits, and says how long it stands. */
  private void updateActions() {
    HoldRow row = table.selected().get();
    release.setDisable(!model.mayRelease(row) || model.actions.busy.get());
    person.setDisable(row == null || row.subject().isEmpty());
    hint.setText(hint(row));
  }

  private String hint(@Nullable HoldRow row) {
    if (model.invalidPhone.get()) {
      return texts.get("fault.phone");
    }
    if (row != null && row.isActive() && row.until().isEmpty()) {
      return texts.get("until.released");
    }
    return model.mayChange()
        ? SearchReportFormatter.text(model.textSearch.report().get(), texts)
        : texts.get("needs.scope", "suppressions:write");
  }

  @FXML
  void place() {
    new PlaceHoldView(context, window(), "", MissingNode.getInstance(), this::placed).show();
  }

  private void placed(String message) {
    model.rows().refresh();
    hint.setText(message);
  }

  @FXML
  void openPerson() {
    table.ifSelected(row -> context.navigation().go(Link.to("subjects", row.subject())));
  }

  @FXML
  void release() {
    HoldRow row = table.selected().get();
    if (row == null) {
      return;
    }
    String names = names(row);
    String reason = texts.value("hold_reason", row.reason());
    if (new ActionDialog(window(), texts, "release", reason, names).confirm()) {
      model.release(row, names);
    }
  }

  /** Everything that the hold names. */
  private String names(HoldRow row) {
    SubjectName subject = context.names().ofSubject(row.subject()).getValue();
    return Stream.of(row.subject().isEmpty() ? "" : subject.text(), row.phone(), row.claimNumber())
        .filter(name -> !name.isEmpty())
        .collect(Collectors.joining(" · "));
  }
}
