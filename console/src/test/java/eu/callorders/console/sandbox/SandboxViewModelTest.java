package eu.callorders.console.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.MissingNode;
import eu.callorders.console.api.ApiClient;
import eu.callorders.console.api.FakeService;
import eu.callorders.console.api.Json;
import eu.callorders.console.api.Reachability;
import eu.callorders.console.api.Transport;
import eu.callorders.console.session.Session;
import eu.callorders.console.work.Background;
import eu.callorders.console.work.Drawing;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SandboxViewModelTest {
  private static final Instant NOW = Instant.parse("2026-11-20T10:00:00Z");
  private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");

  private final FakeService service = new FakeService();
  private final Drawing drawing = new Drawing();
  private final Background background = new Background(drawing);
  private final ApiClient api =
      ApiClient.administration(
          new Transport(Transport.Patience.DEFAULT), service.address(), "token");
  private final SandboxViewModel model =
      new SandboxViewModel(
          background,
          new Session(
              "demo",
              "sandbox",
              "tn_1",
              MissingNode.getInstance(),
              Set.of(),
              api,
              Optional.of(api),
              new Reachability()));

  @AfterEach
  void close() {
    background.close();
    service.close();
  }

  private static String clock(String now, String status) {
    return "{\"now\":\"%s\",\"status\":\"%s\"}".formatted(now, status);
  }

  private Walk walk() {
    Walk walk = model.walk().get();
    assertThat(walk).isNotNull();
    return walk;
  }

  @Test
  void walksToItsTargetAndShowsWhatHappensOnTheWay() {
    service
        .then(200, clock("2026-11-20T10:00:00.000Z", "ready"))
        .then(200, clock("2026-11-20T10:00:00.000Z", "advancing"))
        .then(200, clock("2026-11-20T22:00:00.000Z", "advancing"))
        .then(200, clock("2026-11-21T10:00:00.000Z", "ready"));
    model.start();
    drawing.next();
    assertThat(model.now().get()).isEqualTo(NOW);
    assertThat(model.walking().get()).isFalse();
    model.advance(Advance.by(NOW, "P1D").orElseThrow());
    assertThat(model.walking().get()).isTrue();
    drawing.next();
    assertThat(walk().progress()).isZero();
    drawing.next();
    assertThat(walk().progress()).isEqualTo(0.5);
    model.happened(
        List.of(Json.parse("{\"type\":\"call.ended\",\"occurred_at\":\"x\"}").orElseThrow()));
    drawing.next();
    assertThat(model.walking().get()).isFalse();
    assertThat(walk().progress()).isEqualTo(1);
    assertThat(model.stops()).containsExactly(new Stop("x", "call.ended", "", ""));
    assertThat(service.asked().get(1).target())
        .isEqualTo("/admin/v1/tenants/tn_1/test-clock/advance");
    assertThat(service.asked().get(1).body()).isEqualTo("{\"by\":\"P1D\"}");
  }

  @Test
  void showsAWalkThatSomebodyElseBeganWithoutAnEnd() {
    service.then(200, clock("2026-11-20T10:00:00.000Z", "advancing"));
    model.start();
    drawing.next();
    assertThat(model.walking().get()).isTrue();
    assertThat(walk().progress()).isEqualTo(Walk.UNKNOWN);
  }

  @Test
  void standsAgainWhenTheServiceRefuses() {
    service
        .then(200, clock("2026-11-20T10:00:00.000Z", "ready"))
        .then(422, "{\"code\":\"validation_failed\"}");
    model.start();
    drawing.next();
    model.advance(Advance.by(NOW, "P1D").orElseThrow());
    drawing.next();
    assertThat(model.walking().get()).isFalse();
    assertThat(model.failure().get()).isNotNull();
  }

  @Test
  void readsDurationsAsTheServiceDoes() {
    assertThat(Advance.by(NOW, "P1M1DT90M").orElseThrow().target())
        .isEqualTo("2026-12-21T11:30:00Z");
    assertThat(Advance.by(NOW, "PT0.5S").orElseThrow().target())
        .isEqualTo("2026-11-20T10:00:00.500Z");
    for (String wrong : List.of("", "P", "PT", "P1DT", "-P1D", "P1H", "1 day")) {
      assertThat(Advance.by(NOW, wrong)).as(wrong).isEmpty();
    }
  }

  @Test
  void goesToAnInstantThatIsNotPast() {
    LocalDate day = LocalDate.of(2026, 11, 20);
    assertThat(Advance.to(NOW, day, "11:00", BERLIN).orElseThrow().target()).isEqualTo(NOW);
    assertThat(Advance.to(NOW, day, "10:59", BERLIN)).isEmpty();
    assertThat(Advance.to(NOW, day.plusDays(1), "9:30", BERLIN).orElseThrow().body().toString())
        .isEqualTo("{\"to\":\"2026-11-21T08:30:00Z\"}");
    assertThat(Advance.to(NOW, day.plusDays(1), "noon", BERLIN)).isEmpty();
  }
}
