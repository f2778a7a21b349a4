package eu.callorders.sipgateway.app;

import eu.callorders.sipgateway.app.TrialVerdict.Check;
import eu.callorders.sipgateway.app.TrialVerdict.Result;
import eu.callorders.sipgateway.config.SipAddress;
import eu.callorders.sipgateway.config.SipGatewaySettings;
import eu.callorders.sipgateway.config.TrunkSettings;
import eu.callorders.sipgateway.dns.TrunkResolver;
import eu.callorders.sipgateway.sip.Target;
import eu.callorders.sipgateway.sip.TlsSockets;
import java.io.IOException;
import java.net.UnknownHostException;
import java.security.cert.X509Certificate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;

/** Checks what can be checked of the trunks without a call: DNS and certificates. Blocks. */
record TrunkProbe(SipGatewaySettings settings, TlsSockets tls) {

  List<Check> run() {
    List<Check> checks = new ArrayList<>();
    SipAddress divert = settings.divert();
    List<SipAddress> addresses =
        divert != null
            ? List.of(divert)
            : settings.trunks().stream().map(TrunkSettings::address).toList();
    addresses.forEach(address -> probe(address, checks));
    return checks;
  }

  private void probe(SipAddress address, List<Check> checks) {
    try {
      List<Target> targets = new TrunkResolver(settings.transports()).resolve(address);
      checks.add(
          new Check(
              "DNS",
              Result.OK,
              address.host()
                  + ": "
                  + String.join(", ", targets.stream().map(Target::toString).toList())));
      targets.stream()
          .filter(target -> target.transport().equals("tls"))
          .forEach(target -> checks.add(certificate(target)));
    } catch (UnknownHostException unknown) {
      checks.add(new Check("DNS", Result.FAILED, address.host() + " has no address"));
    }
  }

  private Check certificate(Target target) {
    try {
      X509Certificate certificate = tls.probe(target);
      return new Check(
          "certificate",
          Result.OK,
          "%s: %s, valid until %s"
              .formatted(
                  target,
                  certificate.getSubjectX500Principal().getName(),
                  certificate.getNotAfter().toInstant().atZone(ZoneOffset.UTC).toLocalDate()));
    } catch (IOException rejected) {
      return new Check("certificate", Result.FAILED, target + ": " + rejected.getMessage());
    }
  }
}
