package eu.callorders.client.bulk;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.util.RawValue;
import eu.callorders.client.CallOrderClient;
import eu.callorders.client.ClientJson;
import eu.callorders.client.api.ApiException;
import eu.callorders.client.api.ApiRequest;
import eu.callorders.client.api.ListCallOrdersQuery;
import eu.callorders.client.bulk.RowTable.RowState;
import eu.callorders.client.model.CallOrder;
import eu.callorders.client.model.Page;
import eu.callorders.client.model.ProblemCode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
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

  /** Refusals that concern all rows, and those after which the outcome is not known. */
  private static final Set<ProblemCode> ENDS_THE_IMPORT =
      Set.of(
          ProblemCode.RATE_LIMITED,
          ProblemCode.IDEMPOTENCY_KEY_IN_PROGRESS,
          ProblemCode.IDEMPOTENCY_KEY_CONFLICT,
          ProblemCode.IDEMPOTENCY_KEY_REUSED,
          ProblemCode.UNAUTHORIZED,
          ProblemCode.INSUFFICIENT_SCOPE,
          ProblemCode.IP_NOT_ALLOWLISTED,
          ProblemCode.QUOTA_EXCEEDED,
          ProblemCode.BACKLOG_FULL,
          new ProblemCode("invalid_client"));

  private static final int REFUSED = 400;
  private static final int FAILED = 500;

  private final CallOrderClient client;
  private final RowTable table;
  private final ResultFile file;
  private final InstantSource clock;
  private final Map<Integer, Integer> earlier;
  private final ImportProgress progress;
  private final AtomicInteger accepted = new AtomicInteger();
  private final AtomicInteger refused = new AtomicInteger();
  private final AtomicReference<Exception> stopped = new AtomicReference<>();

  RowSender(
      CallOrderClient client,
      RowTable table,
      ResultFile file,
      InstantSource clock,
      Map<Integer, Integer> earlier,
      ImportProgress progress) {
    this.client = client;
    this.table = table;
    this.file = file;
    this.clock = clock;
    this.earlier = earlier;
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
    return new ImportReport(plan, accepted.get(), refused.get(), cause);
  }

  /** Sends a row unless the import has stopped; failures of the import itself stop it. */
  void send(ImportRow row, int entry) {
    if (isStopped()) {
      return;
    }
    try {
      sendOrRefuse(row, entry);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      stopped.compareAndSet(null, e);
    } catch (IOException | RuntimeException e) {
      stopped.compareAndSet(null, e);
    }
  }

  private void sendOrRefuse(ImportRow row, int entry) throws IOException, InterruptedException {
    try {
      Optional<String> existing = existing(row, entry);
      accept(row, entry, existing.isPresent() ? existing.get() : create(row, entry));
    } catch (ApiException e) {
      if (ENDS_THE_IMPORT.contains(e.code()) || e.status() >= FAILED || e.status() < REFUSED) {
        throw e;
      }
      refuse(row, entry, e);
    }
  }

  /**
   * The order that an earlier run may have created, when its idempotency key no longer decides: the
   * key is too old, or the row was edited since.
   */
  private Optional<String> existing(ImportRow row, int entry) throws InterruptedException {
    int before;
    RowState state;
    Instant sentAt;
    synchronized (table) {
      before = earlier.getOrDefault(entry, entry);
      state = table.state(before);
      sentAt = table.sentAt(before);
    }
    boolean outdated = sentAt.plus(KEY_LIFETIME).isBefore(clock.instant());
    boolean keyDecides = !outdated && !earlier.containsKey(entry);
    if (state != RowState.SENT || keyDecides) {
      return Optional.empty();
    }
    awaitEnd(sentAt);
    String reference =
        Objects.requireNonNullElseGet(row.reference(), () -> generatedReference(before));
    Page<CallOrder> found =
        client.listCallOrders(
            ListCallOrdersQuery.all()
                .clientReference(reference)
                .createdAfter(sentAt.minus(CLOCK_DIFFERENCE)));
    synchronized (table) {
      table.refused(entry); // the next request needs a new mark and a new key
    }
    return found.data().stream().map(CallOrder::id).findFirst();
  }

  private void awaitEnd(Instant sentAt) throws InterruptedException {
    Duration age = Duration.between(sentAt, clock.instant());
    long left = REQUEST_LIFETIME.minus(age).toMillis();
    if (left > 0) {
      TimeUnit.MILLISECONDS.sleep(Math.min(left, REQUEST_LIFETIME.toMillis()));
    }
  }

  private String create(ImportRow row, int entry) throws IOException {
    String key = mark(row, entry);
    ApiRequest<JsonNode> request =
        ApiRequest.of("POST", "/v1/call-orders", new TypeReference<JsonNode>() {})
            .withBody(body(row, entry))
            .withIdempotencyKey(key);
    return client.send(request).body().path("id").asText();
  }

  /** The bytes that the hash is made of: the service compares a repetition with them. */
  private Object body(ImportRow row, int entry) {
    JsonNode body = Objects.requireNonNull(row.body());
    return row.reference() == null
        ? ((ObjectNode) RowHash.sorted(body)).put("client_reference", generatedReference(entry))
        : new RawValue(new String(RowHash.bytes(body), StandardCharsets.UTF_8));
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
          keyed(row, entry).put("sent_at", now.toString()).put("refusals", refusals));
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

  private ObjectNode keyed(ImportRow row, int entry) {
    synchronized (table) {
      ObjectNode line = line(table.row(entry)).put("key", table.content(entry).hex());
      return row.reference() == null ? line : line.put("client_reference", row.reference());
    }
  }

  private void accept(ImportRow row, int entry, String id) throws IOException {
    file.append(keyed(row, entry).put("id", id));
    synchronized (table) {
      table.done(entry);
    }
    accepted.incrementAndGet();
    progress.sent(row, id);
  }

  private void refuse(ImportRow row, int entry, ApiException refusal) throws IOException {
    ObjectNode line = keyed(row, entry);
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
