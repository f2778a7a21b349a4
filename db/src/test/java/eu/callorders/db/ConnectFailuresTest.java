package eu.callorders.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.EOFException;
import java.net.UnknownHostException;
import java.sql.SQLException;
import java.util.Map;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ConnectFailuresTest {
  @Test
  void serverThatRefusesConnectionsMayReturn() {
    Throwable refused =
        failure(new DatabaseAddress("127.0.0.1", 9, "none", "none", null, Map.of()));

    assertThat(ConnectFailures.mayPass(new IllegalStateException(refused))).isTrue();
    assertThat(ConnectFailures.describe(refused)).contains("127.0.0.1:9 refused");
  }

  @Test
  void namesAnUnknownHost() {
    SQLException unknown =
        new SQLException("failed", "08001", new UnknownHostException("absent.invalid"));

    assertThat(ConnectFailures.mayPass(unknown)).isTrue();
    assertThat(ConnectFailures.describe(unknown)).isEqualTo("unknown host absent.invalid");
  }

  @ParameterizedTest
  @ValueSource(strings = {"25006", "53100", "53300", "57P01", "57P02", "57P03"})
  void serverThatAdmitsNoOneNowMayLater(String state) {
    assertThat(ConnectFailures.mayPass(new SQLException("reason", state))).isTrue();
  }

  @Test
  void connectionLostByTheNetworkMayWorkLater() {
    SQLException lost = new SQLException("lost", "08006", new EOFException());
    assertThat(ConnectFailures.mayPass(lost)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"28P01", "28000", "3D000", "08P01", "08004", "08006", "42501"})
  void refusalsStay(String state) {
    assertThat(ConnectFailures.mayPass(new SQLException("reason", state))).isFalse();
  }

  @Test
  void untrustedCertificateStays() {
    SQLException untrusted = new SQLException("x", "08006", new SSLHandshakeException("untrusted"));
    assertThat(ConnectFailures.mayPass(untrusted)).isFalse();
  }

  @Test
  void wrongPasswordAndMissingTlsStay() {
    DatabaseAddress superuser = TestDatabase.superuser();

    assertThat(ConnectFailures.mayPass(failure(superuser.withRole("postgres", "guessed"))))
        .isFalse();
    assertThat(
            ConnectFailures.mayPass(
                failure(
                    new DatabaseAddress(
                        superuser.host(),
                        superuser.port(),
                        superuser.database(),
                        superuser.user(),
                        superuser.password(),
                        Map.of("sslmode", "require")))))
        .isFalse();
  }

  private static Throwable failure(DatabaseAddress address) {
    return catchThrowable(() -> address.connect().close());
  }
}
