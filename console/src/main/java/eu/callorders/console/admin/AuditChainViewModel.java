package eu.callorders.console.admin;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.api.ApiClient;
import eu.callorders.console.api.ApiException;
import eu.callorders.console.api.Page;
import eu.callorders.console.api.Query;
import eu.callorders.console.work.ActionRunner;
import eu.callorders.console.work.BackgroundExecutor;
import java.util.Optional;
import javafx.beans.property.LongProperty;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleLongProperty;
import javafx.beans.property.SimpleObjectProperty;
import org.jspecify.annotations.Nullable;

/** Verifies the chain of the complete audit log. */
final class AuditChainViewModel {
  /** The result; {@code newest} is the hash of the newest entry, empty without one. */
  record Verdict(long entries, String newest, Optional<AuditChainVerifier.BrokenEntry> broken) {}

  final ActionRunner action;

  /** Number of entries verified so far. */
  final LongProperty verifiedEntries = new SimpleLongProperty();

  final ObjectProperty<@Nullable Verdict> result = new SimpleObjectProperty<>();
  private final BackgroundExecutor background;
  private final ApiClient administration;

  AuditChainViewModel(BackgroundExecutor background, ApiClient administration) {
    this.action = new ActionRunner(background);
    this.background = background;
    this.administration = administration;
  }

  /** Starts at the newest entry, unless a verification is running. */
  void verify() {
    if (action.busy.get()) {
      return;
    }
    verifiedEntries.set(0);
    result.set(null);
    action.start(
        this::verifyAll,
        verified -> {
          verifiedEntries.set(verified.entries());
          result.set(verified);
        });
  }

  private Verdict verifyAll() throws ApiException, InterruptedException {
    AuditChainVerifier chain = new AuditChainVerifier();
    Optional<AuditChainVerifier.BrokenEntry> broken = Optional.empty();
    String after = "";
    while (true) {
      Page<JsonNode> page = administration.page("/admin/v1/audit-log", Query.none(), after);
      for (int row = 0; row < page.rows().size() && broken.isEmpty(); row++) {
        broken = chain.verify(page.rows().get(row));
      }
      if (broken.isPresent() || !page.hasMore()) {
        return new Verdict(chain.entries(), chain.newest(), broken.or(chain::end));
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
    if (action.busy.get()) {
      verifiedEntries.set(count);
    }
  }
}
