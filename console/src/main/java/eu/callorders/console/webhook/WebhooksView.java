package eu.callorders.console.webhook;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.api.Scope;
import eu.callorders.console.ui.ActionDialog;
import eu.callorders.console.ui.Column;
import eu.callorders.console.ui.Columns;
import eu.callorders.console.ui.DetailPane;
import eu.callorders.console.ui.Feature;
import eu.callorders.console.ui.ListScreen;
import eu.callorders.console.ui.NeededScope;
import eu.callorders.console.ui.ScreenContext;
import eu.callorders.console.ui.SecretField;
import eu.callorders.console.ui.StatusStyle;
import eu.callorders.console.ui.Texts;
import java.util.ArrayList;
import java.util.List;
import javafx.fxml.FXML;
import javafx.scene.Parent;
import javafx.scene.control.Button;
import javafx.scene.control.ComboBox;
import javafx.scene.control.SplitPane;
import javafx.scene.layout.StackPane;
import org.jspecify.annotations.Nullable;

/** The endpoint list, with the details or a form next to it. */
@SuppressWarnings("NullAway.Init") // FXML fills the fields
public final class WebhooksView extends ListScreen<EndpointRow, WebhooksViewModel> {
  public static final String ID = "webhooks";

  private static final List<String> STATUSES =
      List.of("pending_verification", "active", "disabled");
  private static final double DIVIDER = 0.5;

  @FXML private Button newEndpoint;
  @FXML private ComboBox<String> status;
  @FXML private SplitPane split;

  private final EndpointViewModel endpoint;
  private final EndpointView view;
  private final EditEndpointViewModel edit;
  private final EditEndpointView editView;
  private final NewEndpointViewModel draft;
  private final NewEndpointView draftView;
  private final StackPane aside = new StackPane();
  private final DetailPane detailPane;
  private NeededScope scopeHint;

  WebhooksView(ScreenContext context) {
    super(
        context,
        new WebhooksViewModel(
            context.background(), context.session().api(), WebhooksViewModel.POLL_INTERVAL));
    this.endpoint =
        new EndpointViewModel(
            context.background(), context.session(), model::changed, this::deleted);
    model.onPolled(endpoint::load);
    this.view =
        new EndpointView(
            endpoint, context.navigation(), this::edit, this::hideDetail, this::reveal);
    this.edit =
        new EditEndpointViewModel(
            context.background(), context.session(), this::edited, endpoint.actions::setFailure);
    this.editView = new EditEndpointView(edit, this::showDetail);
    this.draft =
        new NewEndpointViewModel(
            context.background(),
            context.session(),
            this::registered,
            endpoint.actions::showSecret);
    this.draftView = new NewEndpointView(draft, this::hideDetail);
    load();
    this.detailPane = new DetailPane(split, ID, DIVIDER, context.settings());
    endpoint.detail.addListener((ignored, before, now) -> loaded(now));
    endpoint.actions.secret.addListener((ignored, before, now) -> show(now));
  }

  public static Feature feature() {
    Texts texts = Texts.of(WebhooksView.class);
    return Feature.of(ID, texts, "fth-send", Scope.CONFIG_READ, WebhooksView::new)
        .identifiedBy("whe");
  }

  @FXML
  void initialize() {
    scopeHint = new NeededScope(texts, Scope.CONFIG_WRITE, newEndpoint);
    applyScopes();
    filterBy(status, "endpoint_status", STATUSES, model.filter().text("status"));
    showTable(ID, columns());
    showFailedActions(endpoint.actions.failedActions);
    table.onOpen(row -> show(row.id()));
    table.onSelect(row -> show(row.id()));
  }

  private List<Column<EndpointRow>> columns() {
    Columns<EndpointRow> columns = new Columns<>(texts);
    return List.of(
        columns
            .known("health", EndpointRow.healthTexts(texts), row -> row.healthText(texts))
            .withBadge(row -> StatusStyle.of(row.health())),
        columns.text("url", 250, EndpointRow::url),
        columns.status("status", "endpoint_status", EndpointRow::status),
        columns.status("verification", "verification", EndpointRow::verification),
        columns.text("description", 180, EndpointRow::description),
        columns.realTime("last_success_at", EndpointRow::lastSuccessAt),
        columns.realTime("last_failure_at", EndpointRow::lastFailureAt),
        columns
            .text("event_types", 220, row -> String.join(", ", row.eventTypes()))
            .hiddenByDefault(),
        columns.text("endpoint_id", 290, EndpointRow::id).hiddenByDefault(),
        columns.realTime("created_at", EndpointRow::createdAt).hiddenByDefault());
  }

  private void showAside(Parent shown) {
    leaveEdit();
    aside.getChildren().setAll(shown);
    detailPane.show(aside);
  }

  private void show(String id) {
    endpoint.show(id);
    showDetail();
    table.choose(id);
  }

  private void showDetail() {
    showAside(view.root());
  }

  /** The outcome of a change that is being saved belongs to its endpoint, not to the next form. */
  private void leaveEdit() {
    if (showsEdit()) {
      edit.discard();
    }
  }

  private boolean showsEdit() {
    return aside.getChildren().contains(editView.root());
  }

  private void hideDetail() {
    leaveEdit();
    detailPane.hide();
    aside.getChildren().clear();
    endpoint.clear();
    table.choose("");
  }

  private void show(@Nullable NewSigningSecret newSecret) {
    if (newSecret == null) {
      return;
    }
    String key = newSecret.isFirst() ? "secret.first" : "secret.rotated";
    String notice = newSecret.isLost() ? key + ".lost" : key;
    ActionDialog dialog = new ActionDialog(window(), texts, notice, newSecret.url());
    Runnable onClosed = endpoint.actions::clearSecret;
    if (newSecret.isLost()) {
      dialog.onClosed(onClosed).show(() -> {});
    } else {
      SecretField secret = new SecretField(texts.get("secret.title"), newSecret.secret());
      secret.showIn(dialog.with(secret), onClosed);
    }
  }

  /** The details are newer than the row in the list. */
  private void loaded(EndpointViewModel.@Nullable Detail detail) {
    if (detail != null) {
      model.changed(detail.row());
    }
  }

  private void deleted(String id) {
    model.deleted(id);
    if (endpoint.id().isEmpty()) {
      hideDetail();
    }
  }

  private void edit(EndpointViewModel.Detail shown) {
    endpoint.actions.failedActions.remove(shown.row().id());
    showAside(editView.root());
    edit.edit(shown);
    editView.shown();
  }

  private void edited(EndpointRow row) {
    model.changed(row);
    endpoint.reload();
    showDetail();
  }

  @FXML
  void newEndpoint() {
    showAside(draftView.root());
    endpoint.clear();
    table.choose("");
    draftView.shown();
  }

  /** Shows the new endpoint instead of the form. */
  private void registered(JsonNode created) {
    EndpointRow row = EndpointRow.of(created);
    model.changed(row);
    show(row.id());
  }

  @Override
  public boolean canCreate() {
    return endpoint.canChange();
  }

  @Override
  public void makeNew() {
    newEndpoint();
  }

  @Override
  public void shown() {
    model.sort();
    super.shown();
  }

  @Override
  public void applyScopes() {
    newEndpoint.setDisable(!canCreate());
    scopeHint.setGranted(canCreate());
    view.applyScopes();
  }

  @Override
  protected void reloadDetail() {
    endpoint.load();
  }

  @Override
  protected String shownId() {
    return aside.getChildren().contains(view.root()) ? endpoint.id() : "";
  }

  @Override
  protected void showDetail(String identifier) {
    if (identifier.isEmpty()) {
      hideDetail();
    } else {
      show(identifier);
    }
  }

  @Override
  public List<String> unsaved() {
    List<String> all = new ArrayList<>();
    if (draft.isModified()) {
      all.add(texts.get("unsaved.new_endpoint"));
    }
    if (showsEdit() && edit.isModified()) {
      all.add(texts.get("unsaved.changes"));
    }
    return all;
  }

  @Override
  public void close() {
    super.close();
    endpoint.close();
  }
}
