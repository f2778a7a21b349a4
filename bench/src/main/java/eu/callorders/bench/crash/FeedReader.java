package eu.callorders.bench.crash;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/** Reads the feed by its cursor, over whichever node answers, and keeps everything. */
public final class FeedReader {
  private final CampaignTenant tenancy;
  private final int limit;
  private final List<FeedEvent> events = new ArrayList<>();
  private String cursor = "";

  public FeedReader(CampaignTenant tenancy, int limit) {
    this.tenancy = tenancy;
    this.limit = limit;
  }

  /** Reads until it is stopped, then the rest. */
  public void follow(BooleanSupplier more) throws InterruptedException {
    while (more.getAsBoolean()) {
      if (!page()) {
        Thread.sleep(100);
      }
    }
    readAll();
  }

  public List<FeedEvent> readAll() throws InterruptedException {
    while (page()) {
      // goes on
    }
    return events();
  }

  private boolean page() throws InterruptedException {
    String after = cursor.isEmpty() ? "" : "&after=" + cursor;
    JsonNode page =
        tenancy.insist("GET", "/v1/events?limit=" + limit + after, "").require("the feed");
    synchronized (events) {
      page.path("data").forEach(event -> events.add(FeedEvent.of(event)));
    }
    cursor = page.path("next_cursor").asText(cursor);
    return page.path("has_more").asBoolean();
  }

  public List<FeedEvent> events() {
    synchronized (events) {
      return List.copyOf(events);
    }
  }

  public void write(Path file) throws IOException {
    Files.write(file, events().stream().map(FeedEvent::line).toList());
  }
}
