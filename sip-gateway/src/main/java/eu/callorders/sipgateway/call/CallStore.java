package eu.callorders.sipgateway.call;

import eu.callorders.gatewaykit.call.CallJournal;
import eu.callorders.sipgateway.sip.Dialog;
import io.vertx.core.Future;
import org.jspecify.annotations.Nullable;

/** Stores what the next process needs to end a call. Confined to the event loop. */
final class CallStore {
  private final CallJournal journal;
  private final String language;
  private @Nullable SavedCall saved;

  /**
   * @param language of the report
   */
  CallStore(CallJournal journal, String language) {
    this.journal = journal;
    this.language = language;
  }

  /**
   * Stores a leg to the person; completes when it is on disk.
   *
   * @param trunk null when diverted without one
   */
  Future<Void> save(
      Dialog dialog, @Nullable String trunk, CallProgress progress, boolean answered) {
    SavedCall next = SavedCall.of(dialog, trunk, progress, answered, language);
    return save(saved == null ? next : next.continuing(saved));
  }

  /** Stores that the service has canceled the call; one without a leg ends at once. */
  void stopped() {
    if (saved != null) {
      save(saved.withStop());
    }
  }

  /** Stores that the disclosure was spoken to its end. */
  void disclosed() {
    if (saved != null) {
      save(saved.withDisclosure());
    }
  }

  /** Stores the leg to an agent; completes when it is on disk. */
  Future<Void> agent(SavedCall.AgentLeg leg) {
    return saved == null
        ? Future.failedFuture("there is no leg to the person")
        : save(saved.withAgent(leg));
  }

  private Future<Void> save(SavedCall state) {
    saved = state;
    journal.save(state);
    return journal.whenDurable();
  }
}
