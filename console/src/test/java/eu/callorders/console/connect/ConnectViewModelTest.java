package eu.callorders.console.connect;

import static eu.callorders.console.connect.ConnectFixture.token;
import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.console.api.Failure;
import eu.callorders.console.api.Scope;
import eu.callorders.console.session.Session;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConnectViewModelTest {
  @AutoClose private ConnectFixture fixture;

  @BeforeEach
  void open(@TempDir Path home) {
    fixture = new ConnectFixture(home);
  }

  @Test
  void findsTheDemoInAParentDirectoryAndConnects() throws IOException {
    ConnectViewModel model = fixture.model(fixture.demo());
    assertThat(model.isDemo()).isTrue();
    assertThat(model.form.complete.get()).isTrue();
    fixture.service.token(token("sandbox"), 1800);
    model.connect();
    fixture.drawing.runNext();
    Session session = fixture.sessions.getFirst();
    assertThat(session.environment()).isEqualTo("sandbox");
    assertThat(session.tenantName()).isEqualTo("tn_1");
    assertThat(session.scopes().get()).containsExactly(Scope.ORDERS_READ);
    assertThat(session.administration()).isPresent();
    assertThat(new ProfilesFile(fixture.home).all()).isEmpty();
  }

  @Test
  void readsTheEnvironmentFromTheToken() {
    ConnectViewModel model = fixture.model(Optional.empty());
    assertThat(model.form.complete.get()).isFalse();
    fixture.fillIn(model);
    fixture.service.token(token("live"), 1800);
    model.connect();
    fixture.drawing.runNext();
    assertThat(fixture.sessions.getFirst().environment()).isEqualTo("live");
    assertThat(fixture.sessions.getFirst().isSandbox()).isFalse();
  }

  @Test
  void reportsAWrongSecretAndKeepsTheInput() {
    ConnectViewModel model = fixture.model(Optional.empty());
    fixture.fillIn(model);
    fixture.service.then(401, "{\"error\":\"invalid_client\"}");
    model.connect();
    assertThat(model.action.busy.get()).isTrue();
    fixture.drawing.runNext();
    assertThat(model.action.busy.get()).isFalse();
    assertThat(model.action.failure.get()).isEqualTo(new Failure.WrongCredentials());
    assertThat(model.form.secret.get()).isEqualTo("cosk_1");
    assertThat(fixture.sessions).isEmpty();
  }

  @Test
  void storesAProfileWithoutSecrets() throws IOException {
    Profile profile =
        new Profile(
            "Mine",
            URI.create("https://a.example"),
            URI.create("https://b.example"),
            Optional.of(URI.create("https://c.example")),
            "cli_1");
    new ProfilesFile(fixture.home).save(profile);
    assertThat(new ProfilesFile(fixture.home).all()).containsExactly(profile);
    assertThat(Files.readString(fixture.home.resolve("profiles.json"))).doesNotContain("secret");
    ConnectViewModel model = fixture.model(Optional.empty());
    assertThat(model.form.clientId.get()).isEqualTo("cli_1");
    assertThat(model.form.secret.get()).isEmpty();
    assertThat(model.form.complete.get()).isFalse();
    model.remove();
    assertThat(new ProfilesFile(fixture.home).all()).isEmpty();
  }

  @Test
  void normalizesAddresses() {
    assertThat(ConnectForm.address(" https://a.example:8443/v1/ "))
        .contains(URI.create("https://a.example:8443"));
    assertThat(ConnectForm.address("a.example")).isEmpty();
    assertThat(ConnectForm.address("ftp://a.example")).isEmpty();
    assertThat(ConnectForm.address("http://")).isEmpty();
  }

  @Test
  void requiresValidAddresses() {
    ConnectForm form = fixture.model(Optional.empty()).form;
    form.fill(
        new Profile("Mine", URI.create("a"), URI.create(""), Optional.empty(), "cli_1"), "x", "");
    assertThat(form.complete.get()).isFalse();
    form.base.set("https://a.example");
    assertThat(form.profile().orElseThrow().issuer()).isEqualTo(URI.create("https://a.example"));
    form.administration.set("b.example");
    assertThat(form.complete.get()).isFalse();
    form.administration.set("https://b.example");
    assertThat(form.complete.get()).isTrue();
    form.issuer.set("nowhere");
    assertThat(form.complete.get()).isFalse();
  }

  @Test
  void savesTheProfileBeforeTheSessionStarts() {
    ConnectViewModel model = fixture.model(Optional.empty());
    fixture.fillIn(model);
    fixture.service.token(token("live"), 1800);
    model.connect();
    fixture.drawing.runNext();
    assertThat(new ProfilesFile(fixture.home).all())
        .extracting(Profile::name)
        .containsExactly("Mine");
  }

  @Test
  void listsEachNameOnceAndCannotRemoveTheDemo() throws Exception {
    URI base = fixture.service.address();
    new ProfilesFile(fixture.home).save(new Profile("Demo", base, base, Optional.empty(), "cli_9"));
    ConnectViewModel model = fixture.model(fixture.demo());
    assertThat(model.profiles).containsExactly("Demo");
    assertThat(model.form.clientId.get()).isEqualTo("cli_1");
    model.remove();
    assertThat(model.profiles).containsExactly("Demo");
    assertThat(new ProfilesFile(fixture.home).all()).hasSize(1);
  }

  @Test
  void connectsOnceAtATimeAndNotAfterCancel() throws Exception {
    ConnectViewModel model = fixture.model(Optional.empty());
    fixture.fillIn(model);
    fixture.service.token(token("live"), 1800);
    model.connect();
    assertThat(model.action.busy.get()).isTrue();
    model.connect();
    Runnable arrived = fixture.drawing.takeNext();
    model.action.cancel();
    assertThat(model.action.busy.get()).isFalse();
    arrived.run();
    assertThat(fixture.sessions).isEmpty();
    assertThat(fixture.service.requests()).hasSize(1);
    fixture.service.then(401, "{\"error\":\"invalid_client\"}");
    model.connect();
    fixture.drawing.runNext();
    fixture.service.token(token("live"), 1800);
    model.connect();
    assertThat(model.action.failure.get()).as("of the attempt before").isNull();
    fixture.drawing.runNext();
    assertThat(model.action.busy.get()).isFalse();
    assertThat(fixture.sessions).hasSize(1);
  }

  @Test
  void savesNoProfileThatFailedToConnect() throws Exception {
    ConnectViewModel model = fixture.model(Optional.empty());
    fixture.fillIn(model);
    fixture.service.then(401, "{\"error\":\"invalid_client\"}");
    model.connect();
    fixture.drawing.runNext();
    assertThat(new ProfilesFile(fixture.home).all()).isEmpty();
  }

  @Test
  void storesTheProfileThatWasSelectedOnConnect() throws Exception {
    InMemorySecretStore shelf = new InMemorySecretStore();
    ConnectViewModel model = fixture.modelWithProfiles(shelf, "Mine", "Other");
    fixture.drawing.runNext();
    model.form.secret.set("cosk_1");
    model.rememberSecrets.set(true);
    fixture.service.token(token("live"), 1800);
    model.connect();
    Runnable arrived = fixture.drawing.takeNext();
    model.selected.set("Other");
    fixture.drawing.runNext();
    arrived.run();
    fixture.drawing.runNext();
    assertThat(shelf.secrets).containsExactly(Map.entry("Mine", "cosk_1"));
  }
}
