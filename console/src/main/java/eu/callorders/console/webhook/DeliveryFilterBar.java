package eu.callorders.console.webhook;

import eu.callorders.console.ui.Fxml;
import eu.callorders.console.ui.Texts;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import javafx.collections.ListChangeListener;
import javafx.fxml.FXML;
import javafx.scene.Parent;
import javafx.scene.control.ComboBox;
import javafx.scene.control.DatePicker;
import javafx.scene.control.TextField;
import javafx.scene.control.ToggleButton;
import javafx.util.StringConverter;

/** The filters of the delivery log. */
@SuppressWarnings("NullAway.Init") // FXML fills the fields
final class DeliveryFilterBar {
  @FXML private TextField event;
  @FXML private ComboBox<String> endpoint;
  @FXML private ComboBox<String> status;
  @FXML private ComboBox<String> eventType;
  @FXML private ToggleButton deadLetters;
  @FXML private DatePicker from;
  @FXML private DatePicker to;

  private final DeliveriesViewModel model;
  private final Texts texts;
  private final Parent root;
  private boolean updating;

  DeliveryFilterBar(DeliveriesViewModel model, Texts texts) {
    this.model = model;
    this.texts = texts;
    this.root = Fxml.load(this, texts);
  }

  Parent root() {
    return root;
  }

  @FXML
  void initialize() {
    event.textProperty().bindBidirectional(model.event());
    from.valueProperty().bindBidirectional(model.from());
    to.valueProperty().bindBidirectional(model.to());
    status.getItems().setAll(withAny(DeliveryStatusStyle.ALL.stream()));
    status.setConverter(converter("status.any", value -> texts.value("delivery_status", value)));
    status.valueProperty().bindBidirectional(model.status());
    endpoint.setConverter(converter("endpoint.any", model::url));
    endpoint.valueProperty().bindBidirectional(model.endpoint());
    eventType.getItems().setAll(EventTypeFilters.ALL);
    eventType.valueProperty().bindBidirectional(model.eventType());
    model.endpoints().addListener((ListChangeListener<EndpointRow>) ignored -> renderEndpoints());
    renderEndpoints();
    Stream.of(status, endpoint, eventType)
        .forEach(choice -> choice.valueProperty().addListener(ignored -> filterChanged()));
    from.valueProperty().addListener(ignored -> filterChanged());
    to.valueProperty().addListener(ignored -> filterChanged());
    deadLetters.setOnAction(
        ignored ->
            status.setValue(deadLetters.isSelected() ? DeliveryStatusStyle.DEAD_LETTER : ""));
    status
        .valueProperty()
        .addListener(
            (ignored, before, now) ->
                deadLetters.setSelected(DeliveryStatusStyle.DEAD_LETTER.equals(now)));
  }

  private static List<String> withAny(Stream<String> values) {
    return Stream.concat(Stream.of(""), values).toList();
  }

  private void renderEndpoints() {
    updateAll(
        () -> {
          String chosen = model.endpoint().get();
          endpoint.getItems().setAll(withAny(model.endpoints().stream().map(EndpointRow::id)));
          endpoint.setValue(chosen);
        });
  }

  private StringConverter<String> converter(String any, UnaryOperator<String> name) {
    return new StringConverter<>() {
      @Override
      public String toString(String value) {
        return value == null || value.isEmpty() ? texts.get(any) : name.apply(value);
      }

      @Override
      public String fromString(String text) {
        return text;
      }
    };
  }

  private void filterChanged() {
    if (!updating) {
      model.apply();
    }
  }

  /** Several filter changes cause one reload. */
  void updateAll(Runnable change) {
    updating = true;
    change.run();
    updating = false;
  }

  void search() {
    event.requestFocus();
    event.selectAll();
  }

  @FXML
  void apply() {
    model.apply();
  }

  @FXML
  void clear() {
    updateAll(model::clear);
  }
}
