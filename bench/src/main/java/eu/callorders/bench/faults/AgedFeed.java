package eu.callorders.bench.faults;

import eu.callorders.bench.Polling;
import eu.callorders.bench.SqlSession;
import eu.callorders.bench.crash.CampaignTenant;
import eu.callorders.bench.crash.FeedEvent;
import eu.callorders.bench.crash.FeedReader;
import eu.callorders.bench.crash.Violations;
import eu.callorders.bench.crash.WebhookReceiver;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The feed and the webhooks of a tenant around a stop that makes older events older. */
final class AgedFeed {
  /** The feed shows events of so many days. */
  private static final int SHOWN_DAYS = 30;

  private static final Duration READ = Duration.ofMinutes(1);

  private final CampaignTenant tenancy;
  private final WebhookReceiver webhooks;
  private final int days;
  private final FeedReader reader;
  private List<FeedEvent> before = List.of();
  private Set<String> receivedBefore = Set.of();

  AgedFeed(CampaignTenant tenancy, WebhookReceiver webhooks, int days) {
    this.tenancy = tenancy;
    this.webhooks = webhooks;
    this.days = days;
    this.reader = new FeedReader(tenancy, 100);
  }

  /** Reads every event that there is, before the stop. */
  void readBefore(SqlSession session) throws Exception {
    Polling.until(
        READ,
        100,
        "the feed lacks events",
        () -> reader.readAll().size() == session.number("SELECT count(*) FROM event"));
    before = reader.events();
    receivedBefore = webhooks.received();
  }

  /** All events as they are now; the reader has gone on by its cursor. */
  List<FeedEvent> followed() throws InterruptedException {
    List<FeedEvent> all = reader.readAll();
    List<FeedEvent> followed = new ArrayList<>();
    before.forEach(event -> followed.add(aged(event)));
    followed.addAll(all.subList(before.size(), all.size()));
    return followed;
  }

  private FeedEvent aged(FeedEvent event) {
    return new FeedEvent(
        AgedText.of(event.id(), days),
        event.type(),
        event.orderId(),
        event.enrollmentId(),
        event.occurredAt().minus(Duration.ofDays(days)),
        event.data());
  }

  /** The feed from its start, unless that is hidden. */
  List<FeedEvent> reread(List<FeedEvent> followed) throws InterruptedException {
    return days < SHOWN_DAYS ? new FeedReader(tenancy, 100).readAll() : followed;
  }

  /** Adds events since the stop that were not sent, and those refused before that are shown. */
  void checkWebhooks(List<FeedEvent> followed, Duration limit, Violations violations)
      throws Exception {
    Set<String> expected = new HashSet<>();
    for (int at = 0; at < followed.size(); at++) {
      boolean isNew = at >= before.size();
      boolean refused = !isNew && !receivedBefore.contains(before.get(at).id());
      if (isNew || (refused && days < SHOWN_DAYS)) {
        expected.add(followed.get(at).id());
      }
    }
    Polling.within(limit, 200, () -> webhooks.received().containsAll(expected));
    expected.removeAll(webhooks.received());
    violations.unless(
        expected.isEmpty(),
        "%d events were not sent, such as %s"
            .formatted(expected.size(), expected.stream().limit(3).toList()));
    webhooks.faults().forEach(violations::add);
  }
}
