package eu.callorders.console.connect;

import static eu.callorders.console.connect.ConnectFixture.token;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Secrets that the key store keeps for the profiles. */
class StoredSecretsTest {
  @AutoClose private ConnectFixture fixture;

  @BeforeEach
  void open(@TempDir Path home) {
    fixture = new ConnectFixture(home);
  }

  @Test
  void fillsInStoredSecretsAndUpdatesThem() throws Exception {
    InMemorySecretStore shelf = new InMemorySecretStore();
    shelf.secrets.put("Mine", "cosk_kept");
    ConnectViewModel model = fixture.modelWithProfiles(shelf, "Mine");
    assertThat(model.form.secret.get()).isEmpty();
    fixture.drawing.runNext();
    assertThat(model.form.secret.get()).isEqualTo("cosk_kept");
    assertThat(model.rememberSecrets.get()).isTrue();
    model.form.secret.set("cosk_new");
    fixture.service.token(token("live"), 1800);
    model.connect();
    fixture.drawing.runNext();
    fixture.drawing.runNext();
    assertThat(shelf.secrets).containsEntry("Mine", "cosk_new");
  }

  @Test
  void deletesSecretsWhenTheOperatorDeselectsStorage() throws Exception {
    InMemorySecretStore shelf = new InMemorySecretStore();
    ConnectViewModel model = fixture.modelWithStoredSecret(shelf);
    model.rememberSecrets.set(false);
    fixture.service.token(token("live"), 1800);
    model.connect();
    fixture.drawing.runNext();
    fixture.drawing.runNext();
    assertThat(shelf.secrets).isEmpty();
    assertThat(fixture.sessions).hasSize(1);
  }

  @Test
  void storesNoSecretsByDefault() throws Exception {
    InMemorySecretStore shelf = new InMemorySecretStore();
    ConnectViewModel model = fixture.modelWithProfiles(shelf, "Mine");
    fixture.drawing.runNext();
    model.form.secret.set("cosk_1");
    fixture.service.token(token("live"), 1800);
    model.connect();
    fixture.drawing.runNext();
    assertThat(fixture.sessions).hasSize(1);
    assertThat(shelf.accessed).containsExactly("Mine");
  }

  @Test
  void doesNotOverwriteInputWhenTheKeyStoreIsSlow() throws Exception {
    InMemorySecretStore shelf = new InMemorySecretStore();
    shelf.secrets.put("Mine", "cosk_kept");
    ConnectViewModel model = fixture.modelWithProfiles(shelf, "Mine");
    model.form.secret.set("cosk_typed");
    fixture.drawing.runNext();
    assertThat(model.form.secret.get()).isEqualTo("cosk_typed");
  }

  @Test
  void fillsInNoSecretOfAnotherProfile() throws Exception {
    InMemorySecretStore shelf = new InMemorySecretStore();
    shelf.secrets.put("Mine", "cosk_kept");
    ConnectViewModel model = fixture.modelWithProfiles(shelf, "Mine");
    model.selected.set(null);
    fixture.drawing.runNext();
    assertThat(model.form.secret.get()).isEmpty();
  }

  @Test
  void removesAProfileWithItsSecrets() throws Exception {
    InMemorySecretStore shelf = new InMemorySecretStore();
    shelf.secrets.putAll(
        Map.of("Mine", "cosk_kept", "Mine (administration)", "token", "Other", "x"));
    ConnectViewModel model = fixture.modelWithProfiles(shelf, "Mine", "Other");
    fixture.drawing.runNext();
    model.remove();
    assertThat(model.profiles).containsExactly("Other");
    fixture.drawing.runNext();
    assertThat(shelf.secrets).containsOnlyKeys("Other");
  }

  @Test
  void resetsTheStateForAnotherProfile() throws Exception {
    InMemorySecretStore shelf = new InMemorySecretStore();
    shelf.secrets.put("Mine", "cosk_kept");
    ConnectViewModel model = fixture.modelWithProfiles(shelf, "Mine", "Other");
    fixture.drawing.runNext();
    fixture.service.then(401, "{\"error\":\"invalid_client\"}");
    model.connect();
    fixture.drawing.runNext();
    assertThat(model.action.failure.get()).isNotNull();
    model.selected.set("Other");
    fixture.drawing.runNext();
    assertThat(model.action.failure.get()).isNull();
    assertThat(model.rememberSecrets.get()).isFalse();
    shelf.accessed.clear();
    model.form.secret.set("cosk_2");
    fixture.connected(model);
    assertThat(shelf.accessed).as("its secrets were never stored").isEmpty();
    model.selected.set(null);
    assertThat(model.form.name.get()).isEmpty();
    assertThat(model.form.clientId.get()).isEmpty();
    assertThat(model.form.secret.get()).isEmpty();
  }

  @Test
  void storesTheAdministrationTokenWithTheSecret() throws Exception {
    InMemorySecretStore shelf = new InMemorySecretStore();
    ConnectViewModel model = fixture.modelWithProfiles(shelf, "Mine");
    fixture.drawing.runNext();
    model.form.secret.set(" cosk_1 ");
    model.form.adminToken.set("token");
    model.rememberSecrets.set(true);
    fixture.connected(model);
    assertThat(fixture.service.requests().getLast().credentials()).endsWith(":cosk_1");
    fixture.drawing.runNext();
    assertThat(shelf.secrets).isEqualTo(Map.of("Mine", "cosk_1", "Mine (administration)", "token"));
    ConnectViewModel again = fixture.model(Optional.empty(), Optional.of(shelf));
    fixture.drawing.runNext();
    assertThat(again.form.adminToken.get()).isEqualTo("token");
    again.rememberSecrets.set(false);
    fixture.connected(again);
    fixture.drawing.runNext();
    assertThat(shelf.secrets).isEmpty();
  }

  @Test
  void storesNoEmptyToken() throws Exception {
    InMemorySecretStore shelf = new InMemorySecretStore();
    ConnectViewModel model = fixture.modelWithProfiles(shelf, "Mine");
    fixture.drawing.runNext();
    model.form.secret.set("cosk_1");
    model.rememberSecrets.set(true);
    fixture.connected(model);
    fixture.drawing.runNext();
    assertThat(shelf.secrets).containsOnlyKeys("Mine");
  }
}
