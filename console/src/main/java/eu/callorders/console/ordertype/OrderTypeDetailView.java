package eu.callorders.console.ordertype;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.ui.ErrorPane;
import eu.callorders.console.ui.Facts;
import eu.callorders.console.ui.Fxml;
import eu.callorders.console.ui.JsonPane;
import eu.callorders.console.ui.StatusBadge;
import eu.callorders.console.ui.Texts;
import eu.callorders.console.ui.TimestampFormatter;
import eu.callorders.console.work.ResourceWatcher;
import java.util.List;
import java.util.Map;
import javafx.fxml.FXML;
import javafx.scene.Parent;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;
import javafx.scene.layout.StackPane;
import org.jspecify.annotations.Nullable;

/** The detail of one order type, shown beside the list. */
@SuppressWarnings("NullAway.Init") // FXML fills the fields
final class OrderTypeDetailView {
  private static final List<String> AGENT =
      List.of("objective", "opening", "persona", "voice", "locale");

  @FXML private TextField key;
  @FXML private Label title;
  @FXML private StackPane status;
  @FXML private ErrorPane error;
  @FXML private Facts facts;
  @FXML private Facts agent;
  @FXML private Label defaultsTitle;
  @FXML private Facts defaults;
  @FXML private JsonPane json;

  private final ResourceWatcher<JsonNode> watcher;
  private final Runnable onClose;
  private final Texts texts = Texts.of(OrderTypeDetailView.class);
  private final TimestampFormatter timestamps = new TimestampFormatter();
  private final Parent root;

  /**
   * @param onClose runs when the operator closes the detail
   */
  OrderTypeDetailView(ResourceWatcher<JsonNode> watcher, Runnable onClose) {
    this.watcher = watcher;
    this.onClose = onClose;
    this.root = Fxml.load(this, texts);
  }

  Parent root() {
    return root;
  }

  @FXML
  void initialize() {
    watcher.value().addListener((ignored, before, now) -> show(now));
    watcher.failure().addListener((ignored, before, now) -> error.show(now));
    show(null);
  }

  private void show(@Nullable JsonNode type) {
    if (type == null) {
      key.setText("");
      title.setText("");
      status.getChildren().clear();
      return;
    }
    key.setText(text(type, "key"));
    title.setText(text(type, "title"));
    String statusValue = text(type, "status");
    status
        .getChildren()
        .setAll(
            new StatusBadge(texts.value("status", statusValue), OrderTypeRow.tone(statusValue)));
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
    boolean hasDefaults = !type.path("defaults").isEmpty();
    defaultsTitle.setVisible(hasDefaults);
    defaultsTitle.setManaged(hasDefaults);
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

  @FXML
  void close() {
    onClose.run();
  }
}
