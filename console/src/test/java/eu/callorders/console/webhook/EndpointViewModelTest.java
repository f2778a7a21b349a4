package eu.callorders.console.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.MissingNode;
import eu.callorders.console.api.ApiClient;
import eu.callorders.console.api.Failure;
import eu.callorders.console.api.FakeService;
import eu.callorders.console.api.Reachability;
import eu.callorders.console.api.Scope;
import eu.callorders.console.api.Transport;
import eu.callorders.console.session.Session;
import eu.callorders.console.work.Background;
import eu.callorders.console.work.Drawing;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class EndpointViewModelTest {
  private static final String NONE = "{\"data\":[],\"has_more\":false,\"next_cursor\":null}";
  private static final String ENDPOINT =
      """
      {"id":"whe_1","url":"https://a.example/h","status":"%s",
       "verification":{"state":"succeeded"},"health":{"consecutive_failures":0}%s}
      """;

  private final FakeService service = new FakeService();
  private final Drawing drawing = new Drawing();
  private final Background background = new Background(drawing);
  private final ApiClient api =
      ApiClient.administration(
          new Transport(Transport.Patience.DEFAULT), service.address(), "token");
  private final List<EndpointRow> changed = new ArrayList<>();
  private final EndpointViewModel model =
      new EndpointViewModel(
          background,
          new Session(
              "s",
              "sandbox",
              "tn_1",
              MissingNode.getInstance(),
              Set.of(Scope.CONFIG_READ, Scope.CONFIG_WRITE),
              api,
              Optional.empty(),
              new Reachability()),
          changed::add);

  @AfterEach
  void close() {
    background.close();
    service.close();
  }

  private FakeService endpoint(String status, String etag) {
    return service.then(200, Map.of("ETag", etag), ENDPOINT.formatted(status, "")).then(200, NONE);
  }

  private void shown() {
    endpoint("active", "\"3\"");
    model.show("whe_1");
    drawing.next();
  }

  private String status() {
    EndpointDetail detail = model.detail().get();
    return detail == null ? "" : detail.row().status();
  }

  @Test
  void disablesWhatItHasSeenAndReadsItAgain() {
    shown();
    service.then(200, ENDPOINT.formatted("disabled", ""));
    endpoint("disabled", "\"4\"");
    model.disable();
    drawing.next();
    drawing.next();
    assertThat(service.asked().get(2).header("If-match")).isEqualTo("\"3\"");
    assertThat(service.asked().get(2).body()).isEqualTo("{\"status\":\"disabled\"}");
    assertThat(changed).extracting(EndpointRow::status).containsExactly("disabled");
    assertThat(status()).isEqualTo("disabled");
  }

  @Test
  void keepsSayingWhyAnActionFailedWhileItReadsAgain() {
    shown();
    service.then(412, "{\"code\":\"precondition_failed\",\"title\":\"T\"}");
    endpoint("disabled", "\"4\"");
    model.disable();
    drawing.next();
    drawing.next();
    assertThat(status()).isEqualTo("disabled");
    assertThat(model.failure().get()).isInstanceOf(Failure.Refused.class);
    assertThat(model.busy().get()).isFalse();
  }

  @Test
  void hasTheSecretUntilItIsForgotten() {
    shown();
    service.then(200, ENDPOINT.formatted("active", ",\"secret\":\"whsec_x\""));
    endpoint("active", "\"4\"");
    model.rotate();
    model.clear();
    drawing.next();
    assertThat(model.rotated().get())
        .isEqualTo(new RotatedSecret("https://a.example/h", "whsec_x"));
    assertThat(String.valueOf(model.rotated().get())).doesNotContain("whsec_");
    model.forgetSecret();
    assertThat(model.rotated().get()).isNull();
  }

  @Test
  void saysSoWhenTheSecretGotLostOnItsWay() {
    shown();
    service.then(200, ENDPOINT.formatted("active", ""));
    endpoint("active", "\"4\"");
    model.rotate();
    drawing.next();
    RotatedSecret rotated = model.rotated().get();
    assertThat(rotated != null && rotated.isLost()).isTrue();
  }

  @Test
  void showsWhatBecameOfATestOfThisEndpointOnly() {
    shown();
    String ping =
        """
        {"id":"whd_1","event_type":"webhook_endpoint.ping","status":"retrying",
         "attempts":[{"at":"2026-11-20T10:00:00.000Z","error":"connection_failed","duration_ms":7}]}
        """;
    service.then(200, ping);
    endpoint("active", "\"3\"");
    model.test();
    drawing.next();
    DeliveryRow tested = model.tested().get();
    assertThat(tested == null ? null : tested.last())
        .isEqualTo(new Attempt("2026-11-20T10:00:00.000Z", 0, "connection_failed", 7));
    drawing.next();
    service.then(200, ping);
    model.test();
    model.clear();
    drawing.next();
    assertThat(model.tested().get()).isNull();
  }
}
