package eu.callorders.console.order;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.console.api.Failure;
import eu.callorders.console.api.Query;
import eu.callorders.console.api.Reply;
import eu.callorders.console.api.Scope;
import eu.callorders.console.form.FieldConverter;
import eu.callorders.console.session.Session;
import eu.callorders.console.work.BackgroundExecutor;
import eu.callorders.console.work.IdempotentPost;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;
import org.jspecify.annotations.Nullable;

/** A new order, created once: while the outcome of a send is unknown, the form stays as sent. */
final class NewOrderViewModel {
  /** Fields that keep their value for the next order. */
  private static final Set<OrderField> RETAINED_FIELDS =
      Set.of(OrderField.ORDER_TYPE, OrderField.CURRENCY, OrderField.CREDITOR, OrderField.BASIS);

  /** What an order in a sandbox says about its person and its claim. */
  private static final Map<OrderField, String> SAMPLE =
      Map.of(
          OrderField.GIVEN_NAME, "Erika",
          OrderField.FAMILY_NAME, "Mustermann",
          OrderField.OUTSTANDING, "120.50",
          OrderField.CREDITOR, "Stadtwerke Musterstadt");

  private static final String DEFAULT_TYPE = "payment_reminder";
  private static final int MAX_SAMPLES = 1_000_000;

  private final BackgroundExecutor background;
  private final Session session;
  private final RandomGenerator random;
  private final Consumer<JsonNode> onCreated;
  final OrderForm form;
  final ObservableList<String> orderTypes = FXCollections.observableArrayList();
  final BooleanProperty busy = new SimpleBooleanProperty();

  /** Whether fields are filled in that closing would lose. */
  final BooleanProperty hasInput = new SimpleBooleanProperty();

  /** The failure of the last send, unless the fields show it. */
  final ObjectProperty<@Nullable Failure> failure = new SimpleObjectProperty<>();

  private final IdempotentPost post;

  /** Whether the order may have been created. */
  final ReadOnlyBooleanProperty outcomeUnknown;

  NewOrderViewModel(
      BackgroundExecutor background,
      Session session,
      FieldConverter converter,
      RandomGenerator random,
      Consumer<JsonNode> onCreated) {
    this.background = background;
    this.session = session;
    this.random = random;
    this.onCreated = onCreated;
    this.post = new IdempotentPost(background, session.api());
    this.outcomeUnknown = post.outcomeUnknown();
    this.form =
        new OrderForm(
            OrderField.ALL.stream()
                .filter(field -> session.isSandbox() || !OrderField.SIMULATION.contains(field))
                .toList(),
            converter);
    form.value(OrderField.CURRENCY).set("EUR");
    form.value(OrderField.BASIS).set("invoice");
    form.fields().forEach(field -> form.value(field).addListener(ignored -> updateHasInput()));
  }

  private void updateHasInput() {
    hasInput.set(
        form.fields().stream()
            .anyMatch(field -> !RETAINED_FIELDS.contains(field) && !form.text(field).isEmpty()));
  }

  /** Loads suggestions; a failure is ignored since the key can be typed. */
  void loadTypes() {
    if (session.may(Scope.CONFIG_READ) && orderTypes.isEmpty()) {
      background.run(
          () -> session.api().page("/v1/order-types", Query.none(), ""),
          page -> suggestTypes(page.rows()),
          ignored -> {});
    }
  }

  private void suggestTypes(List<JsonNode> types) {
    orderTypes.setAll(
        types.stream()
            .filter(type -> type.path("status").asText("active").equals("active"))
            .map(type -> type.path("key").asText())
            .toList());
    if (orderTypes.size() == 1 && form.text(OrderField.ORDER_TYPE).isEmpty()) {
      form.value(OrderField.ORDER_TYPE).set(orderTypes.getFirst());
    }
  }

  /** Sets a magic phone with these last two digits, and fills empty fields that are needed. */
  void useMagicEnding(String ending) {
    String phone = form.text(OrderField.PHONE);
    form.value(OrderField.PHONE).set(MagicPhones.withEnding(ending, phone, random));
    SAMPLE.forEach(this::fill);
    fill(OrderField.SUBJECT_REFERENCE, "sandbox-" + random.nextInt(MAX_SAMPLES));
    fill(
        OrderField.ORDER_TYPE,
        orderTypes.isEmpty() || orderTypes.contains(DEFAULT_TYPE)
            ? DEFAULT_TYPE
            : orderTypes.getFirst());
  }

  private void fill(OrderField field, String text) {
    if (form.text(field).isEmpty()) {
      form.value(field).set(text);
    }
  }

  /** Sends the order, or repeats the last request if its outcome is unknown. */
  void send() {
    if (busy.get()) {
      return;
    }
    form.clearErrors();
    failure.set(null);
    form.newOrder().ifPresent(this::send);
  }

  private void send(ObjectNode body) {
    busy.set(true);
    post.send("/v1/call-orders", body, this::onCreated, this::failed);
  }

  private void onCreated(Reply reply) {
    busy.set(false);
    startOver();
    onCreated.accept(reply.body());
  }

  private void failed(Failure cause) {
    failure.set(form.setError(cause) ? null : cause);
    busy.set(false);
  }

  void startOver() {
    post.startOver();
    failure.set(null);
    form.clearErrors();
    for (OrderField field : form.fields()) {
      if (!RETAINED_FIELDS.contains(field)) {
        form.value(field).set("");
      }
    }
  }

  boolean mayCreateOrders() {
    return session.may(Scope.ORDERS_WRITE);
  }

  boolean isSandbox() {
    return session.isSandbox();
  }
}
