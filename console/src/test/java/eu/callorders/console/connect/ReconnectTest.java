package eu.callorders.console.connect;

import static eu.callorders.console.connect.ConnectFixture.token;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import eu.callorders.console.api.Scope;
import eu.callorders.console.session.Session;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A sign-in with another client during the session. */
class ReconnectTest {
  @AutoClose private ConnectFixture fixture;

  @BeforeEach
  void open(@TempDir Path home) {
    fixture = new ConnectFixture(home);
  }

  @Test
  void appliesTheScopesOfEachToken() throws Exception {
    ConnectViewModel model = fixture.model(Optional.empty());
    fixture.fillIn(model);
    Session session = fixture.connected(model);
    fixture.service.then(
        200,
        "{\"access_token\":\"%s\",\"expires_in\":1800,\"scope\":\"orders:write events:read\"}"
            .formatted(token("live")));
    session.signIn("cli_2", "");
    assertThat(session.may(Scope.EVENTS_READ)).as("before the update runs").isFalse();
    fixture.drawing.runNext();
    assertThat(session.scopes().get())
        .containsExactlyInAnyOrder(Scope.ORDERS_WRITE, Scope.EVENTS_READ);
  }

  @Test
  void savesTheNewClientAfterSignIn() throws Exception {
    InMemorySecretStore shelf = new InMemorySecretStore();
    ConnectViewModel model = fixture.modelWithProfiles(shelf, "Mine", "Other");
    fixture.drawing.runNext();
    model.form.secret.set("cosk_1");
    Session session = fixture.connected(model);
    fixture.service.token(token("live"), 1800);
    session.signIn("cli_2", "cosk_2");
    assertThat(new ProfilesFile(fixture.home).all())
        .extracting(Profile::name, Profile::clientId)
        .containsExactlyInAnyOrder(tuple("Mine", "cli_2"), tuple("Other", "cli_1"));
    assertThat(shelf.secrets).as("storage was not selected").isEmpty();
    fixture.service.token(token("live"), 1800);
    session.signIn("", "cosk_3");
    assertThat(new ProfilesFile(fixture.home).all())
        .extracting(Profile::clientId)
        .containsExactlyInAnyOrder("cli_1", "cli_2");
  }

  @Test
  void storesTheNewSecretIfTheOldOneWasStored() throws Exception {
    InMemorySecretStore shelf = new InMemorySecretStore();
    ConnectViewModel model = fixture.modelWithStoredSecret(shelf);
    Session session = fixture.connected(model);
    fixture.drawing.runNext();
    fixture.service.token(token("live"), 1800);
    session.signIn("cli_2", "");
    assertThat(shelf.secrets).containsEntry("Mine", "cosk_kept");
    fixture.service.token(token("live"), 1800);
    session.signIn("", "cosk_new");
    assertThat(shelf.secrets).containsEntry("Mine", "cosk_new");
  }

  @Test
  void deletesAnOldSecretWhenTheNewOneCannotBeStored() throws Exception {
    InMemorySecretStore shelf = new InMemorySecretStore();
    ConnectViewModel model = fixture.modelWithStoredSecret(shelf);
    Session session = fixture.connected(model);
    fixture.drawing.runNext();
    shelf.isFull = true;
    fixture.service.token(token("live"), 1800);
    session.signIn("", "cosk_new");
    assertThat(shelf.secrets).isEmpty();
  }

  @Test
  void savesNoProfileOfADemoAfterSignIn() throws Exception {
    InMemorySecretStore shelf = new InMemorySecretStore();
    ConnectViewModel model = fixture.model(fixture.demo(), Optional.of(shelf));
    model.rememberSecrets.set(true);
    Session session = fixture.connected(model);
    fixture.service.token(token("live"), 1800);
    session.signIn("cli_2", "two");
    assertThat(new ProfilesFile(fixture.home).all()).isEmpty();
    assertThat(shelf.accessed).isEmpty();
  }
}
