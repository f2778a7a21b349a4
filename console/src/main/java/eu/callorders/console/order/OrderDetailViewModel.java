package eu.callorders.console.order;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.console.api.Failure;
import eu.callorders.console.api.Json;
import eu.callorders.console.api.Scope;
import eu.callorders.console.session.Session;
import eu.callorders.console.work.Background;
import eu.callorders.console.work.Work;
import java.util.List;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import org.jspecify.annotations.Nullable;

/** One order, kept up to date while somebody looks at it. */
final class OrderDetailViewModel {
  private final Background background;
  private final Session session;
  private final OrderReading reading;
  private final ReadOnlyObjectWrapper<@Nullable OrderDetail> detail = new ReadOnlyObjectWrapper<>();
  private final ReadOnlyObjectWrapper<@Nullable JsonNode> transcript =
      new ReadOnlyObjectWrapper<>();
  private final ReadOnlyObjectWrapper<@Nullable Failure> transcriptFailure =
      new ReadOnlyObjectWrapper<>();
  private final ReadOnlyObjectWrapper<@Nullable Failure> failure = new ReadOnlyObjectWrapper<>();
  private final ReadOnlyBooleanWrapper busy = new ReadOnlyBooleanWrapper();
  private String id = "";
  private @Nullable Work loading;
  private boolean again;

  OrderDetailViewModel(Background background, Session session) {
    this.background = background;
    this.session = session;
    this.reading = new OrderReading(session);
  }

  /** Shows that order; nothing of another one is shown from here on. */
  void show(String orderId) {
    if (!orderId.equals(id)) {
      id = orderId;
      detail.set(null);
      transcript.set(null);
      transcriptFailure.set(null);
      failure.set(null);
      stop();
      load();
    }
  }

  /** Shows nothing. */
  void clear() {
    stop();
    id = "";
    detail.set(null);
    failure.set(null);
  }

  private void stop() {
    if (loading != null) {
      loading.cancel();
      loading = null;
    }
    again = false;
    busy.set(false);
  }

  /** Reads it again; what is shown stays meanwhile. */
  void load() {
    if (id.isEmpty()) {
      return;
    }
    if (loading != null && loading.isRunning()) {
      again = true;
      return;
    }
    busy.set(true);
    String asked = id;
    loading = background.run(() -> reading.read(asked), this::arrived, this::failed);
  }

  private void arrived(OrderDetail read) {
    failure.set(null);
    detail.set(read);
    done();
  }

  private void failed(Failure why) {
    failure.set(why);
    done();
  }

  private void done() {
    busy.set(false);
    loading = null;
    if (again) {
      again = false;
      load();
    }
  }

  /** Takes notice of events about this order. */
  void happened(List<JsonNode> events) {
    if (!id.isEmpty()
        && events.stream()
            .anyMatch(it -> it.path("related").path("call_order_id").asText().equals(id))) {
      load();
    }
  }

  boolean mayCancel() {
    return session.may(Scope.ORDERS_WRITE);
  }

  boolean mayChange() {
    return session.may(Scope.ORDERS_WRITE);
  }

  boolean mayReadTranscripts() {
    return session.may(Scope.TRANSCRIPTS_READ);
  }

  boolean explains() {
    return session.administration().isPresent();
  }

  /** Cancels it, for that reason when there is one. */
  void cancel(String reason) {
    ObjectNode body = Json.object();
    if (!reason.isBlank()) {
      body.put("reason", reason.strip());
    }
    String asked = id;
    busy.set(true);
    background.run(
        () -> session.api().post("/v1/call-orders/" + asked + "/cancel", body),
        ignored -> load(),
        why -> {
          failure.set(why);
          busy.set(false);
        });
  }

  void readTranscript(String callId) {
    transcript.set(null);
    transcriptFailure.set(null);
    String asked = id;
    background.run(
        () -> reading.transcript(callId),
        read -> {
          if (asked.equals(id)) {
            transcript.set(read);
          }
        },
        transcriptFailure::set);
  }

  /** The request for this order, to be pasted into a terminal. */
  String curl() {
    return "curl -s "
        + session.api().base()
        + "/v1/call-orders/"
        + id
        + " -H \"Authorization: Bearer $TOKEN\"";
  }

  ReadOnlyObjectProperty<@Nullable OrderDetail> detail() {
    return detail.getReadOnlyProperty();
  }

  ReadOnlyObjectProperty<@Nullable JsonNode> transcript() {
    return transcript.getReadOnlyProperty();
  }

  ReadOnlyObjectProperty<@Nullable Failure> transcriptFailure() {
    return transcriptFailure.getReadOnlyProperty();
  }

  ReadOnlyObjectProperty<@Nullable Failure> failure() {
    return failure.getReadOnlyProperty();
  }

  ReadOnlyBooleanProperty busy() {
    return busy.getReadOnlyProperty();
  }
}
