package eu.callorders.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import eu.callorders.core.id.IdKind;
import java.net.URLEncoder;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;

/** Pages of 100 events through HTTP, at several depths of the feed and with several filters. */
public final class FeedPageBench {
  private static final int EVENTS = 1_000_000;

  private FeedPageBench() {}

  public static void main(String[] arguments) throws Exception {
    try (Server server = Server.start();
        Api api = new Api(server.sandbox(), 1);
        SqlSession session = server.connect()) {
      UUID tenant = IdKind.TENANT.parse(server.sandbox().tenantId()).orElseThrow();
      EventSeeder.write(session, tenant, Scale.of(EVENTS));
      BenchReport figures = new BenchReport("feed");
      double events = (double) session.number("SELECT count(*) FROM event");
      figures.add("events in the feed", events, "");
      new FeedPages(session, tenant, parameters -> read(api, parameters), figures)
          .measure(Scale.of(FeedPages.SAMPLES));
      figures.end();
    }
  }

  private static void read(Api api, Map<String, String> parameters) {
    String query =
        parameters.entrySet().stream()
            .map(each -> each.getKey() + "=" + URLEncoder.encode(each.getValue(), UTF_8))
            .collect(Collectors.joining("&"));
    api.get("/v1/events?" + query).await().require(200);
  }
}
