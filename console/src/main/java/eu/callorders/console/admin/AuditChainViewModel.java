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
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.beans.property.ReadOnlyLongProperty;
import javafx.beans.property.ReadOnlyLongWrapper;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import org.jspecify.annotations.Nullable;

/** Verifies the chain of the complete audit log. */
final class AuditChainViewModel {
  private static final int PAGE = 100;

  /**
   * Result of a verification.
   *
   * @param newest hash of the newest entry, empty without one
   */
  record Verdict(long entries, String newest, Optional<AuditChainVerifier.Broken> broken) {}

  private final BackgroundExecutor background;
  private final ApiClient administration;
  private final ReadOnlyBooleanWrapper walking = new ReadOnlyBooleanWrapper();
  private final ReadOnlyLongWrapper walked = new ReadOnlyLongWrapper();
  private final ReadOnlyObjectWrapper<@Nullable Verdict> verdict = new ReadOnlyObjectWrapper<>();
  private final ReadOnlyObjectWrapper<@Nullable Failure> failure = new ReadOnlyObjectWrapper<>();
  private @Nullable BackgroundTask work;

  AuditChainViewModel(BackgroundExecutor background, ApiClient administration) {
    this.background = background;
    this.administration = administration;
  }

  /** Starts at the newest entry, unless a verification is running. */
  void verify() {
    if (walking.get()) {
      return;
    }
    walking.set(true);
    walked.set(0);
    verdict.set(null);
    failure.set(null);
    work =
        background.run(
            this::walk,
            verified -> {
              walking.set(false);
              walked.set(verified.entries());
              verdict.set(verified);
            },
            cause -> {
              walking.set(false);
              failure.set(cause);
            });
  }

  void cancel() {
    if (work != null) {
      work.cancel();
    }
    walking.set(false);
  }

  private Verdict walk() throws ApiException, InterruptedException {
    AuditChainVerifier chain = new AuditChainVerifier();
    String after = "";
    while (true) {
      Page<JsonNode> page = administration.page("/admin/v1/audit-log", Query.none(), PAGE, after);
      for (JsonNode entry : page.rows()) {
        Optional<AuditChainVerifier.Broken> broken = chain.take(entry);
        if (broken.isPresent()) {
          return verdict(chain, broken);
        }
      }
      if (!page.hasMore()) {
        return verdict(chain, chain.end());
      }
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      long count = chain.entries();
      background.draw(() -> progress(count));
      after = page.next();
    }
  }

  /** Ignores the progress of a canceled verification. */
  private void progress(long count) {
    if (walking.get()) {
      walked.set(count);
    }
  }

  private static Verdict verdict(
      AuditChainVerifier chain, Optional<AuditChainVerifier.Broken> broken) {
    return new Verdict(chain.entries(), chain.newest(), broken);
  }

  ReadOnlyBooleanProperty walking() {
    return walking.getReadOnlyProperty();
  }

  /** Number of entries verified so far. */
  ReadOnlyLongProperty walked() {
    return walked.getReadOnlyProperty();
  }

  ReadOnlyObjectProperty<@Nullable Verdict> verdict() {
    return verdict.getReadOnlyProperty();
  }

  /** Why the verification was not completed. */
  ReadOnlyObjectProperty<@Nullable Failure> failure() {
    return failure.getReadOnlyProperty();
  }
}
