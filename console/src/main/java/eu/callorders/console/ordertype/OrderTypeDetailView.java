package eu.callorders.console.ordertype;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.ui.DetailView;
import eu.callorders.console.ui.Facts;
import eu.callorders.console.ui.StatusStyle;
import eu.callorders.console.ui.Visibility;
import eu.callorders.console.work.ResourceViewModel;
import java.util.List;
import java.util.Map;
import javafx.fxml.FXML;
import javafx.scene.control.Label;
import org.jspecify.annotations.Nullable;

/** The detail of one order type, shown beside the list. */
@SuppressWarnings("NullAway.Init") // FXML fills the fields
final class OrderTypeDetailView extends DetailView {
  private static final List<String> AGENT =
      List.of("objective", "opening", "persona", "voice", "locale");

  @FXML private Label title;
  @FXML private Facts facts;
  @FXML private Facts agent;
  @FXML private Label defaultsTitle;
  @FXML private Facts defaults;

  private final ResourceViewModel<JsonNode> model;

  OrderTypeDetailView(ResourceViewModel<JsonNode> model, Runnable onClose) {
    super(onClose);
    this.model = model;
    load();
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
    showStatus(text(type, "status"), StatusStyle.of(text(type, "status")));
    facts.clear();
    facts.addText(texts.get("description"), text(type, "description"));
    facts.add(texts.get("column.version"), text(type, "version"));
    facts.add(texts.get("column.created_at"), timestamps.text(text(type, "created_at")));
    facts.add(texts.get("column.updated_at"), timestamps.text(text(type, "updated_at")));
    agent.clear();
    for (String member : AGENT) {
      agent.addText(texts.get("agent." + member), text(type.path("agent"), member));
    }
    defaults.clear();
    addDefaults("", type.path("defaults"));
    Visibility.set(defaultsTitle, !type.path("defaults").isEmpty());
    json.show(type);
  }

  /** Lists every default by its API name. */
  private void addDefaults(String prefix, JsonNode object) {
    for (Map.Entry<String, JsonNode> entry : object.properties()) {
      String name = prefix.isEmpty() ? entry.getKey() : prefix + "." + entry.getKey();
      JsonNode value = entry.getValue();
      if (value.isObject()) {
        addDefaults(name, value);
      } else {
        defaults.addText(name, value.isValueNode() ? value.asText() : value.toString());
      }
    }
  }

  private static String text(JsonNode json, String member) {
    return json.path(member).asText("");
  }
}
