package eu.callorders.console.connect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import eu.callorders.console.api.Failure;
import eu.callorders.console.api.FakeService;
import eu.callorders.console.api.Scope;
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
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConnectViewModelTest {
  private final FakeService service = new FakeService();
  private final DirectExecutor drawing = new DirectExecutor();
  private final BackgroundExecutor background = new BackgroundExecutor(drawing);
  private final List<Session> sessions = new ArrayList<>();

  @TempDir private Path home;

  @AfterEach
  void close() {
    background.close();
    service.close();
  }

  private ConnectViewModel model(Optional<DemoProfile> demo) {
    return model(demo, Optional.empty());
  }

  private ConnectViewModel model(Optional<DemoProfile> demo, Optional<SecretStore> secrets) {
    return new ConnectViewModel(
        background,
        new SessionOpener(Transport.Timeouts.DEFAULT),
        new ProfileStore(background, new ProfilesFile(home), secrets),
        demo,
        sessions::add);
  }

  private ConnectViewModel modelWithProfiles(SecretStore secrets, String... names)
      throws IOException {
    for (String name : names) {
      URI base = service.address();
      new ProfilesFile(home).save(new Profile(name, base, base, Optional.empty(), "cli_1"));
    }
    return model(Optional.empty(), Optional.of(secrets));
  }

  /** Profile "Mine" is selected, and its stored secret is loaded. */
  private ConnectViewModel modelWithStoredSecret(InMemorySecretStore shelf) throws Exception {
    shelf.secrets.put("Mine", "cosk_kept");
    ConnectViewModel model = modelWithProfiles(shelf, "Mine");
    drawing.runNext();
    return model;
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

  /** A token with an environment claim. */
  private static String token(String environment) {
    String claims = "{\"tenant_id\":\"tn_1\",\"environment\":\"%s\"}".formatted(environment);
    return "e30."
        + Base64.getUrlEncoder().encodeToString(claims.getBytes(StandardCharsets.UTF_8))
        + ".c2ln";
  }

  @Test
  void findsTheDemoInAParentDirectoryAndConnects() throws IOException {
    ConnectViewModel model = model(demo());
    assertThat(model.isDemo()).isTrue();
    assertThat(model.form.complete.get()).isTrue();
    service.token(token("sandbox"), 1800);
    model.connect();
    drawing.runNext();
    Session session = sessions.getFirst();
    assertThat(session.environment()).isEqualTo("sandbox");
    assertThat(session.tenantName()).isEqualTo("tn_1");
    assertThat(session.scopes().get()).containsExactly(Scope.ORDERS_READ);
    assertThat(session.administration()).isPresent();
    assertThat(new ProfilesFile(home).all()).isEmpty();
  }

  @Test
  void readsTheEnvironmentFromTheToken() {
    ConnectViewModel model = model(Optional.empty());
    assertThat(model.form.complete.get()).isFalse();
    fillIn(model);
    service.token(token("live"), 1800);
    model.connect();
    drawing.runNext();
    assertThat(sessions.getFirst().environment()).isEqualTo("live");
    assertThat(sessions.getFirst().isSandbox()).isFalse();
  }

  private void fillIn(ConnectViewModel model) {
    model.form.name.set("Mine");
    model.form.base.set(service.address() + "/v1/");
    model.form.clientId.set("cli_1");
    model.form.secret.set("cosk_1");
    assertThat(model.form.complete.get()).isTrue();
  }

  @Test
  void reportsAWrongSecretAndKeepsTheInput() {
    ConnectViewModel model = model(Optional.empty());
    fillIn(model);
    service.then(401, "{\"error\":\"invalid_client\"}");
    model.connect();
    assertThat(model.action.busy.get()).isTrue();
    drawing.runNext();
    assertThat(model.action.busy.get()).isFalse();
    assertThat(model.action.failure.get()).isEqualTo(new Failure.WrongCredentials());
    assertThat(model.form.secret.get()).isEqualTo("cosk_1");
    assertThat(sessions).isEmpty();
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
    new ProfilesFile(home).save(profile);
    assertThat(new ProfilesFile(home).all()).containsExactly(profile);
    assertThat(Files.readString(home.resolve("profiles.json"))).doesNotContain("secret");
    ConnectViewModel model = model(Optional.empty());
    assertThat(model.form.clientId.get()).isEqualTo("cli_1");
    assertThat(model.form.secret.get()).isEmpty();
    assertThat(model.form.complete.get()).isFalse();
    model.remove();
    assertThat(new ProfilesFile(home).all()).isEmpty();
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
    ConnectForm form = model(Optional.empty()).form;
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
    ConnectViewModel model = model(Optional.empty());
    fillIn(model);
    service.token(token("live"), 1800);
    model.connect();
    drawing.runNext();
    assertThat(new ProfilesFile(home).all()).extracting(Profile::name).containsExactly("Mine");
  }

  @Test
  void fillsInStoredSecretsAndUpdatesThem() throws Exception {
    InMemorySecretStore shelf = new InMemorySecretStore();
    shelf.secrets.put("Mine", "cosk_kept");
    ConnectViewModel model = modelWithProfiles(shelf, "Mine");
    assertThat(model.form.secret.get()).isEmpty();
    drawing.runNext();
    assertThat(model.form.secret.get()).isEqualTo("cosk_kept");
    assertThat(model.rememberSecrets.get()).isTrue();
    model.form.secret.set("cosk_new");
    service.token(token("live"), 1800);
    model.connect();
    drawing.runNext();
    drawing.runNext();
    assertThat(shelf.secrets).containsEntry("Mine", "cosk_new");
  }

  @Test
  void deletesSecretsWhenTheOperatorDeselectsStorage() throws Exception {
    InMemorySecretStore shelf = new InMemorySecretStore();
    ConnectViewModel model = modelWithStoredSecret(shelf);
    model.rememberSecrets.set(false);
    service.token(token("live"), 1800);
    model.connect();
    drawing.runNext();
    drawing.runNext();
    assertThat(shelf.secrets).isEmpty();
    assertThat(sessions).hasSize(1);
  }

  @Test
  void storesNoSecretsByDefault() throws Exception {
    InMemorySecretStore shelf = new InMemorySecretStore();
    ConnectViewModel model = modelWithProfiles(shelf, "Mine");
    drawing.runNext();
    model.form.secret.set("cosk_1");
    service.token(token("live"), 1800);
    model.connect();
    drawing.runNext();
    assertThat(sessions).hasSize(1);
    assertThat(shelf.accessed).containsExactly("Mine");
  }

  @Test
  void doesNotOverwriteInputWhenTheKeyStoreIsSlow() throws Exception {
    InMemorySecretStore shelf = new InMemorySecretStore();
    shelf.secrets.put("Mine", "cosk_kept");
    ConnectViewModel model = modelWithProfiles(shelf, "Mine");
    model.form.secret.set("cosk_typed");
    drawing.runNext();
    assertThat(model.form.secret.get()).isEqualTo("cosk_typed");
  }

  @Test
  void fillsInNoSecretOfAnotherProfile() throws Exception {
    InMemorySecretStore shelf = new InMemorySecretStore();
    shelf.secrets.put("Mine", "cosk_kept");
    ConnectViewModel model = modelWithProfiles(shelf, "Mine");
    model.selected.set(null);
    drawing.runNext();
    assertThat(model.form.secret.get()).isEmpty();
  }

  @Test
  void listsEachNameOnceAndCannotRemoveTheDemo() throws Exception {
    URI base = service.address();
    new ProfilesFile(home).save(new Profile("Demo", base, base, Optional.empty(), "cli_9"));
    ConnectViewModel model = model(demo());
    assertThat(model.profiles).containsExactly("Demo");
    assertThat(model.form.clientId.get()).isEqualTo("cli_1");
    model.remove();
    assertThat(model.profiles).containsExactly("Demo");
    assertThat(new ProfilesFile(home).all()).hasSize(1);
  }

  @Test
  void removesAProfileWithItsSecrets() throws Exception {
    InMemorySecretStore shelf = new InMemorySecretStore();
    shelf.secrets.putAll(
        Map.of("Mine", "cosk_kept", "Mine (administration)", "token", "Other", "x"));
    ConnectViewModel model = modelWithProfiles(shelf, "Mine", "Other");
    drawing.runNext();
    model.remove();
    assertThat(model.profiles).containsExactly("Other");
    drawing.runNext();
    assertThat(shelf.secrets).containsOnlyKeys("Other");
  }

  @Test
  void resetsTheStateForAnotherProfile() throws Exception {
    InMemorySecretStore shelf = new InMemorySecretStore();
    shelf.secrets.put("Mine", "cosk_kept");
    ConnectViewModel model = modelWithProfiles(shelf, "Mine", "Other");
    drawing.runNext();
    service.then(401, "{\"error\":\"invalid_client\"}");
    model.connect();
    drawing.runNext();
    assertThat(model.action.failure.get()).isNotNull();
    model.selected.set("Other");
    drawing.runNext();
    assertThat(model.action.failure.get()).isNull();
    assertThat(model.rememberSecrets.get()).isFalse();
    shelf.accessed.clear();
    model.form.secret.set("cosk_2");
    connected(model);
    assertThat(shelf.accessed).as("its secrets were never stored").isEmpty();
    model.selected.set(null);
    assertThat(model.form.name.get()).isEmpty();
    assertThat(model.form.clientId.get()).isEmpty();
    assertThat(model.form.secret.get()).isEmpty();
  }

  @Test
  void storesTheAdministrationTokenWithTheSecret() throws Exception {
    InMemorySecretStore shelf = new InMemorySecretStore();
    ConnectViewModel model = modelWithProfiles(shelf, "Mine");
    drawing.runNext();
    model.form.secret.set(" cosk_1 ");
    model.form.adminToken.set("token");
    model.rememberSecrets.set(true);
    connected(model);
    assertThat(service.requests().getLast().body()).endsWith("client_secret=cosk_1");
    drawing.runNext();
    assertThat(shelf.secrets).isEqualTo(Map.of("Mine", "cosk_1", "Mine (administration)", "token"));
    ConnectViewModel again = model(Optional.empty(), Optional.of(shelf));
    drawing.runNext();
    assertThat(again.form.adminToken.get()).isEqualTo("token");
    again.rememberSecrets.set(false);
    connected(again);
    drawing.runNext();
    assertThat(shelf.secrets).isEmpty();
  }

  @Test
  void storesNoEmptyToken() throws Exception {
    InMemorySecretStore shelf = new InMemorySecretStore();
    ConnectViewModel model = modelWithProfiles(shelf, "Mine");
    drawing.runNext();
    model.form.secret.set("cosk_1");
    model.rememberSecrets.set(true);
    connected(model);
    drawing.runNext();
    assertThat(shelf.secrets).containsOnlyKeys("Mine");
  }

  @Test
  void connectsOnceAtATimeAndNotAfterCancel() throws Exception {
    ConnectViewModel model = model(Optional.empty());
    fillIn(model);
    service.token(token("live"), 1800);
    model.connect();
    assertThat(model.action.busy.get()).isTrue();
    model.connect();
    Runnable arrived = drawing.takeNext();
    model.action.cancel();
    assertThat(model.action.busy.get()).isFalse();
    arrived.run();
    assertThat(sessions).isEmpty();
    assertThat(service.requests()).hasSize(1);
    service.then(401, "{\"error\":\"invalid_client\"}");
    model.connect();
    drawing.runNext();
    service.token(token("live"), 1800);
    model.connect();
    assertThat(model.action.failure.get()).as("of the attempt before").isNull();
    drawing.runNext();
    assertThat(model.action.busy.get()).isFalse();
    assertThat(sessions).hasSize(1);
  }

  @Test
  void savesNoProfileThatFailedToConnect() throws Exception {
    ConnectViewModel model = model(Optional.empty());
    fillIn(model);
    service.then(401, "{\"error\":\"invalid_client\"}");
    model.connect();
    drawing.runNext();
    assertThat(new ProfilesFile(home).all()).isEmpty();
  }

  private Session connected(ConnectViewModel model) {
    service.token(token("live"), 1800);
    model.connect();
    drawing.runNext();
    return sessions.getLast();
  }

  @Test
  void appliesTheScopesOfEachToken() throws Exception {
    ConnectViewModel model = model(Optional.empty());
    fillIn(model);
    Session session = connected(model);
    service.then(
        200,
        "{\"access_token\":\"%s\",\"expires_in\":1800,\"scope\":\"orders:write events:read\"}"
            .formatted(token("live")));
    session.signIn("cli_2", "");
    assertThat(session.may(Scope.EVENTS_READ)).as("before the update runs").isFalse();
    drawing.runNext();
    assertThat(session.scopes().get())
        .containsExactlyInAnyOrder(Scope.ORDERS_WRITE, Scope.EVENTS_READ);
  }

  @Test
  void savesTheNewClientAfterSignIn() throws Exception {
    InMemorySecretStore shelf = new InMemorySecretStore();
    ConnectViewModel model = modelWithProfiles(shelf, "Mine", "Other");
    drawing.runNext();
    model.form.secret.set("cosk_1");
    Session session = connected(model);
    service.token(token("live"), 1800);
    session.signIn("cli_2", "cosk_2");
    assertThat(new ProfilesFile(home).all())
        .extracting(Profile::name, Profile::clientId)
        .containsExactlyInAnyOrder(tuple("Mine", "cli_2"), tuple("Other", "cli_1"));
    assertThat(shelf.secrets).as("storage was not selected").isEmpty();
    service.token(token("live"), 1800);
    session.signIn("", "cosk_3");
    assertThat(new ProfilesFile(home).all())
        .extracting(Profile::clientId)
        .containsExactlyInAnyOrder("cli_1", "cli_2");
  }

  @Test
  void storesTheNewSecretIfTheOldOneWasStored() throws Exception {
    InMemorySecretStore shelf = new InMemorySecretStore();
    ConnectViewModel model = modelWithStoredSecret(shelf);
    Session session = connected(model);
    drawing.runNext();
    service.token(token("live"), 1800);
    session.signIn("cli_2", "");
    assertThat(shelf.secrets).containsEntry("Mine", "cosk_kept");
    service.token(token("live"), 1800);
    session.signIn("", "cosk_new");
    assertThat(shelf.secrets).containsEntry("Mine", "cosk_new");
  }

  @Test
  void deletesAnOldSecretWhenTheNewOneCannotBeStored() throws Exception {
    InMemorySecretStore shelf = new InMemorySecretStore();
    ConnectViewModel model = modelWithStoredSecret(shelf);
    Session session = connected(model);
    drawing.runNext();
    shelf.isFull = true;
    service.token(token("live"), 1800);
    session.signIn("", "cosk_new");
    assertThat(shelf.secrets).isEmpty();
  }

  @Test
  void savesNoProfileOfADemoAfterSignIn() throws Exception {
    InMemorySecretStore shelf = new InMemorySecretStore();
    ConnectViewModel model = model(demo(), Optional.of(shelf));
    model.rememberSecrets.set(true);
    Session session = connected(model);
    service.token(token("live"), 1800);
    session.signIn("cli_2", "two");
    assertThat(new ProfilesFile(home).all()).isEmpty();
    assertThat(shelf.accessed).isEmpty();
  }

  @Test
  void storesTheProfileThatWasSelectedOnConnect() throws Exception {
    InMemorySecretStore shelf = new InMemorySecretStore();
    ConnectViewModel model = modelWithProfiles(shelf, "Mine", "Other");
    drawing.runNext();
    model.form.secret.set("cosk_1");
    model.rememberSecrets.set(true);
    service.token(token("live"), 1800);
    model.connect();
    Runnable arrived = drawing.takeNext();
    model.selected.set("Other");
    drawing.runNext();
    arrived.run();
    drawing.runNext();
    assertThat(shelf.secrets).containsExactly(Map.entry("Mine", "cosk_1"));
  }

  /** A key store in memory. */
  private static final class InMemorySecretStore implements SecretStore {
    private final Map<String, String> secrets = new ConcurrentHashMap<>();
    private final List<String> accessed = new CopyOnWriteArrayList<>();
    private boolean isFull;

    @Override
    public Optional<String> find(String name) {
      accessed.add(name);
      return Optional.ofNullable(secrets.get(name));
    }

    @Override
    public boolean store(String name, String secret) {
      accessed.add(name);
      if (!isFull) {
        secrets.put(name, secret);
      }
      return !isFull;
    }

    @Override
    public void delete(String name) {
      accessed.add(name);
      secrets.remove(name);
    }
  }
}
