package eu.callorders.sipgateway.dns;

import eu.callorders.sipgateway.config.SipAddress;
import eu.callorders.sipgateway.config.Transport;
import eu.callorders.sipgateway.sip.Target;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.xbill.DNS.Lookup;
import org.xbill.DNS.NAPTRRecord;
import org.xbill.DNS.Name;
import org.xbill.DNS.Record;
import org.xbill.DNS.Resolver;
import org.xbill.DNS.SRVRecord;
import org.xbill.DNS.TextParseException;
import org.xbill.DNS.Type;

/** Finds the addresses of a trunk, in the order in which they are tried. Blocks. */
public final class TrunkResolver {
  private static final SecureRandom RANDOM = new SecureRandom();
  private static final double MIN_WEIGHT = 1e-6;
  private static final Map<String, Transport> SERVICES =
      Map.of("SIP+D2U", Transport.UDP, "SIP+D2T", Transport.TCP, "SIPS+D2T", Transport.TLS);

  private final Set<Transport> supported;
  private final @Nullable Resolver resolver;

  /**
   * @param supported transports that records may name
   */
  public TrunkResolver(Set<Transport> supported) {
    this(supported, null);
  }

  /**
   * @param resolver of NAPTR and SRV records; null: the platform's
   */
  TrunkResolver(Set<Transport> supported, @Nullable Resolver resolver) {
    this.supported = Set.copyOf(supported);
    this.resolver = resolver;
  }

  /** A service at a host, before its address is known. */
  private record Service(String host, int port, Transport transport) {}

  /** Throws {@link UnknownHostException} when there is no address. */
  public List<Target> resolve(SipAddress trunk) throws UnknownHostException {
    List<Target> targets = new ArrayList<>();
    UnknownHostException failure = null;
    for (Service service : services(trunk)) {
      try {
        for (InetAddress address : InetAddress.getAllByName(unbracketed(service.host()))) {
          targets.add(
              Target.of(
                  address.getHostAddress(),
                  service.port(),
                  service.transport(),
                  unbracketed(trunk.host())));
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

  private List<Service> services(SipAddress trunk) {
    Service plain = withoutRecords(trunk);
    if (trunk.port() != null || isAddress(trunk.host())) {
      return List.of(plain);
    }
    List<Service> found =
        trunk.transport() == null
            ? byNaptr(trunk.host())
            : bySrv(srvName(trunk.host(), trunk.transport()), trunk.transport());
    return found.isEmpty() ? List.of(plain) : found;
  }

  private Service withoutRecords(SipAddress trunk) {
    Integer port = trunk.port();
    Transport transport =
        trunk.transport() != null || port != null
            ? trunk.transportOrUdp()
            : Arrays.stream(Transport.values())
                .filter(supported::contains)
                .findFirst()
                .orElse(Transport.UDP);
    return new Service(trunk.host(), port == null ? transport.defaultPort() : port, transport);
  }

  private static boolean isAddress(String host) {
    return host.startsWith("[") || host.matches("[0-9.]+");
  }

  private static String unbracketed(String host) {
    return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
  }

  /** Without NAPTR records: the SRV records of the first transport that has any. */
  private List<Service> byNaptr(String host) {
    List<Service> found =
        records(host, Type.NAPTR)
            .map(NAPTRRecord.class::cast)
            .filter(record -> record.getFlags().equalsIgnoreCase("s"))
            .filter(record -> transport(record).filter(supported::contains).isPresent())
            .sorted(
                Comparator.comparingInt(NAPTRRecord::getOrder)
                    .thenComparingInt(NAPTRRecord::getPreference))
            .flatMap(
                record ->
                    transport(record).stream()
                        .flatMap(by -> bySrv(record.getReplacement().toString(), by).stream()))
            .toList();
    return found.isEmpty()
        ? Arrays.stream(Transport.values())
            .filter(supported::contains)
            .map(transport -> bySrv(srvName(host, transport), transport))
            .filter(services -> !services.isEmpty())
            .findFirst()
            .orElse(List.of())
        : found;
  }

  /** Empty for a service that is no transport of SIP. */
  private static Optional<Transport> transport(NAPTRRecord record) {
    return Optional.ofNullable(SERVICES.get(record.getService().toUpperCase(Locale.ROOT)));
  }

  private static String srvName(String host, Transport transport) {
    return switch (transport) {
      case UDP -> "_sip._udp." + host;
      case TCP -> "_sip._tcp." + host;
      case TLS -> "_sips._tcp." + host;
    };
  }

  /** By priority, and at random by weight (RFC 2782); the root says that there is no service. */
  private List<Service> bySrv(String name, Transport transport) {
    Map<Record, Double> turns = new HashMap<>();
    return records(name, Type.SRV)
        .map(SRVRecord.class::cast)
        .filter(record -> !record.getTarget().equals(Name.root))
        .sorted(
            Comparator.comparingInt(SRVRecord::getPriority)
                .thenComparingDouble(record -> turns.computeIfAbsent(record, TrunkResolver::turn)))
        .map(record -> new Service(host(record.getTarget()), record.getPort(), transport))
        .toList();
  }

  /** Exponentially distributed, so that a record comes first in proportion to its weight. */
  private static double turn(Record record) {
    int weight = ((SRVRecord) record).getWeight();
    return RANDOM.nextExponential() / (weight == 0 ? MIN_WEIGHT : weight);
  }

  private static String host(Name name) {
    return name.toString(true);
  }

  private Stream<Record> records(String name, int type) {
    try {
      Lookup lookup = new Lookup(Name.fromString(name, Name.root), type);
      if (resolver != null) {
        lookup.setResolver(resolver);
        lookup.setCache(null);
      }
      Record[] found = lookup.run();
      return found == null ? Stream.empty() : Arrays.stream(found);
    } catch (TextParseException noName) {
      return Stream.empty();
    }
  }
}
