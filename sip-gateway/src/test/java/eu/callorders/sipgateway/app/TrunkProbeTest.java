package eu.callorders.sipgateway.app;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.sipgateway.app.TrialVerdict.Check;
import eu.callorders.sipgateway.app.TrialVerdict.Result;
import eu.callorders.sipgateway.call.SipPeer;
import eu.callorders.sipgateway.call.StreamWire;
import eu.callorders.sipgateway.call.TestCertificates;
import eu.callorders.sipgateway.call.TlsContextFactory;
import eu.callorders.sipgateway.config.SipGatewaySettings;
import eu.callorders.sipgateway.sip.TlsSockets;
import io.vertx.core.Vertx;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TrunkProbeTest {
  @TempDir static Path directory;
  private static TestCertificates authority;

  @BeforeAll
  static void createAuthority() throws Exception {
    authority = new TestCertificates(directory, "authority");
  }

  @Test
  void certificateOfTheTrunkIsShownWithItsEnd() throws Exception {
    List<Check> checks = probe("localhost");

    assertThat(checks.getFirst().name()).isEqualTo("DNS");
    assertThat(checks)
        .filteredOn(check -> check.name().equals("certificate"))
        .anySatisfy(
            check -> {
              assertThat(check.result()).isEqualTo(Result.OK);
              assertThat(check.text())
                  .matches(
                      "tls:127\\.0\\.0\\.1:[0-9]+: CN=localhost, valid until [0-9]{4}-[0-9-]{5}");
            });
  }

  @Test
  void certificateOfAnotherNameFails() throws Exception {
    assertThat(probe("other.example"))
        .filteredOn(check -> check.name().equals("certificate"))
        .isNotEmpty()
        .allSatisfy(check -> assertThat(check.result()).isEqualTo(Result.FAILED));
  }

  private static List<Check> probe(String name) throws Exception {
    Vertx vertx = Vertx.vertx();
    try (SipPeer trunk = new SipPeer(StreamWire.tls(authority.server(name)))) {
      SipGatewaySettings settings =
          SipGatewaySettings.read(
              Map.of(
                  "SIPGATEWAY_SECRET", "whsec_QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVo=",
                  "SIPGATEWAY_LISTEN", "tls:127.0.0.1:0",
                  "SIPGATEWAY_TRUNK", "sip:localhost:" + trunk.port() + ";transport=tls",
                  "SIPGATEWAY_CALLER_IDS", "+493023125000",
                  "SIPGATEWAY_TLS_CA_FILE", authority.trusted().toString()));
      return new TrunkProbe(
              settings, new TlsSockets(TlsContextFactory.create(vertx, settings.tls())))
          .run();
    } finally {
      vertx.close();
    }
  }
}
