package eu.callorders.sipgateway.dns;

import eu.callorders.sipgateway.config.SipAddress;
import eu.callorders.sipgateway.config.Transport;
import eu.callorders.sipgateway.sip.Target;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.xbill.DNS.Lookup;
import org.xbill.DNS.NAPTRRecord;
import org.xbill.DNS.Name;
import org.xbill.DNS.Record;
import org.xbill.DNS.SRVRecord;
import org.xbill.DNS.TextParseException;
import org.xbill.DNS.Type;

/** Finds the addresses of a trunk, in the order in which they are tried. Blocks. */
public final class TrunkResolver {
  private static final Map<String, Transport> SERVICES =
      Map.of("SIP+D2U", Transport.UDP, "SIP+D2T", Transport.TCP, "SIPS+D2T", Transport.TLS);

  /** A service at a host, before its address is known. */
  private record Service(String host, int port, Transport transport) {}

  /** Throws {@link UnknownHostException} when there is no address. */
  public List<Target> resolve(SipAddress trunk) throws UnknownHostException {
    List<Target> targets = new ArrayList<>();
    UnknownHostException failure = null;
    for (Service service : services(trunk)) {
      try {
        for (InetAddress address : InetAddress.getAllByName(unbracketed(service.host()))) {
          targets.add(Target.of(address.getHostAddress(), service.port(), service.transport()));
        }
      } catch (UnknownHostException unknown) {
        failure = unknown;
      }
    }
    if (targets.isEmpty()) {
      throw failure == null ? new UnknownHostException(trunk.host()) : failure;
    }
    return targets;
  }

  private static List<Service> services(SipAddress trunk) {
    Service plain = new Service(trunk.host(), trunk.portOrDefault(), trunk.transportOrUdp());
    if (trunk.port() != null || isAddress(trunk.host())) {
      return List.of(plain);
    }
    List<Service> found =
        trunk.transport() == null
            ? byNaptr(trunk.host())
            : bySrv(srvName(trunk.host(), trunk.transport()), trunk.transport());
    return found.isEmpty() ? List.of(plain) : found;
  }

  private static boolean isAddress(String host) {
    return host.startsWith("[") || host.matches("[0-9.]+");
  }

  private static String unbracketed(String host) {
    return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
  }

  /** Without NAPTR records: the SRV records of UDP. */
  private static List<Service> byNaptr(String host) {
    List<Service> found =
        records(host, Type.NAPTR)
            .map(NAPTRRecord.class::cast)
            .filter(record -> record.getFlags().equalsIgnoreCase("s"))
            .sorted(
                Comparator.comparingInt(NAPTRRecord::getOrder)
                    .thenComparingInt(NAPTRRecord::getPreference))
            .flatMap(TrunkResolver::byService)
            .toList();
    return found.isEmpty() ? bySrv(srvName(host, Transport.UDP), Transport.UDP) : found;
  }

  /** Empty for a service that is not SIP. */
  private static Stream<Service> byService(NAPTRRecord record) {
    Transport transport = SERVICES.get(record.getService().toUpperCase(Locale.ROOT));
    return transport == null
        ? Stream.empty()
        : bySrv(record.getReplacement().toString(), transport).stream();
  }

  private static String srvName(String host, Transport transport) {
    return switch (transport) {
      case UDP -> "_sip._udp." + host;
      case TCP -> "_sip._tcp." + host;
      case TLS -> "_sips._tcp." + host;
    };
  }

  /** By priority; heavier ones first. */
  private static List<Service> bySrv(String name, Transport transport) {
    return records(name, Type.SRV)
        .map(SRVRecord.class::cast)
        .sorted(
            Comparator.comparingInt(SRVRecord::getPriority)
                .thenComparing(Comparator.comparingInt(SRVRecord::getWeight).reversed()))
        .map(record -> new Service(host(record.getTarget()), record.getPort(), transport))
        .toList();
  }

  private static String host(Name name) {
    return name.toString(true);
  }

  private static Stream<Record> records(String name, int type) {
    try {
      Record[] found = new Lookup(name, type).run();
      return found == null ? Stream.empty() : Arrays.stream(found);
    } catch (TextParseException noName) {
      return Stream.empty();
    }
  }
}
