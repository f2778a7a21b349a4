package eu.callorders.console.order;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.console.api.Query;
import eu.callorders.console.api.Scope;
import eu.callorders.console.form.JsonFieldConverter;
import eu.callorders.console.form.NewResourceViewModel;
import eu.callorders.console.session.Session;
import eu.callorders.console.work.BackgroundExecutor;
import eu.callorders.console.work.IdempotentPost;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;

/** A new order, with suggestions for some of its fields. */
final class NewOrderViewModel extends NewResourceViewModel<OrderField> {
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
  final OrderForm form;
  final ObservableList<String> orderTypes = FXCollections.observableArrayList();

  NewOrderViewModel(
      BackgroundExecutor background,
      Session session,
      JsonFieldConverter converter,
      RandomGenerator random,
      Consumer<JsonNode> onCreated) {
    OrderForm form = new OrderForm(fields(session), converter);
    super(new IdempotentPost(background, session.api()), form, RETAINED_FIELDS, onCreated);
    this.form = form;
    this.background = background;
    this.session = session;
    this.random = random;
    form.value(OrderField.CURRENCY).set("EUR");
    form.value(OrderField.BASIS).set("invoice");
  }

  private static List<OrderField> fields(Session session) {
    return OrderField.ALL.stream()
        .filter(field -> session.isSandbox() || !OrderField.SIMULATION.contains(field))
        .toList();
  }

  @Override
  protected String path() {
    return "/v1/call-orders";
  }

  @Override
  protected Optional<ObjectNode> body() {
    return form.newOrder();
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

  boolean mayCreateOrders() {
    return session.may(Scope.ORDERS_WRITE);
  }

  boolean isSandbox() {
    return session.isSandbox();
  }
}
