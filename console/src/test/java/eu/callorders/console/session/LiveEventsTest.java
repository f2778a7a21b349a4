package eu.callorders.console.session;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.api.ApiClient;
import eu.callorders.console.api.FakeService;
import eu.callorders.console.api.Transport;
import eu.callorders.console.work.Background;
import eu.callorders.console.work.Drawing;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LiveEventsTest {
  private static final Duration NONE = Duration.ZERO;
  private static final Transport.Patience HASTY =
      new Transport.Patience(
          Duration.ofMinutes(1), Duration.ofMinutes(1), Duration.ofMillis(1), NONE);

  private final FakeService service = new FakeService();
  private final Drawing drawing = new Drawing();
  private final Background background = new Background(drawing);
  private final List<String> heard = new ArrayList<>();

  @AfterEach
  void close() {
    background.close();
    service.close();
  }

  private void listen() {
    ApiClient api = ApiClient.administration(new Transport(HASTY), service.address(), "t");
    LiveEvents events = new LiveEvents(background, api, NONE, NONE);
    events.listen(
        batch -> batch.stream().map(JsonNode::toString).forEach(event -> heard.add(event)));
  }

  private static String page(String cursor, String... events) {
    return "{\"data\":[%s],\"has_more\":false,\"next_cursor\":\"%s\"}"
        .formatted(String.join(",", events), cursor);
  }

  private List<String> targets() {
    return service.asked().stream().map(FakeService.Asked::target).toList();
  }

  @Test
  void beginsAtTheEndOfTheFeed() {
    service.then(200, page("end")).then(200, page("more", "{\"id\":1}"));
    listen();
    drawing.next();
    assertThat(heard).containsExactly("{\"id\":1}");
    assertThat(targets().getFirst()).contains("created_after=2999");
    assertThat(targets().get(1)).contains("after=end");
  }

  @Test
  void goesOnWhereItStoppedWhateverCameInstead() {
    service
        .then(200, page("one"))
        .then(200, "<html>Please sign in</html>")
        .then(500, "Oops")
        .then(200, "{}")
        .then(200, "{\"data\":\"none\",\"next_cursor\":null}")
        .then(401, "{\"code\":\"unauthorized\"}")
        .then(200, page("two", "{\"id\":1}", "{\"id\":2,\"type\":\"unheard.of\",\"new\":[]}"));
    listen();
    drawing.next();
    assertThat(heard).hasSize(2);
    assertThat(targets().subList(1, 7)).allMatch(target -> target.endsWith("after=one"));
  }

  @Test
  void looksForTheEndAgainWhenItsPlaceIsGone() {
    service
        .then(200, page("one"))
        .then(400, "{\"code\":\"invalid_cursor\"}")
        .then(200, page("two"))
        .then(200, page("three", "{\"id\":1}"));
    listen();
    drawing.next();
    assertThat(targets().get(2)).contains("created_after=2999");
    assertThat(targets().get(3)).endsWith("after=two");
    assertThat(heard).containsExactly("{\"id\":1}");
  }
}
