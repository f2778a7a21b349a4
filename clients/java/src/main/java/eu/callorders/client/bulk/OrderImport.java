package eu.callorders.client.bulk;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.client.CallOrderClient;
import eu.callorders.client.RetryPolicy;
import eu.callorders.client.bulk.RowFault.Kind;
import eu.callorders.client.bulk.RowTable.RowState;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Imports a file of orders. Every row is checked before the first is sent. The result file is the
 * state: a repetition with it, also of a corrected file, sends only rows that are no orders yet, so
 * that no row becomes two orders.
 *
 * <p>A row is known again by its {@code client_reference}, else by its content, else, when it was
 * edited, by its number.
 */
public final class OrderImport {
  private static final int MAX_BYTES = 1 << 20;

  private final RowSource rows;
  private final Function<byte[], Optional<String>> check;
  private final ImportProgress progress;
  private final RowTable table = new RowTable();

  /** The entries that the file contains, and those of them that are to be sent. */
  private final BitSet present = new BitSet();

  private final BitSet toSend = new BitSet();

  /** The earlier content of edited rows, by their entry. */
  private final Map<Integer, EarlierRow> earlier = new HashMap<>();

  private volatile boolean stopping;
  private int known;
  private int count;
  private int done;
  private int changed;
  private int faulty;

  /**
   * An import of these rows.
   *
   * @param check the fault of a body, as JSON, that breaks the contract; empty for a valid one
   */
  public OrderImport(
      RowSource rows, Function<byte[], Optional<String>> check, ImportProgress progress) {
    this.rows = rows;
    this.check = check;
    this.progress = progress;
  }

  /**
   * Checks all rows and sends nothing.
   *
   * @param result the result file of earlier runs; need not exist
   */
  public ImportPlan check(Path result) throws IOException, InterruptedException {
    if (result.toFile().exists()) {
      ResultFile.open(result, this::read).close();
    }
    return plan(null);
  }

  /**
   * Asks the service what would become of the rows that {@link #check} has found to be sent. Sends
   * no order.
   *
   * @param concurrency requests at once
   */
  public ImportPreview preview(CallOrderClient client, int concurrency)
      throws IOException, InterruptedException {
    RowPreviewer previewer;
    try (BulkSender bulk = new BulkSender(client, concurrency)) {
      previewer = new RowPreviewer(client, bulk, progress);
      rows.forEach(row -> preview(row, previewer));
      previewer.send();
    }
    return previewer.result();
  }

  /**
   * Checks all rows, then sends those that are no orders yet.
   *
   * @param result the result file; created when it does not exist
   * @param concurrency requests at once
   */
  public ImportReport run(CallOrderClient client, Path result, InstantSource clock, int concurrency)
      throws IOException, InterruptedException {
    try (ResultFile file = ResultFile.open(result, this::read)) {
      ImportPlan plan = plan(file);
      progress.planned(plan);
      CallOrderClient patient = client.with(RetryPolicy.PATIENT).retryingWhile(() -> !stopping);
      RowSender sender = new RowSender(patient, table, file, clock, earlier, progress);
      if (plan.toSend() > 0) {
        sender.authorize();
      }
      try (BulkSender bulk = new BulkSender(patient, concurrency)) {
        rows.forEach(row -> send(row, sender, bulk));
      }
      return sender.report(plan);
    }
  }

  /**
   * Ends the run of another thread after the requests under way. Another run continues it; a row
   * whose outcome is unknown keeps its idempotency key.
   */
  public void stop() {
    stopping = true;
  }

  /** Reads a line of the result file. */
  private void read(JsonNode line) {
    if (!line.has("key")) {
      return; // a row that was never sent
    }
    RowHash content = RowHash.parse(line.path("key").asText());
    long reference = referenceHash(line.path("client_reference").asText(null));
    int entry = reference == 0 ? table.byContent(content) : table.byReference(reference);
    if (entry == RowTable.NONE) {
      entry = table.add(line.path("row").asInt(), content, reference);
    }
    table.setContent(entry, content);
    if (line.has("sent_at")) {
      Instant at = Instant.parse(line.path("sent_at").asText());
      table.sent(entry, at, line.path("refusals").asInt());
    } else if (line.has("id")) {
      table.done(entry);
    } else {
      table.refused(entry);
    }
  }

  static long referenceHash(@Nullable String reference) {
    if (reference == null) {
      return 0;
    }
    long hash = RowHash.of(reference).high();
    return hash == 0 ? 1 : hash;
  }

  private ImportPlan plan(@Nullable ResultFile file) throws IOException, InterruptedException {
    known = table.size();
    rows.forEach(row -> plan(row, file));
    Map.copyOf(earlier).forEach((entry, before) -> planEdited(entry, before.entry()));
    return new ImportPlan(count, toSend.cardinality(), done, changed, faulty);
  }

  private void plan(ImportRow row, @Nullable ResultFile file) throws IOException {
    count++;
    JsonNode body = row.body();
    if (body == null) {
      fault(row, Objects.requireNonNull(row.fault()), file);
      return;
    }
    byte[] json = RowHash.bytes(body);
    RowHash content = RowHash.of(json);
    int entry = find(row, content);
    if (entry != RowTable.NONE && present.get(entry)) {
      Kind same = table.hasReference(entry) ? Kind.SAME_REFERENCE : Kind.SAME_CONTENT;
      fault(row, RowFault.of(same, table.row(entry)), file);
      return;
    }
    if (entry != RowTable.NONE && table.state(entry) == RowState.DONE) {
      present.set(entry);
      done++;
      if (!table.content(entry).equals(content)) {
        reportChange(row);
      }
      return;
    }
    RowFault fault = row.fault() == null ? check(json) : row.fault();
    if (fault != null) {
      fault(row, fault, file);
      return;
    }
    take(row, content, entry);
  }

  private @Nullable RowFault check(byte[] json) {
    return json.length > MAX_BYTES
        ? RowFault.of(Kind.TOO_LARGE, "%.1f".formatted((double) json.length / MAX_BYTES))
        : check.apply(json).map(fault -> RowFault.of(Kind.INVALID, fault)).orElse(null);
  }

  private int find(ImportRow row, RowHash content) {
    long reference = referenceHash(row.reference());
    return reference == 0 ? table.byContent(content) : table.byReference(reference);
  }

  private void take(ImportRow row, RowHash content, int found) {
    int entry = found;
    if (entry == RowTable.NONE) {
      int before = table.byRow(row.number());
      entry = table.add(row.number(), content, referenceHash(row.reference()));
      if (before != RowTable.NONE && before < known && !table.hasReference(before)) {
        earlier.put(entry, new EarlierRow(before, table.content(before)));
      }
    } else if (!table.content(entry).equals(content)) {
      earlier.put(entry, new EarlierRow(entry, table.content(entry)));
      table.setContent(entry, content);
    }
    present.set(entry);
    toSend.set(entry);
  }

  /** A row whose number had other content earlier, which the file may contain elsewhere. */
  private void planEdited(int entry, int before) {
    RowState state = table.state(before);
    boolean moved = before != entry && present.get(before);
    if (moved || state == RowState.NEW || state == RowState.REFUSED) {
      earlier.remove(entry);
    } else if (state == RowState.DONE) {
      earlier.remove(entry);
      toSend.clear(entry);
      done++;
      reportChange(new ImportRow(table.row(entry), 0, null, null));
    }
  }

  /** It may be edited on purpose, or be a row of another file. */
  private void reportChange(ImportRow row) {
    changed++;
    progress.checked(row, RowFault.of(Kind.CHANGED));
  }

  private void fault(ImportRow row, RowFault fault, @Nullable ResultFile file) throws IOException {
    faulty++;
    progress.checked(row, fault);
    if (file != null) {
      file.append(RowSender.line(row.number()).put("fault", fault.message()));
    }
  }

  private void preview(ImportRow row, RowPreviewer previewer)
      throws InterruptedException, IOException {
    JsonNode body = row.body();
    if (body == null || row.fault() != null) {
      return;
    }
    byte[] json = RowHash.bytes(body);
    if (takeToSend(row, json) != RowTable.NONE) {
      previewer.add(row, json.length);
    }
  }

  private void send(ImportRow row, RowSender sender, BulkSender bulk)
      throws InterruptedException, IOException {
    JsonNode body = row.body();
    if (stopping || sender.isStopped() || body == null || row.fault() != null) {
      return;
    }
    byte[] json = RowHash.bytes(body);
    int entry = takeToSend(row, json);
    if (entry != RowTable.NONE) {
      bulk.execute(() -> sender.send(row, json, entry));
    }
  }

  /** The entry of a row that is to be sent, once; else {@link RowTable#NONE}. */
  private int takeToSend(ImportRow row, byte[] json) throws IOException {
    RowHash content = RowHash.of(json);
    int entry = find(row, content);
    if (entry == RowTable.NONE) {
      if (check(json) == null) {
        throw new IOException("the file has changed during the import; start it again");
      }
      return RowTable.NONE;
    }
    if (!toSend.get(entry) || !table.content(entry).equals(content)) {
      return RowTable.NONE;
    }
    toSend.clear(entry); // a later row of the same content or reference is a duplicate
    return entry;
  }
}
