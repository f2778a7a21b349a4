package eu.callorders.console.ordertype;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.ui.DetailView;
import eu.callorders.console.ui.ErrorPane;
import eu.callorders.console.ui.Facts;
import eu.callorders.console.ui.StatusStyle;
import eu.callorders.console.ui.VersionComparison;
import eu.callorders.console.ui.Visibility;
import eu.callorders.console.work.ResourceViewModel;
import java.util.List;
import javafx.fxml.FXML;
import javafx.scene.control.Label;
import javafx.scene.control.Tab;
import org.jspecify.annotations.Nullable;

/** The detail of one order type, shown beside the list. */
@SuppressWarnings("NullAway.Init") // FXML fills the fields
final class OrderTypeDetailView extends DetailView {
  @FXML private Label title;
  @FXML private Facts facts;
  @FXML private Facts agent;
  @FXML private Label defaultsTitle;
  @FXML private Facts defaults;
  @FXML private Tab versionsTab;
  @FXML private ErrorPane versionsError;
  @FXML private VersionComparison versions;

  private final ResourceViewModel<JsonNode> model;
  private final OrderTypeVersionsViewModel versionsModel;

  OrderTypeDetailView(
      ResourceViewModel<JsonNode> model,
      OrderTypeVersionsViewModel versionsModel,
      Runnable onClose) {
    super(onClose);
    this.model = model;
    this.versionsModel = versionsModel;
    load();
    versions.namedBy(version -> OrderTypeMembers.all(texts, version));
    versionsTab.selectedProperty().addListener(ignored -> loadVersions());
    versionsModel.detail().addListener((ignored, before, now) -> showVersions(now));
    versionsModel.failure().addListener((ignored, before, now) -> versionsError.show(now));
    model.detail().addListener((ignored, before, now) -> show(now));
    model.failure().addListener((ignored, before, now) -> showFailure(model.id(), now));
    show(null);
  }

  private void show(@Nullable JsonNode type) {
    if (type == null) {
      clearHead(model.id());
      title.setText("");
      return;
    }
    id.setText(text(type, "key"));
    title.setText(text(type, "title"));
    String state = text(type, "status");
    showStatus(texts.value("status", state), StatusStyle.of(state));
    facts.clear();
    facts.addText(texts.get("description"), text(type, "description"));
    facts.add(texts.get("column.version"), text(type, "version"));
    facts.add(texts.get("column.created_at"), timestamps.text(text(type, "created_at")));
    facts.add(texts.get("column.updated_at"), timestamps.text(text(type, "updated_at")));
    agent.clear();
    OrderTypeMembers.agent(texts, type).forEach(agent::addText);
    defaults.clear();
    OrderTypeMembers.defaults(type).forEach(defaults::addText);
    Visibility.set(defaultsTitle, !type.path("defaults").isEmpty());
    json.show(type);
    loadVersions();
  }

  /** While they are visible. */
  private void loadVersions() {
    if (!versionsTab.isSelected()) {
      versionsModel.clear();
    } else if (versionsModel.id().equals(model.id())) {
      versionsModel.load();
    } else {
      versionsModel.show(model.id());
    }
  }

  private void showVersions(@Nullable List<JsonNode> found) {
    versions.show(versionsModel.id(), found == null ? List.of() : found);
  }

  private static String text(JsonNode json, String member) {
    return json.path(member).asText("");
  }
}
