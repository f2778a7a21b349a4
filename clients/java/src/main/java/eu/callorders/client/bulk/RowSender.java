package eu.callorders.client.bulk;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.client.CallOrderClient;
import eu.callorders.client.ClientJson;
import eu.callorders.client.api.ApiException;
import eu.callorders.client.api.ApiRequest;
import eu.callorders.client.api.ListCallOrdersQuery;
import eu.callorders.client.bulk.RowTable.RowState;
import eu.callorders.client.model.CallOrder;
import eu.callorders.client.model.Page;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/** Sends one row: marks it durably, sends the order, and notes its id or problem. */
final class RowSender {
  /** Idempotency keys are valid for 48 hours; afterwards only a lookup finds the order. */
  private static final Duration KEY_LIFETIME = Duration.ofHours(47);

  /** A clock of this machine may be wrong by as much when it looks for an order. */
  private static final Duration CLOCK_DIFFERENCE = Duration.ofHours(24);

  /** A request of an earlier run has ended by then. */
  private static final Duration REQUEST_LIFETIME = Duration.ofSeconds(60);

  private static final ApiRequest<CreatedOrder> CREATE =
      ApiRequest.of("POST", "/v1/call-orders", new TypeReference<CreatedOrder>() {});

  private final CallOrderClient client;
  private final RowTable table;
  private final ResultFile file;
  private final InstantSource clock;
  private final Map<Integer, EarlierRow> earlier;
  private final ImportProgress progress;
  private final AtomicInteger accepted = new AtomicInteger();
  private final AtomicInteger refused = new AtomicInteger();
  private final AtomicInteger changed = new AtomicInteger();
  private final AtomicReference<Exception> stopped = new AtomicReference<>();

  /** What an import needs of the new order. */
  private record CreatedOrder(String id) {}

  RowSender(
      CallOrderClient client,
      ImportPlanner planner,
      ResultFile file,
      InstantSource clock,
      ImportProgress progress) {
    this.client = client;
    this.table = planner.table();
    this.file = file;
    this.clock = clock;
    this.earlier = planner.earlier();
    this.progress = progress;
  }

  static ObjectNode line(int row) {
    return ClientJson.mapper().createObjectNode().put("row", row);
  }

  boolean isStopped() {
    return stopped.get() != null;
  }

  ImportReport report(ImportPlan plan) throws IOException {
    Exception cause = stopped.get();
    if (cause instanceof IOException failure) {
      throw failure;
    }
    return new ImportReport(plan.withChanged(changed.get()), accepted.get(), refused.get(), cause);
  }

  /** Requests a token: refused credentials stop the import before its first row. */
  void authorize() {
    try {
      client.authorize();
    } catch (RuntimeException e) {
      stopped.compareAndSet(null, e);
    }
  }

  /** Sends a row unless the import has stopped; failures of the import itself stop it. */
  void send(ImportRow row, byte[] json, int entry) {
    if (isStopped()) {
      return;
    }
    try {
      sendOnce(row, json, entry);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      stopped.compareAndSet(null, e);
    } catch (IOException | RuntimeException e) {
      stopped.compareAndSet(null, e);
    }
  }

  private void sendOnce(ImportRow row, byte[] json, int entry)
      throws IOException, InterruptedException {
    Optional<String> existing = existing(row, entry);
    EarlierRow before = earlier.get(entry);
    if (existing.isEmpty()) {
      createOrRefuse(row, json, entry);
    } else if (before == null) {
      accept(row, entry, existing.get());
    } else {
      reportChange(row, before, existing.get());
    }
  }

  private void createOrRefuse(ImportRow row, byte[] json, int entry) throws IOException {
    try {
      accept(row, entry, create(row, json, entry));
    } catch (ApiException e) {
      if (!RowRefusal.isOfRow(e)) {
        throw e;
      }
      refuse(row, entry, e);
    }
  }

  /**
   * The order that an earlier run may have created, when its idempotency key no longer decides: the
   * key is too old, or the row was edited since.
   */
  private Optional<String> existing(ImportRow row, int entry)
      throws IOException, InterruptedException {
    EarlierRow edited = earlier.get(entry);
    int before = edited == null ? entry : edited.entry();
    RowState state;
    Instant sentAt;
    boolean hadReference;
    synchronized (table) {
      hadReference = table.hasReference(before); // the edit may have added one
      state = table.state(before);
      sentAt = table.sentAt(before);
    }
    boolean outdated = keyEnd(before).isBefore(clock.instant());
    boolean keyDecides = !outdated && edited == null;
    if (state != RowState.SENT || keyDecides) {
      return Optional.empty();
    }
    awaitEnd(sentAt);
    String own = row.reference();
    String reference = own != null && hadReference ? own : generatedReference(before);
    Page<CallOrder> found =
        client.listCallOrders(
            ListCallOrdersQuery.all()
                .clientReference(reference)
                .createdAfter(sentAt.minus(CLOCK_DIFFERENCE)));
    synchronized (table) {
      table.refused(entry); // the next request needs a new mark and a new key
    }
    Optional<String> order = found.data().stream().map(CallOrder::id).findFirst();
    if (order.isEmpty() && before != entry) {
      noteNoOrder(before);
    }
    return order;
  }

  /** Its outcome is known from now on, so that it holds back no row of a later run. */
  private void noteNoOrder(int entry) throws IOException {
    ObjectNode line;
    synchronized (table) {
      table.refused(entry);
      line = line(table.row(entry)).put("key", table.content(entry).hex());
    }
    file.append(line.put("fault", "it was edited before it became an order"));
  }

  private Instant keyEnd(int entry) {
    synchronized (table) {
      return table.sentAt(entry).plus(KEY_LIFETIME);
    }
  }

  private void awaitEnd(Instant sentAt) throws InterruptedException {
    Duration age = Duration.between(sentAt, clock.instant());
    long left = REQUEST_LIFETIME.minus(age).toMillis();
    if (left > 0) {
      TimeUnit.MILLISECONDS.sleep(Math.min(left, REQUEST_LIFETIME.toMillis()));
    }
  }

  private String create(ImportRow row, byte[] json, int entry) throws IOException {
    String key = mark(row, entry);
    Instant end = keyEnd(entry); // a later repetition could be a second order
    ApiRequest<CreatedOrder> request =
        CREATE.withBody(body(row, json, entry)).withIdempotencyKey(key);
    return client.retryingWhile(() -> clock.instant().isBefore(end)).send(request).body().id();
  }

  /** The bytes that the hash is made of: the service compares a repetition with them. */
  private Object body(ImportRow row, byte[] json, int entry) {
    return row.reference() == null
        ? RowHash.body(json).put("client_reference", generatedReference(entry))
        : json;
  }

  /** Marks the row as sent, on the disk; a row that is marked with the same key stays as it is. */
  private String mark(ImportRow row, int entry) throws IOException {
    boolean isMarked;
    int refusals;
    String key;
    Instant now = clock.instant().truncatedTo(ChronoUnit.SECONDS);
    synchronized (table) {
      isMarked = table.state(entry) == RowState.SENT;
      refusals = table.refusals(entry);
      key =
          "%s-%s%s"
              .formatted(
                  file.importId(), table.content(entry).hex(), refusals == 0 ? "" : "-" + refusals);
      if (!isMarked) {
        table.sent(entry, now, refusals);
      }
    }
    if (!isMarked) {
      file.appendDurably(
          keyed(row, entry, content(entry))
              .put("sent_at", now.toString())
              .put("refusals", refusals));
    }
    return key;
  }

  /** The reference of a row without one of its own: unique, and the same in each run. */
  private String generatedReference(int entry) {
    synchronized (table) {
      return "%s-%d-%s"
          .formatted(file.importId(), table.row(entry), table.content(entry).hex().substring(0, 8));
    }
  }

  private RowHash content(int entry) {
    synchronized (table) {
      return table.content(entry);
    }
  }

  private ObjectNode keyed(ImportRow row, int entry, RowHash content) {
    synchronized (table) {
      ObjectNode line = line(table.row(entry)).put("key", content.hex());
      return row.reference() == null ? line : line.put("client_reference", row.reference());
    }
  }

  private void accept(ImportRow row, int entry, String id) throws IOException {
    file.append(keyed(row, entry, content(entry)).put("id", id));
    synchronized (table) {
      table.done(entry);
    }
    accepted.incrementAndGet();
    progress.sent(row, id);
  }

  /** The order has the content that the row had when it was sent. */
  private void reportChange(ImportRow row, EarlierRow before, String id) throws IOException {
    file.append(keyed(row, before.entry(), before.content()).put("id", id));
    synchronized (table) {
      table.done(before.entry());
    }
    changed.incrementAndGet();
    progress.refused(row, RowFault.of(RowFault.Kind.CHANGED));
  }

  private void refuse(ImportRow row, int entry, ApiException refusal) throws IOException {
    ObjectNode line = keyed(row, entry, content(entry));
    line.putObject("problem")
        .put("status", refusal.status())
        .put("code", refusal.code().value())
        .put("detail", refusal.problem().summary())
        .put("trace_id", refusal.problem().traceId());
    file.append(line);
    synchronized (table) {
      table.refused(entry);
    }
    refused.incrementAndGet();
    progress.refused(row, RowFault.of(refusal));
  }
}
