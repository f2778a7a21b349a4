package eu.callorders.client.bulk;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.client.bulk.RowFault.Kind;
import eu.callorders.client.bulk.RowTable.RowState;
import java.io.IOException;
import java.time.Instant;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Decides which rows of a file are sent, by the result file of earlier runs. A row is known again
 * by its {@code client_reference}, else by its content, else, when it was edited, by its number.
 *
 * <p>A number does not tell an edited row from an inserted one. While rows that may be orders are
 * missing from the file, rows without a reference that may be one of them are held back.
 */
final class ImportPlanner {
  private static final int MAX_BYTES = 1 << 20;
  private static final String REFERENCE = "client_reference";

  private final Function<byte[], Optional<String>> check;
  private final ImportProgress progress;
  private final RowTable table = new RowTable();

  /** The entries that the file contains, and those of them that are to be sent. */
  private final BitSet present = new BitSet();

  private final BitSet toSend = new BitSet();

  /** The earlier entries of edited rows. */
  private final BitSet edited = new BitSet();

  /** The earlier entries of rows that only have a reference now. */
  private final BitSet referenced = new BitSet();

  /** The earlier content of edited rows, by their entry. */
  private final Map<Integer, EarlierRow> earlier = new HashMap<>();

  private @Nullable ResultFile file;
  private int known;
  private int count;
  private int done;
  private int changed;
  private int heldBack;
  private int faulty;

  /** The last row that has the number of its entry, and whether another row has another one. */
  private int lastInPlace;

  private boolean isShifted;

  /**
   * A planner without rows.
   *
   * @param check the fault of a body, as JSON, that breaks the contract; empty for a valid one
   */
  ImportPlanner(Function<byte[], Optional<String>> check, ImportProgress progress) {
    this.check = check;
    this.progress = progress;
  }

  RowTable table() {
    return table;
  }

  Map<Integer, EarlierRow> earlier() {
    return earlier;
  }

  /** Reads a line of the result file. */
  void read(JsonNode line) {
    if (!line.has("key")) {
      return; // a row that was never sent
    }
    RowHash content = RowHash.parse(line.path("key").asText());
    long reference = referenceHash(line.path(REFERENCE).asText(null));
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

  private static long referenceHash(@Nullable String reference) {
    if (reference == null) {
      return 0;
    }
    long hash = RowHash.of(reference).high();
    return hash == 0 ? 1 : hash;
  }

  /**
   * Checks all rows.
   *
   * @param result takes the faults; null when nothing is to be written
   */
  ImportPlan plan(RowSource rows, @Nullable ResultFile result)
      throws IOException, InterruptedException {
    file = result;
    known = table.size();
    RowReader.forEach(rows, this::plan);
    Map.copyOf(earlier).forEach(this::planEdited);
    holdBack();
    return new ImportPlan(count, toSend.cardinality(), done, changed, heldBack, faulty);
  }

  private void plan(SerializedRow serialized) throws IOException {
    count++;
    ImportRow row = serialized.row();
    if (row.body() == null) {
      fault(row, Objects.requireNonNull(row.fault()));
      return;
    }
    RowHash content = serialized.content();
    int entry = find(row, content);
    if (entry != RowTable.NONE && present.get(entry)) {
      Kind same = table.hasReference(entry) ? Kind.SAME_REFERENCE : Kind.SAME_CONTENT;
      fault(row, RowFault.of(same, table.row(entry)));
      return;
    }
    if (entry != RowTable.NONE) {
      place(row, entry);
    }
    if (entry != RowTable.NONE && table.state(entry) == RowState.DONE) {
      done++;
      if (!table.content(entry).equals(content)) {
        reportChange(row);
      }
      return;
    }
    RowFault fault = row.fault() == null ? check(serialized.json()) : row.fault();
    if (fault != null) {
      fault(row, fault);
      return;
    }
    take(row, content, entry);
  }

  private void place(ImportRow row, int entry) {
    present.set(entry);
    if (row.number() == table.row(entry)) {
      lastInPlace = row.number();
    } else {
      isShifted = true;
    }
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
      int same = findWithoutReference(row);
      int before = same == RowTable.NONE ? table.byRow(row.number()) : same;
      entry = table.add(row.number(), content, referenceHash(row.reference()));
      if (before != RowTable.NONE && before < known && !table.hasReference(before)) {
        earlier.put(entry, new EarlierRow(before, table.content(before), before == same));
        referenced.set(before, referenced.get(before) || before == same);
      }
    } else if (!table.content(entry).equals(content)) {
      earlier.put(entry, new EarlierRow(entry, table.content(entry), true));
      table.setContent(entry, content);
    }
    present.set(entry);
    toSend.set(entry);
  }

  /** The entry of a row that had no reference earlier. */
  private int findWithoutReference(ImportRow row) {
    if (known == 0 || row.reference() == null) {
      return RowTable.NONE;
    }
    ObjectNode body = Objects.requireNonNull(row.body()).deepCopy();
    return table.byContent(RowHash.of(RowHash.bytes(body.without(REFERENCE))));
  }

  /** An edited row, whose earlier content the file may contain elsewhere. */
  private void planEdited(int entry, EarlierRow row) {
    int before = row.entry();
    boolean isElsewhere = before != entry && present.get(before);
    boolean isOther = !row.isSame() && referenced.get(before);
    if (isElsewhere || isOther || !mayBeOrder(before)) {
      earlier.remove(entry);
      return;
    }
    edited.set(before);
    if (table.state(before) == RowState.DONE) {
      earlier.remove(entry);
      toSend.clear(entry);
      done++;
      reportChange(reportedRow(entry));
    }
  }

  private boolean mayBeOrder(int entry) {
    return table.state(entry) == RowState.DONE || table.state(entry) == RowState.SENT;
  }

  private ImportRow reportedRow(int entry) {
    return new ImportRow(table.row(entry), 0, null, null);
  }

  /** Rows without a reference that may be missing ones, edited, are not sent. */
  private void holdBack() throws IOException {
    int missing = 0;
    int first = 0;
    for (int entry = known - 1; entry >= 0; entry--) {
      if (isMissing(entry)) {
        missing++;
        first = table.row(entry);
      }
    }
    for (int entry = toSend.nextSetBit(known); entry >= 0; entry = toSend.nextSetBit(entry + 1)) {
      EarlierRow before = earlier.get(entry);
      int own = before != null && isMissing(before.entry()) ? 1 : 0;
      if (!table.hasReference(entry) && missing > own) {
        toSend.clear(entry);
        heldBack++;
        report(reportedRow(entry), RowFault.of(Kind.HELD_BACK, missing, first));
      }
    }
  }

  /**
   * Whether an order may be that of any new row. An edited row is known by its number while rows
   * before and behind it have kept theirs.
   */
  private boolean isMissing(int entry) {
    boolean isInPlace = edited.get(entry) && !isShifted && table.row(entry) < lastInPlace;
    return mayBeOrder(entry) && !present.get(entry) && !isInPlace;
  }

  /** It may be edited on purpose, or be a row of another file. */
  private void reportChange(ImportRow row) {
    changed++;
    progress.checked(row, RowFault.of(Kind.CHANGED));
  }

  private void fault(ImportRow row, RowFault fault) throws IOException {
    faulty++;
    report(row, fault);
  }

  private void report(ImportRow row, RowFault fault) throws IOException {
    progress.checked(row, fault);
    if (file != null) {
      file.append(RowSender.line(row.number()).put("fault", fault.message()));
    }
  }

  /** The entry of a row that is to be sent, once; else {@link RowTable#NONE}. */
  int takeToSend(SerializedRow row) throws IOException {
    int entry = find(row.row(), row.content());
    if (entry == RowTable.NONE) {
      if (check(row.json()) == null) {
        throw new IOException("the file has changed during the import; start it again");
      }
      return RowTable.NONE;
    }
    if (!toSend.get(entry) || !table.content(entry).equals(row.content())) {
      return RowTable.NONE;
    }
    toSend.clear(entry); // a later row of the same content or reference is a duplicate
    return entry;
  }
}
