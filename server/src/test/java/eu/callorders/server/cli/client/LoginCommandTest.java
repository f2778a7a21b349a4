package eu.callorders.server.cli.client;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.server.app.RunningService;
import eu.callorders.server.app.RunningTenant;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LoginCommandTest {
  private final RunningService service = RunningService.shared();
  private final RunningTenant tenant = service.newTenant();
  @TempDir private Path home;

  private Map<String, String> environment() {
    return Map.of(
        "XDG_CONFIG_HOME", home.toString(), "CALLORDERS_DATA_DIR", home.resolve("data").toString());
  }

  private ClientCommandRun login(String secret, String... more) {
    InputStream before = System.in;
    System.setIn(new ByteArrayInputStream(secret.getBytes(StandardCharsets.UTF_8)));
    try {
      String[] all =
          Stream.concat(
                  Stream.of(
                      "login",
                      "--api-url",
                      service.address(),
                      "--client-id",
                      tenant.clientId(),
                      "--secret-stdin"),
                  Stream.of(more))
              .toArray(String[]::new);
      return ClientCommandRun.of(environment(), all);
    } finally {
      System.setIn(before);
    }
  }

  @Test
  void storesAProfileThatOtherCommandsUse() throws Exception {
    ClientCommandRun login = login(tenant.clientSecret() + "\n", "--profile", "tests");

    assertThat(login.exit()).as(login.err()).isZero();
    Path file = home.resolve("call-orders/profiles.json");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
    ClientCommandRun list =
        ClientCommandRun.of(environment(), "orders", "list", "--profile", "tests", "--json");
    assertThat(list.exit()).as(list.err()).isZero();
    assertThat(list.json().path("data")).isEmpty();
  }

  @Test
  void usesTheDefaultProfileWithoutAnyOther() {
    assertThat(login(tenant.clientSecret()).exit()).isZero();
    assertThat(ClientCommandRun.of(environment(), "orders", "list").exit()).isZero();
  }

  @Test
  void storesNoCredentialsThatAreRefused() {
    ClientCommandRun login = login("wrong");

    assertThat(login.exit()).isEqualTo(1);
    assertThat(login.err()).contains("refuses the credentials").contains("call-orders login");
    assertThat(home.resolve("call-orders/profiles.json")).doesNotExist();
  }

  @Test
  void saysHowToNameAService() {
    ClientCommandRun unknown = ClientCommandRun.of(environment(), "orders", "list");
    assertThat(unknown.exit()).isEqualTo(1);
    assertThat(unknown.err()).contains("call-orders login").contains("CALLORDERS_API_URL");

    ClientCommandRun profile =
        ClientCommandRun.of(environment(), "orders", "list", "--profile", "nowhere");
    assertThat(profile.err()).contains("--profile nowhere");
  }
}
