package eu.callorders.sipgateway.config;

import eu.callorders.gatewaykit.server.GatewayProfile;
import eu.callorders.gatewaykit.server.GatewaySettings;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * All settings of the gateway.
 *
 * @param gateway those of every gateway
 * @param publicAddress host in Contact and SDP; null: learned from the trunk's responses
 * @param trunks in the order in which they are tried; empty only with {@code divert}
 * @param callerIds E.164 numbers that may be shown
 * @param countries calling codes that may be called
 * @param maxCalls at a time
 * @param callsPerSecond that may begin
 * @param sessionExpires of RFC 4028; null: no session timer
 * @param divert where every sandbox call rings; null: none
 */
public record SipGatewaySettings(
    GatewaySettings gateway,
    List<ListenAddress> listen,
    @Nullable String publicAddress,
    List<TrunkSettings> trunks,
    TlsSettings tls,
    Set<String> callerIds,
    Set<String> countries,
    int maxCalls,
    int callsPerSecond,
    @Nullable Duration sessionExpires,
    AgentSettings agent,
    SpeechSettings speech,
    PortRange rtpPorts,
    @Nullable SipAddress divert) {

  public static final GatewayProfile PROFILE =
      new GatewayProfile("sip gateway", "SIPGATEWAY_", 8091, "sip-gateway-data", ownKeys());

  public SipGatewaySettings {
    listen = List.copyOf(listen);
    trunks = List.copyOf(trunks);
    callerIds = Set.copyOf(callerIds);
    countries = Set.copyOf(countries);
  }

  /**
   * Reads all settings; throws {@link GatewaySettings.InvalidSettingException}, also for an unknown
   * key with the prefix.
   */
  public static SipGatewaySettings read(Map<String, String> environment) {
    GatewaySettings gateway = GatewaySettings.read(PROFILE, environment);
    return new SettingsReader(new SettingValues(PROFILE.prefix(), environment)).read(gateway);
  }

  /** With another agent. */
  public SipGatewaySettings withAgent(AgentSettings changed) {
    return new SipGatewaySettings(
        gateway,
        listen,
        publicAddress,
        trunks,
        tls,
        callerIds,
        countries,
        maxCalls,
        callsPerSecond,
        sessionExpires,
        changed,
        speech,
        rtpPorts,
        divert);
  }

  /** Transports that the gateway listens on, and therefore can use. */
  public Set<Transport> transports() {
    return listen.stream().map(ListenAddress::transport).collect(Collectors.toUnmodifiableSet());
  }

  private static Set<String> ownKeys() {
    Stream<String> trunks =
        Stream.of(TrunkReader.FIRST, TrunkReader.SECOND)
            .flatMap(
                trunk ->
                    Stream.concat(
                        Stream.of(trunk),
                        TrunkReader.SUFFIXES.stream().map(suffix -> trunk + suffix)));
    return Stream.concat(SettingsReader.KEYS.stream(), trunks)
        .collect(Collectors.toUnmodifiableSet());
  }
}
