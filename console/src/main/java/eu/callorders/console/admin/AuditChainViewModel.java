package eu.callorders.console.admin;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.api.ApiClient;
import eu.callorders.console.api.ApiException;
import eu.callorders.console.api.Failure;
import eu.callorders.console.api.Page;
import eu.callorders.console.api.Query;
import eu.callorders.console.work.BackgroundExecutor;
import eu.callorders.console.work.BackgroundTask;
import java.util.Optional;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.LongProperty;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.beans.property.SimpleLongProperty;
import javafx.beans.property.SimpleObjectProperty;
import org.jspecify.annotations.Nullable;

/** Verifies the chain of the complete audit log. */
final class AuditChainViewModel {
  private static final int PAGE_SIZE = 100;

  /**
   * Result of a verification.
   *
   * @param newest hash of the newest entry, empty without one
   */
  record Verdict(long entries, String newest, Optional<AuditChainVerifier.BrokenEntry> broken) {}

  private final BackgroundExecutor background;
  private final ApiClient administration;
  final BooleanProperty running = new SimpleBooleanProperty();

  /** Number of entries verified so far. */
  final LongProperty verifiedEntries = new SimpleLongProperty();

  final ObjectProperty<@Nullable Verdict> result = new SimpleObjectProperty<>();

  /** Why the verification was not completed. */
  final ObjectProperty<@Nullable Failure> failure = new SimpleObjectProperty<>();

  private @Nullable BackgroundTask task;

  AuditChainViewModel(BackgroundExecutor background, ApiClient administration) {
    this.background = background;
    this.administration = administration;
  }

  /** Starts at the newest entry, unless a verification is running. */
  void verify() {
    if (running.get()) {
      return;
    }
    running.set(true);
    verifiedEntries.set(0);
    result.set(null);
    failure.set(null);
    task =
        background.run(
            this::verifyAll,
            verified -> {
              running.set(false);
              verifiedEntries.set(verified.entries());
              result.set(verified);
            },
            cause -> {
              running.set(false);
              failure.set(cause);
            });
  }

  void cancel() {
    if (task != null) {
      task.cancel();
    }
    running.set(false);
  }

  private Verdict verifyAll() throws ApiException, InterruptedException {
    AuditChainVerifier chain = new AuditChainVerifier();
    String after = "";
    while (true) {
      Page<JsonNode> page =
          administration.page("/admin/v1/audit-log", Query.none(), PAGE_SIZE, after);
      for (JsonNode entry : page.rows()) {
        Optional<AuditChainVerifier.BrokenEntry> broken = chain.verify(entry);
        if (broken.isPresent()) {
          return result(chain, broken);
        }
      }
      if (!page.hasMore()) {
        return result(chain, chain.end());
      }
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      long count = chain.entries();
      background.runOnFxThread(() -> progress(count));
      after = page.next();
    }
  }

  /** Ignores the progress of a canceled verification. */
  private void progress(long count) {
    if (running.get()) {
      verifiedEntries.set(count);
    }
  }

  private static Verdict result(
      AuditChainVerifier chain, Optional<AuditChainVerifier.BrokenEntry> broken) {
    return new Verdict(chain.entries(), chain.newest(), broken);
  }
}
