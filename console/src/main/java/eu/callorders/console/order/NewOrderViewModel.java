package eu.callorders.console.order;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.console.api.Failure;
import eu.callorders.console.api.Problem;
import eu.callorders.console.api.Query;
import eu.callorders.console.api.Reply;
import eu.callorders.console.api.Scope;
import eu.callorders.console.session.Session;
import eu.callorders.console.work.BackgroundExecutor;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;
import org.jspecify.annotations.Nullable;

/**
 * An order that is being written. Whatever happens on the way, it is ordered once: all sends of the
 * form carry one idempotency key, which changes only when the service has said under that very key
 * that nothing was ordered. While nobody knows whether a send has arrived, the form stays as it was
 * sent.
 */
final class NewOrderViewModel {
  /** What the next order probably has as well. */
  private static final Set<OrderField> KEPT =
      Set.of(OrderField.ORDER_TYPE, OrderField.CURRENCY, OrderField.CREDITOR, OrderField.BASIS);

  private static final int SERVER = 500;
  private static final int TYPES = 100;

  private final BackgroundExecutor background;
  private final Session session;
  private final OrderFieldConverter texts;
  private final RandomGenerator random;
  private final Consumer<JsonNode> taken;
  private final OrderForm form;
  private final ObservableList<String> orderTypes = FXCollections.observableArrayList();
  private final ReadOnlyBooleanWrapper busy = new ReadOnlyBooleanWrapper();
  private final ReadOnlyBooleanWrapper uncertain = new ReadOnlyBooleanWrapper();
  private final ReadOnlyBooleanWrapper written = new ReadOnlyBooleanWrapper();
  private final ReadOnlyObjectWrapper<@Nullable Failure> failure = new ReadOnlyObjectWrapper<>();
  private String key = UUID.randomUUID().toString();
  private JsonNode sent = MissingNode.getInstance();

  /**
   * @param taken hears of the order that the service has made
   */
  NewOrderViewModel(
      BackgroundExecutor background,
      Session session,
      OrderFieldConverter texts,
      RandomGenerator random,
      Consumer<JsonNode> taken) {
    this.background = background;
    this.session = session;
    this.texts = texts;
    this.random = random;
    this.taken = taken;
    this.form =
        new OrderForm(
            OrderField.ALL.stream()
                .filter(field -> session.isSandbox() || !OrderField.SIMULATION.contains(field))
                .toList());
    form.value(OrderField.CURRENCY).set("EUR");
    form.value(OrderField.BASIS).set("invoice");
    form.fields().forEach(field -> form.value(field).addListener(ignored -> touched()));
  }

  private void touched() {
    written.set(
        form.fields().stream()
            .anyMatch(field -> !KEPT.contains(field) && !form.text(field).isEmpty()));
  }

  /** Finds out which types can be ordered; without an answer the key is written by hand. */
  void loadTypes() {
    if (session.may(Scope.CONFIG_READ) && orderTypes.isEmpty()) {
      background.run(
          () -> session.api().page("/v1/order-types", Query.none(), TYPES, ""),
          page -> offer(page.rows()),
          ignored -> {});
    }
  }

  private void offer(List<JsonNode> types) {
    orderTypes.setAll(
        types.stream()
            .filter(type -> type.path("status").asText("active").equals("active"))
            .map(type -> type.path("key").asText())
            .toList());
    if (orderTypes.size() == 1 && form.text(OrderField.ORDER_TYPE).isEmpty()) {
      form.value(OrderField.ORDER_TYPE).set(orderTypes.getFirst());
    }
  }

  /** Takes a number whose last two digits are these. */
  void choose(String ending) {
    String number = form.text(OrderField.PHONE);
    form.value(OrderField.PHONE).set(MagicNumbers.with(ending, number, random));
  }

  /** Orders, or asks again what has become of the same order. */
  void send() {
    if (busy.get()) {
      return;
    }
    form.acquit();
    failure.set(null);
    if (!uncertain.get()) {
      Optional<ObjectNode> body = NewOrderBody.of(form, texts);
      if (body.isEmpty()) {
        return;
      }
      sent = body.get();
    }
    JsonNode body = sent;
    String under = key;
    busy.set(true);
    background.run(
        () -> session.api().post("/v1/call-orders", under, body), this::taken, this::failed);
  }

  private void taken(Reply reply) {
    busy.set(false);
    startOver();
    taken.accept(reply.body());
  }

  private void failed(Failure why) {
    if (why instanceof Failure.Refused refused && refused.problem().status() < SERVER) {
      refused(refused.problem(), why);
    } else {
      uncertain.set(true);
      failure.set(why);
    }
    busy.set(false);
  }

  private void refused(Problem problem, Failure why) {
    if (IdempotencyRefusals.isKept(problem)) {
      key = UUID.randomUUID().toString();
      uncertain.set(false);
    } else if (IdempotencyRefusals.isUnread(problem)) {
      uncertain.set(false);
    }
    failure.set(form.blame(why) ? null : why);
  }

  /** An empty form for another order. */
  void startOver() {
    key = UUID.randomUUID().toString();
    sent = MissingNode.getInstance();
    uncertain.set(false);
    failure.set(null);
    form.acquit();
    for (OrderField field : form.fields()) {
      if (!KEPT.contains(field)) {
        form.value(field).set("");
      }
    }
  }

  boolean mayOrder() {
    return session.may(Scope.ORDERS_WRITE);
  }

  boolean simulates() {
    return session.isSandbox();
  }

  OrderForm form() {
    return form;
  }

  ObservableList<String> orderTypes() {
    return orderTypes;
  }

  ReadOnlyBooleanProperty busy() {
    return busy.getReadOnlyProperty();
  }

  /** Whether there is anything of an order that would be lost. */
  ReadOnlyBooleanProperty written() {
    return written.getReadOnlyProperty();
  }

  /** Whether nobody knows if the order as it was sent has been taken. */
  ReadOnlyBooleanProperty uncertain() {
    return uncertain.getReadOnlyProperty();
  }

  /** Beside the faults that stand at their fields. */
  ReadOnlyObjectProperty<@Nullable Failure> failure() {
    return failure.getReadOnlyProperty();
  }
}
