package eu.callorders.console.order;

import eu.callorders.console.api.ApiException;
import eu.callorders.console.api.Scope;
import eu.callorders.console.session.Session;
import eu.callorders.console.work.BackgroundExecutor;
import eu.callorders.console.work.ResourceViewModel;

/** Loads the opened transcript and splits it into lines off the UI thread. */
final class TranscriptViewModel extends ResourceViewModel<Transcript> {
  private final Session session;

  TranscriptViewModel(BackgroundExecutor background, Session session) {
    super(background, callId -> read(new OrderLoader(session), callId));
    this.session = session;
  }

  private static Transcript read(OrderLoader loader, String callId) throws ApiException {
    return Transcript.of(callId, loader.transcript(callId));
  }

  boolean mayRead() {
    return session.may(Scope.TRANSCRIPTS_READ);
  }

  /** Loads the transcript of a call, also again, in place of the previous one. */
  void open(String callId) {
    clear();
    show(callId);
  }
}
