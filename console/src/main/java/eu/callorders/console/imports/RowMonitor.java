package eu.callorders.console.imports;

import static java.util.Comparator.comparingInt;

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
  private int checkedErrors;
  private boolean isRunning;
  private boolean isLocal;

  /**
   * @param onChange called by any thread
   */
  RowMonitor(FaultFormatter formatter, Runnable onChange) {
    this.formatter = formatter;
    this.onChange = onChange;
  }

  /** Counts the rows when they are read. */
  RowSource count(RowSource source) {
    return consumer -> {
      restart();
      source.forEach(
          row -> {
            read();
            consumer.accept(row);
          });
    };
  }

  private synchronized void restart() {
    rows = 0;
  }

  /** The check has ended: of its rows, those that the service would refuse are not sent. */
  RowSource run(RowSource source) {
    begin();
    return consumer -> source.forEach(row -> consumer.accept(exclude(row)));
  }

  private synchronized void begin() {
    if (!isRunning) {
      checkedErrors = errorCount;
      isRunning = true;
    }
    accepted = 0;
    refused = 0;
    errorCount = checkedErrors;
    errors.subList(Math.min(checkedErrors, errors.size()), errors.size()).clear();
  }

  private synchronized ImportRow exclude(ImportRow row) {
    return refusals.entrySet().stream()
        .filter(refusal -> refusal.getValue().get(row.number()))
        .findFirst()
        .map(refusal -> RowFault.of(Kind.PREVIEW, refusal.getKey(), "the check has found it"))
        .map(fault -> new ImportRow(row.number(), row.line(), row.body(), fault))
        .orElse(row);
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
      if (isRunning) {
        return; // the check has found it
      }
      if (fault.kind() == Kind.PREVIEW) {
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

  synchronized ImportTally tally() {
    List<RowError> inOrder = errors.stream().sorted(comparingInt(RowError::row)).toList();
    return new ImportTally(rows, accepted, refused, errorCount, inOrder, isLocal);
  }
}
