package eu.callorders.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import eu.callorders.core.id.IdKind;
import java.net.URLEncoder;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;

/** Pages of 100 events through HTTP, at several depths of the feed and with several filters. */
final class FeedPageBench extends ApiBench {
  private static final int EVENTS = 5_000_000;

  FeedPageBench() throws Exception {
    super("feed", 1);
  }

  @Override
  void measure() throws Exception {
    try (SqlSession session = server.connect()) {
      UUID tenant = IdKind.TENANT.parse(server.sandbox().tenantId()).orElseThrow();
      EventSeeder.write(session, tenant, Scale.of(EVENTS));
      figures.add("events in the feed", (double) session.number("SELECT count(*) FROM event"), "");
      new FeedPages(session, tenant, this::read, figures).measure(Scale.of(FeedPages.SAMPLES));
    }
  }

  private void read(Map<String, String> parameters) {
    String query =
        parameters.entrySet().stream()
            .map(each -> each.getKey() + "=" + URLEncoder.encode(each.getValue(), UTF_8))
            .collect(Collectors.joining("&"));
    api.get("/v1/events?" + query).await().require(200);
  }
}
