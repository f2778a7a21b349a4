package eu.callorders.console.connect;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.console.api.FakeService;
import eu.callorders.console.api.Transport;
import eu.callorders.console.session.Session;
import eu.callorders.console.work.BackgroundExecutor;
import eu.callorders.console.work.DirectExecutor;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/** A fake service to connect to, and a directory for profiles. */
final class ConnectFixture implements AutoCloseable {
  final FakeService service = new FakeService();
  final DirectExecutor drawing = new DirectExecutor();
  private final BackgroundExecutor background = new BackgroundExecutor(drawing);
  final List<Session> sessions = new ArrayList<>();
  final Path home;

  ConnectFixture(Path home) {
    this.home = home;
  }

  @Override
  public void close() {
    background.close();
    service.close();
  }

  ConnectViewModel model(Optional<DemoProfile> demo) {
    return model(demo, Optional.empty());
  }

  ConnectViewModel model(Optional<DemoProfile> demo, Optional<SecretStore> secrets) {
    return new ConnectViewModel(
        background,
        new SessionOpener(Transport.Timeouts.DEFAULT),
        new ProfileStore(background, new ProfilesFile(home), secrets),
        demo,
        sessions::add);
  }

  ConnectViewModel modelWithProfiles(SecretStore secrets, String... names) throws IOException {
    for (String name : names) {
      URI base = service.address();
      new ProfilesFile(home).save(new Profile(name, base, base, Optional.empty(), "cli_1"));
    }
    return model(Optional.empty(), Optional.of(secrets));
  }

  /** Profile "Mine" is selected, and its stored secret is loaded. */
  ConnectViewModel modelWithStoredSecret(InMemorySecretStore shelf) throws Exception {
    shelf.secrets.put("Mine", "cosk_kept");
    ConnectViewModel model = modelWithProfiles(shelf, "Mine");
    drawing.runNext();
    return model;
  }

  Optional<DemoProfile> demo() throws IOException {
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

  /** A token with an environment claim. */
  static String token(String environment) {
    String claims = "{\"tenant_id\":\"tn_1\",\"environment\":\"%s\"}".formatted(environment);
    return "e30."
        + Base64.getUrlEncoder().encodeToString(claims.getBytes(StandardCharsets.UTF_8))
        + ".c2ln";
  }

  void fillIn(ConnectViewModel model) {
    model.form.name.set("Mine");
    model.form.base.set(service.address() + "/v1/");
    model.form.clientId.set("cli_1");
    model.form.secret.set("cosk_1");
    assertThat(model.form.complete.get()).isTrue();
  }

  Session connected(ConnectViewModel model) {
    service.token(token("live"), 1800);
    model.connect();
    drawing.runNext();
    return sessions.getLast();
  }
}
