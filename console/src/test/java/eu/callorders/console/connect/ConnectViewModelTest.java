package eu.callorders.console.connect;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.console.api.Failure;
import eu.callorders.console.api.FakeService;
import eu.callorders.console.api.Scope;
import eu.callorders.console.api.Transport;
import eu.callorders.console.session.Session;
import eu.callorders.console.work.Background;
import eu.callorders.console.work.Drawing;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConnectViewModelTest {
  private final FakeService service = new FakeService();
  private final Drawing drawing = new Drawing();
  private final Background background = new Background(drawing);
  private final List<Session> sessions = new ArrayList<>();

  @TempDir private Path home;

  @AfterEach
  void close() {
    background.close();
    service.close();
  }

  private ConnectViewModel model(Optional<DemoProfile> demo) {
    return new ConnectViewModel(
        background,
        new SessionOpening(Transport.Patience.DEFAULT),
        new Profiles(home),
        Secrets.none(),
        demo,
        sessions::add);
  }

  private Optional<DemoProfile> demo() throws IOException {
    Path data = Files.createDirectories(home.resolve("data"));
    Files.writeString(
        data.resolve("demo-credentials.json"),
        """
        {"base_url":"%1$s","auth_url":"%1$s","admin_url":"http://127.0.0.1:9","admin_token":"t",
         "tenant_id":"tn_1","client_id":"cli_1","client_secret":"cosk_1","environment":"sandbox"}
        """
            .formatted(service.address()));
    return DemoProfile.find(Files.createDirectories(home.resolve("somewhere/below")), "Demo");
  }

  /** A token that says of itself where it is from. */
  private static String token(String environment) {
    String claims = "{\"tenant_id\":\"tn_1\",\"environment\":\"%s\"}".formatted(environment);
    return "e30."
        + Base64.getUrlEncoder().encodeToString(claims.getBytes(StandardCharsets.UTF_8))
        + ".c2ln";
  }

  @Test
  void findsTheDemoAboveAndConnectsWithNothingToFillIn() throws IOException {
    ConnectViewModel model = model(demo());
    assertThat(model.isDemo()).isTrue();
    assertThat(model.ready().get()).isTrue();
    service.token(token("sandbox"), 1800);
    model.connect();
    drawing.next();
    Session session = sessions.getFirst();
    assertThat(session.environment()).isEqualTo("sandbox");
    assertThat(session.tenantName()).isEqualTo("tn_1");
    assertThat(session.scopes()).containsExactly(Scope.ORDERS_READ);
    assertThat(session.administration()).isPresent();
    assertThat(new Profiles(home).all()).isEmpty();
  }

  @Test
  void knowsALiveTokenWithoutTheScopeForTheTenant() {
    ConnectViewModel model = model(Optional.empty());
    assertThat(model.ready().get()).isFalse();
    fillIn(model);
    service.token(token("live"), 1800);
    model.connect();
    drawing.next();
    assertThat(sessions.getFirst().environment()).isEqualTo("live");
    assertThat(sessions.getFirst().isSandbox()).isFalse();
  }

  private void fillIn(ConnectViewModel model) {
    model.name().set("Mine");
    model.base().set(service.address() + "/v1/");
    model.clientId().set("cli_1");
    model.secret().set("cosk_1");
    assertThat(model.ready().get()).isTrue();
  }

  @Test
  void saysThatTheSecretIsWrongAndKeepsWhatWasTyped() {
    ConnectViewModel model = model(Optional.empty());
    fillIn(model);
    service.then(401, "{\"error\":\"invalid_client\"}");
    model.connect();
    assertThat(model.busy().get()).isTrue();
    drawing.next();
    assertThat(model.busy().get()).isFalse();
    assertThat(model.failure().get()).isEqualTo(new Failure.WrongCredentials());
    assertThat(model.secret().get()).isEqualTo("cosk_1");
    assertThat(sessions).isEmpty();
  }

  @Test
  void keepsAProfileWithoutItsSecrets() throws IOException {
    Profile profile =
        new Profile(
            "Mine",
            URI.create("https://a.example"),
            URI.create("https://b.example"),
            Optional.of(URI.create("https://c.example")),
            "cli_1");
    new Profiles(home).keep(profile);
    assertThat(new Profiles(home).all()).containsExactly(profile);
    assertThat(Files.readString(home.resolve("profiles.json"))).doesNotContain("secret");
    ConnectViewModel model = model(Optional.empty());
    assertThat(model.clientId().get()).isEqualTo("cli_1");
    assertThat(model.secret().get()).isEmpty();
    assertThat(model.ready().get()).isFalse();
    model.remove();
    assertThat(new Profiles(home).all()).isEmpty();
  }

  @Test
  void takesAddressesAsPeopleCopyThem() {
    assertThat(ConnectViewModel.address(" https://a.example:8443/v1/ "))
        .contains(URI.create("https://a.example:8443"));
    assertThat(ConnectViewModel.address("a.example")).isEmpty();
    assertThat(ConnectViewModel.address("ftp://a.example")).isEmpty();
    assertThat(ConnectViewModel.address("http://")).isEmpty();
  }
}
