package eu.callorders.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DatabaseAddressTest {
  @Test
  void readsEveryPart() {
    assertThat(
            DatabaseAddress.parse(
                "postgresql://us%20er:p%40ss+word@db.example:6543/call%2Dorders"
                    + "?sslmode=verify-full&sslrootcert=/etc/ca.pem"))
        .isEqualTo(
            new DatabaseAddress(
                "db.example",
                6543,
                "call-orders",
                "us er",
                "p@ss+word",
                Map.of("sslmode", "verify-full", "sslrootcert", "/etc/ca.pem")));
  }

  @Test
  void defaultsThePortAndAllowsNoPassword() {
    assertThat(DatabaseAddress.parse("postgres://me@[::1]/orders"))
        .isEqualTo(new DatabaseAddress("[::1]", 5432, "orders", "me", null, Map.of()));
  }

  @Test
  void readsSeveralHosts() {
    DatabaseAddress address =
        DatabaseAddress.parse("postgresql://me:a%2Cb@db1,db2.example:6432,[2001:db8::1]:1/orders");

    assertThat(address.hosts())
        .containsExactly(
            new DatabaseAddress.Host("db1", 5432),
            new DatabaseAddress.Host("db2.example", 6432),
            new DatabaseAddress.Host("[2001:db8::1]", 1));
    assertThat(address.password()).isEqualTo("a,b");
    assertThat(address)
        .hasToString("postgresql://me:***@db1:5432,db2.example:6432,[2001:db8::1]:1/orders");
    assertThat(address.jdbcUrl())
        .isEqualTo("jdbc:postgresql://db1:5432,db2.example:6432,[2001:db8::1]:1/orders");
    assertThat(address.jdbcProperties()).containsEntry("targetServerType", "primary");
  }

  @Test
  void anyServerWillDoWhenThereIsOne() {
    assertThat(DatabaseAddress.parse("postgresql://me@db/orders").jdbcProperties())
        .doesNotContainKey("targetServerType");
  }

  @Test
  void masksThePassword() {
    assertThat(DatabaseAddress.parse("postgresql://me:hunter2@db/orders?sslmode=require"))
        .hasToString("postgresql://me:***@db:5432/orders?sslmode=require");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "db:5432/orders",
        "jdbc:postgresql://me:hunter2@db/orders",
        "mysql://me:hunter2@db/orders",
        "postgresql://db/orders",
        "postgresql://me:hunter2@db",
        "postgresql://me:hunter2@db/",
        "postgresql://me:hunter2@db/a/b",
        "postgresql://me:hunter2@/orders",
        "postgresql://me:hun ter2@db/orders",
        "postgresql://me:hunter2@db:port/orders",
        "postgresql://me:hunter2@db1,/orders",
        "postgresql://me:hunter2@db1,,db2/orders",
        "postgresql://me:hunter2@db1,db1:5432/orders",
        "postgresql://me:hunter2@db1,you:hunter2@db2/orders",
        "postgresql://me:%zz-hunter2@db/orders",
        "postgresql://me:hunter2@db/orders?sslmode=maybe",
        "postgresql://me:hunter2@db/orders?sslmode=verify-full",
        "postgresql://me:hunter2@db/orders?sslmode=require&sslmode=disable",
        "postgresql://me:hunter2@db/orders?options=-c%20app.worker=on"
      })
  void rejectsMalformedAddressesWithoutRepeatingThePassword(String text) {
    assertThatThrownBy(() -> DatabaseAddress.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageNotContaining("hunter2");
  }

  @Test
  void readsTheAddressesOfTheKubernetesExample() throws IOException {
    Path manifests = Path.of("..", "deploy", "kubernetes");
    List<DatabaseAddress> addresses =
        Files.readAllLines(manifests.resolve("secret.example.yaml")).stream()
            .filter(line -> line.contains("postgresql://"))
            .map(line -> DatabaseAddress.parse(line.substring(line.indexOf("postgresql://"))))
            .toList();

    assertThat(addresses)
        .extracting(DatabaseAddress::user)
        .containsExactly("call_orders", "call_orders_owner");
    for (DatabaseAddress address : addresses) {
      Path authority = Path.of(address.parameters().get("sslrootcert"));
      for (String pods : List.of("deployment.yaml", "migrate.job.yaml")) {
        assertThat(Files.readString(manifests.resolve(pods)))
            .contains("{name: database-ca, mountPath: " + authority.getParent() + ",");
      }
    }
  }
}
