package eu.callorders.console.imports;

import eu.callorders.client.bulk.ImportPlan;
import eu.callorders.client.bulk.ImportProgress;
import eu.callorders.client.bulk.ImportRow;
import eu.callorders.client.bulk.RowFault;
import eu.callorders.client.bulk.RowFault.Kind;
import eu.callorders.client.bulk.RowSource;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Counts the rows of a check or an import, in memory that does not depend on their number. */
final class RowMonitor implements ImportProgress {
  private static final int MAX_ERRORS = 1_000;
  private static final int INTERVAL = 1_000;

  private final FaultFormatter formatter;
  private final Runnable onChange;
  private final List<RowError> errors = new ArrayList<>();

  /** The numbers of the rows that the preview refuses, by the code of the problem. */
  private final Map<String, BitSet> refusals = new TreeMap<>();

  private int rows;
  private int accepted;
  private int refused;
  private int errorCount;
  private boolean isLocal;

  /**
   * @param onChange called by any thread
   */
  RowMonitor(FaultFormatter formatter, Runnable onChange) {
    this.formatter = formatter;
    this.onChange = onChange;
  }

  /** Counts the rows when they are read, and excludes those that a preview has refused. */
  RowSource count(RowSource source, Map<String, BitSet> excluded) {
    return consumer -> {
      restart();
      source.forEach(
          row -> {
            read();
            consumer.accept(refuse(row, excluded));
          });
    };
  }

  private static ImportRow refuse(ImportRow row, Map<String, BitSet> excluded) {
    return excluded.entrySet().stream()
        .filter(refusal -> refusal.getValue().get(row.number()))
        .findFirst()
        .map(refusal -> RowFault.of(Kind.PREVIEW, refusal.getKey(), "see the check"))
        .map(fault -> ImportRow.unreadable(row.number(), row.line(), fault))
        .orElse(row);
  }

  private synchronized void restart() {
    rows = 0;
  }

  private void read() {
    boolean isShown;
    synchronized (this) {
      isShown = ++rows % INTERVAL == 0;
    }
    if (isShown) {
      onChange.run();
    }
  }

  @Override
  public void checked(ImportRow row, RowFault fault) {
    synchronized (this) {
      if (fault.kind() == Kind.PREVIEW && !fault.problem().isMissingNode()) {
        String code = String.valueOf(fault.values().getFirst());
        refusals.computeIfAbsent(code, ignored -> new BitSet()).set(row.number());
      }
      add(row, fault);
    }
    onChange.run();
  }

  private void add(ImportRow row, RowFault fault) {
    errorCount++;
    isLocal |= formatter.isLocal(row, fault);
    if (errors.size() < MAX_ERRORS) {
      errors.add(new RowError(row.number(), row.line(), formatter.text(row, fault)));
    }
  }

  @Override
  public void planned(ImportPlan plan) {}

  @Override
  public void sent(ImportRow row, String orderId) {
    synchronized (this) {
      accepted++;
    }
    onChange.run();
  }

  @Override
  public void refused(ImportRow row, RowFault refusal) {
    synchronized (this) {
      refused++;
      add(row, refusal);
    }
    onChange.run();
  }

  synchronized Map<String, BitSet> refusals() {
    return Map.copyOf(refusals);
  }

  synchronized ImportTally tally() {
    return new ImportTally(rows, accepted, refused, errorCount, List.copyOf(errors), isLocal);
  }
}
