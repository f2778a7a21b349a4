package eu.callorders.console.signal;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import eu.callorders.console.api.ApiClient;
import eu.callorders.console.api.ApiException;
import eu.callorders.console.api.Json;
import eu.callorders.console.api.Page;
import eu.callorders.console.api.Query;
import eu.callorders.console.api.Scope;
import eu.callorders.console.session.Session;
import eu.callorders.console.work.BackgroundExecutor;
import eu.callorders.console.work.ResourceViewModel;
import java.util.ArrayList;
import java.util.List;

/** The shown signal with what it did, kept up to date. */
final class SignalDetailViewModel extends ResourceViewModel<SignalDetail> {
  /** Enrollments that are read with their orders; further ones are links only. */
  private static final int MAX_ENROLLMENTS = 10;

  /** What a signal about a claim does to what belongs to no enrollment. */
  private static final String CHANGES =
      "call_order.canceled,hold.released,promise.kept,promise.withdrawn";

  private static final Page<JsonNode> NONE = new Page<>(List.of(), false, "");

  private final Session session;
  private JsonNode sent = MissingNode.getInstance();

  SignalDetailViewModel(BackgroundExecutor background, Session session) {
    super(background, id -> load(session, id));
    this.session = session;
  }

  private static SignalDetail load(Session session, String id) throws ApiException {
    JsonNode signal = session.api().get(path(id)).body();
    List<SignalDetail.Effect> effects = new ArrayList<>();
    for (JsonNode triggered : signal.path("triggered")) {
      effects.add(effect(session.api(), triggered, effects.size() < MAX_ENROLLMENTS));
    }
    SignalDetail read = new SignalDetail(signal, effects, NONE);
    boolean hasChanges = read.isAboutClaim() && !read.subject().isEmpty();
    return hasChanges && session.may(Scope.EVENTS_READ)
        ? new SignalDetail(signal, effects, changes(session.api(), read))
        : read;
  }

  private static String path(String id) {
    return SignalsViewModel.PATH + "/" + ApiClient.encode(id);
  }

  private static SignalDetail.Effect effect(ApiClient api, JsonNode triggered, boolean isRead)
      throws ApiException {
    String name = triggered.path("effect").asText();
    String id = triggered.path("enrollment_id").asText();
    List<JsonNode> found =
        isRead ? api.find("/v1/enrollments/" + ApiClient.encode(id)).rows() : List.of();
    if (found.isEmpty()) {
      return new SignalDetail.Effect(name, id, Json.object().put("id", id), List.of());
    }
    Query query = Query.none().with("enrollment_id", id);
    return new SignalDetail.Effect(
        name, id, found.getFirst(), api.page("/v1/call-orders", query, "").rows());
  }

  /**
   * The service names no signal in these events, but they occur at the moment of the signal, since
   * one transaction makes them.
   */
  private static Page<JsonNode> changes(ApiClient api, SignalDetail signal) throws ApiException {
    String moment = signal.signal().path("received_at").asText();
    Query query = Query.none().with("event_types", CHANGES).with("created_after", moment);
    Page<JsonNode> page = api.page("/v1/events", query, "");
    List<JsonNode> same =
        page.rows().stream().filter(event -> isOf(signal, moment, event)).toList();
    return new Page<>(same, page.hasMore() && same.size() == page.rows().size(), "");
  }

  /** Orders of enrollments are shown with these. */
  private static boolean isOf(SignalDetail signal, String moment, JsonNode event) {
    JsonNode data = event.path("data");
    String order = data.path("subject").path("reference").asText("");
    String subject = order.isEmpty() ? data.path("subject_reference").asText("") : order;
    return event.path("occurred_at").asText().equals(moment)
        && subject.equals(signal.subject())
        && !signal.concerns(event.path("related").path("enrollment_id").asText());
  }

  @Override
  protected boolean concerns(JsonNode event) {
    SignalDetail shown = detail().get();
    return shown != null
        && (shown.concerns(event.path("related").path("enrollment_id").asText())
            || shown.concerns(event.path("data").path("enrollment_id").asText()));
  }

  boolean mayReadEvents() {
    return session.may(Scope.EVENTS_READ);
  }

  /** Remembers the response to a signal that was sent here. */
  void sent(JsonNode signal) {
    sent = signal;
  }

  /** Text key of what the service said when the shown signal was sent; empty for another one. */
  String responseKey() {
    if (id().isEmpty() || !sent.path("id").asText().equals(id())) {
      return "";
    }
    return sent.path("duplicate").asBoolean() ? "sent.duplicate" : "sent.recorded";
  }

  /** The curl command that reads this signal. */
  String curl() {
    return session.api().curl(path(id()));
  }
}
