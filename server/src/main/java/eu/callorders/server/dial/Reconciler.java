package eu.callorders.server.dial;

import eu.callorders.core.telephony.PlaceAnswer;
import eu.callorders.core.telephony.QueryAnswer;
import eu.callorders.core.telephony.VoiceGateway;
import eu.callorders.server.database.Database;
import eu.callorders.server.dial.OverdueStore.Silent;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * Asks the gateway about attempts that are silent for too long, and gives up those whose fate
 * nobody can tell any more. It never places a call again.
 */
public final class Reconciler {
  private static final int BATCH = 200;

  /** When a call that began at the last moment would be over, and has been told for long. */
  private static final Duration LONGEST =
      CallScript.RING_TIMEOUT.plus(CallScript.MAX_DURATION).plusSeconds(30);

  private final Database database;
  private final OverdueStore overdue = new OverdueStore();
  private final VoiceGateway gateway;
  private final GatewayInbox inbox;
  private final InstantSource realTime;

  public Reconciler(
      Database database, VoiceGateway gateway, GatewayInbox inbox, InstantSource realTime) {
    this.database = database;
    this.gateway = gateway;
    this.inbox = inbox;
    this.realTime = realTime;
  }

  /** Deals with what is overdue now; answers how many attempts that were. */
  public int runOnce() {
    List<Silent> silent =
        database.inWorker(connection -> overdue.claimSilent(connection, BATCH).await());
    silent.forEach(this::ask);
    List<UUID> unreported =
        database.inWorker(connection -> overdue.unreported(connection, BATCH).await());
    unreported.forEach(id -> inbox.add(new GatewayNews.Overdue(id)));
    return silent.size() + unreported.size();
  }

  private void ask(Silent attempt) {
    gateway.query(attempt.id(), attempt.gatewayRef()).thenAccept(answer -> take(attempt, answer));
  }

  private void take(Silent attempt, QueryAnswer answer) {
    List<GatewayNews> news = new ArrayList<>();
    if (answer instanceof QueryAnswer.Found(String ref, var events)) {
      news.add(new GatewayNews.Answer(attempt.id(), new PlaceAnswer.Accepted(ref)));
      events.forEach(event -> news.add(new GatewayNews.Told(event)));
    }
    Instant giveUpAt = attempt.notAfter().plus(LONGEST);
    if (realTime.instant().isAfter(giveUpAt)) {
      news.add(new GatewayNews.Lost(attempt.id()));
    }
    if (!news.isEmpty()) {
      inbox.add(news, () -> {});
    }
  }
}
