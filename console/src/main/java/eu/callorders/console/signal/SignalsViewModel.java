package eu.callorders.console.signal;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.api.ApiException;
import eu.callorders.console.api.Page;
import eu.callorders.console.api.Query;
import eu.callorders.console.api.Scope;
import eu.callorders.console.session.LatestEvents;
import eu.callorders.console.session.Session;
import eu.callorders.console.work.BackgroundExecutor;
import eu.callorders.console.work.FilteredListViewModel;
import eu.callorders.console.work.ListFilter;
import eu.callorders.console.work.ListQuery;
import eu.callorders.console.work.PagedRows;
import java.time.ZoneId;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;

/**
 * The newest signals of the event feed, since the service lists none; without {@code events:read}
 * those that were sent here. An identifier also finds an older one.
 */
final class SignalsViewModel extends FilteredListViewModel<SignalRow> {
  static final String PATH = "/v1/signals";
  private static final String EVENT = "signal.received";
  private static final String IDENTIFIER = "sig_";

  private final Session session;
  private final LatestEvents feed;

  /** Newest first; read in the background. */
  private final List<SignalRow> sent = new CopyOnWriteArrayList<>();

  SignalsViewModel(BackgroundExecutor background, Session session, ZoneId zone) {
    super(
        session.api(),
        new Origin<>(PATH, EVENT, SignalRow::of),
        new PagedRows<>(background, SignalRow::id, SignalRow.BY_ID),
        new ListFilter<SignalRow>(zone, SignalRow::receivedAt)
            .withText("signal_type", SignalRow::type)
            .withText("subject_reference", SignalRow::subject));
    this.session = session;
    this.feed = new LatestEvents(session.api(), session.clock()::now, LatestEvents.MAX_EVENTS);
  }

  @Override
  protected ListQuery<SignalRow> list(Query query, Predicate<SignalRow> matching) {
    return newestFirst(
        ignored -> new Page<>(newest().stream().filter(matching).toList(), false, ""), matching);
  }

  private List<SignalRow> newest() throws ApiException {
    return mayReadEvents()
        ? feed.read(
            Query.none().with("event_types", EVENT), event -> SignalRow.of(event.path("data")))
        : sent;
  }

  @Override
  protected ListQuery<SignalRow> search(String text) {
    return text.startsWith(IDENTIFIER) ? find(text) : list(Query.none(), row -> row.contains(text));
  }

  boolean mayReadEvents() {
    return session.may(Scope.EVENTS_READ);
  }

  /** Lists a signal that was sent here; its event comes later, or never without its scope. */
  void sent(JsonNode signal) {
    SignalRow row = SignalRow.of(signal);
    sent.removeIf(earlier -> earlier.id().equals(row.id()));
    sent.addFirst(row);
    rows().put(List.of(row));
  }
}
