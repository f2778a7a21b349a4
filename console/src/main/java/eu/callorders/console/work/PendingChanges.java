package eu.callorders.console.work;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * The changes made while pages are being read. A page may be older than they are, so they are made
 * again after it.
 */
final class PendingChanges {
  private final BooleanSupplier isReading;
  private final List<Runnable> changes = new ArrayList<>();

  PendingChanges(BooleanSupplier isReading) {
    this.isReading = isReading;
  }

  void make(Runnable change) {
    if (isReading.getAsBoolean()) {
      changes.add(change);
    }
    change.run();
  }

  /** Called when a page is taken. */
  void makeAgain() {
    changes.forEach(Runnable::run);
    readEnded();
  }

  void readEnded() {
    if (!isReading.getAsBoolean()) {
      changes.clear();
    }
  }

  void clear() {
    changes.clear();
  }
}
