package eu.callorders.console.order;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.api.ApiException;
import eu.callorders.console.api.Query;
import eu.callorders.console.api.Scope;
import eu.callorders.console.session.Session;
import eu.callorders.console.suppression.NewSuppression;
import eu.callorders.console.work.BackgroundExecutor;
import eu.callorders.console.work.BackgroundTask;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleObjectProperty;
import org.jspecify.annotations.Nullable;

/** The do-not-call entries that concern the shown order. */
final class OrderSuppressionsViewModel {
  /**
   * Entries of the person or of one of the numbers.
   *
   * @param count of the first page
   * @param filter lists them, by query parameter; those of the person if there are some
   */
  record MatchingEntries(int count, Map<String, String> filter) {}

  private static final String PATH = "/v1/suppressions";
  private static final String SUBJECT = "subject_reference";

  final ObjectProperty<MatchingEntries> found =
      new SimpleObjectProperty<>(new MatchingEntries(0, Map.of()));
  private final BackgroundExecutor background;
  private final Session session;
  private NewSuppression target = NewSuppression.NOTHING;
  private @Nullable BackgroundTask loading;

  OrderSuppressionsViewModel(BackgroundExecutor background, Session session) {
    this.background = background;
    this.session = session;
  }

  /** Entries for the person and the numbers of an order; nothing once they are deleted. */
  static NewSuppression target(JsonNode order) {
    List<String> phones = new ArrayList<>();
    for (JsonNode contact : order.path("contacts")) {
      if (JsonValues.text(contact, "channel").equals("phone")) {
        phones.add(JsonValues.text(contact, "value"));
      }
    }
    String subject = JsonValues.text(order, "subject", "reference");
    return new NewSuppression(String.join(", ", phones), subject, "");
  }

  /** Shows the entries of that person and these numbers, which may have changed. */
  void show(NewSuppression shown) {
    if (!shown.equals(target)) {
      target = shown;
      found.set(new MatchingEntries(0, Map.of(SUBJECT, shown.subject())));
    }
    load();
  }

  /** Reads them again; while they cannot be read, what is known stays. */
  void load() {
    if (loading != null) {
      loading.cancel();
      loading = null;
    }
    if (!target.subject().isEmpty() && session.may(Scope.CONFIG_READ)) {
      NewSuppression read = target;
      loading = background.run(() -> find(read), found::set, ignored -> {});
    }
  }

  void handleEvents(List<JsonNode> events) {
    if (events.stream().anyMatch(it -> it.path("type").asText().startsWith("suppression."))) {
      load();
    }
  }

  private MatchingEntries find(NewSuppression shown) throws ApiException {
    Set<String> entries = new HashSet<>();
    Map<String, String> filter = Map.of(SUBJECT, shown.subject());
    entries.addAll(read(filter));
    for (String phone : shown.e164()) {
      Map<String, String> byPhone = Map.of("phone", phone);
      List<String> more = read(byPhone);
      filter = entries.isEmpty() && !more.isEmpty() ? byPhone : filter;
      entries.addAll(more);
    }
    return new MatchingEntries(entries.size(), filter);
  }

  private List<String> read(Map<String, String> filter) throws ApiException {
    return session.api().page(PATH, new Query(filter), "").rows().stream()
        .map(entry -> JsonValues.text(entry, "id"))
        .toList();
  }
}
