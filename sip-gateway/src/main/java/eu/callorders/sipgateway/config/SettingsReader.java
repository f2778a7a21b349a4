package eu.callorders.sipgateway.config;

import com.google.i18n.phonenumbers.NumberParseException;
import com.google.i18n.phonenumbers.PhoneNumberUtil;
import eu.callorders.gatewaykit.server.GatewaySettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads the gateway's own settings. */
final class SettingsReader {
  private static final String LISTEN = "LISTEN";
  private static final String PUBLIC_ADDRESS = "PUBLIC_ADDRESS";
  private static final String TLS_CA_FILE = "TLS_CA_FILE";
  private static final String TLS_CERT_FILE = "TLS_CERT_FILE";
  private static final String TLS_KEY_FILE = "TLS_KEY_FILE";
  private static final String CALLER_IDS = "CALLER_IDS";
  private static final String COUNTRIES = "COUNTRIES";
  private static final String MAX_CALLS = "MAX_CALLS";
  private static final String CALLS_PER_SECOND = "CALLS_PER_SECOND";
  private static final String SESSION_EXPIRES = "SESSION_EXPIRES";
  private static final String SPEECH = "SPEECH";
  private static final String RTP_PORTS = "RTP_PORTS";
  private static final String DIVERT = "DIVERT";

  static final Set<String> KEYS =
      Stream.concat(
              Stream.of(
                  LISTEN,
                  PUBLIC_ADDRESS,
                  TLS_CA_FILE,
                  TLS_CERT_FILE,
                  TLS_KEY_FILE,
                  CALLER_IDS,
                  COUNTRIES,
                  MAX_CALLS,
                  CALLS_PER_SECOND,
                  SESSION_EXPIRES,
                  SPEECH,
                  RTP_PORTS,
                  DIVERT),
              AgentReader.KEYS.stream())
          .collect(Collectors.toUnmodifiableSet());

  private static final Pattern LISTEN_SYNTAX =
      Pattern.compile("(udp|tcp|tls):([A-Za-z0-9.-]{1,253}|\\[[0-9A-Fa-f:.]{2,45}]):([0-9]{1,5})");
  private static final String PROMPTS = "prompts:";
  private static final String AUTO = "auto";
  private static final int MAX_PORT = 65_535;
  private static final int MIN_SESSION = 90;
  private static final int MAX_SESSION = 86_400;

  private final SettingValues values;

  SettingsReader(SettingValues values) {
    this.values = values;
  }

  SipGatewaySettings read(GatewaySettings gateway) {
    SipAddress divert =
        values.has(DIVERT)
            ? values.parse(
                DIVERT,
                "",
                "a URI sip:user@host[:port][;transport=udp|tcp|tls]",
                text -> SipAddress.parse(text).filter(uri -> uri.user() != null))
            : null;
    List<TrunkSettings> trunks = trunks(divert != null);
    Set<String> callerIds = callerIds(divert != null);
    List<ListenAddress> listen = listen();
    trunks.forEach(trunk -> checkTransport(trunk.name(), trunk.address(), listen));
    if (divert != null) {
      checkTransport(DIVERT, divert, listen);
    }
    AgentSettings agent = new AgentReader(values).read();
    if (agent.kind() == AgentSettings.Kind.SIP && agent.target() != null) {
      SipAddress.parse(agent.target())
          .ifPresent(address -> checkTransport(AgentReader.AGENT, address, listen));
    }
    return new SipGatewaySettings(
        gateway,
        listen,
        publicAddress(),
        trunks,
        tls(),
        callerIds,
        countries(callerIds),
        values.number(MAX_CALLS, 10, 1, 10_000),
        values.number(CALLS_PER_SECOND, 1, 1, 1_000),
        sessionExpires(),
        agent,
        speech(),
        values.parse(
            RTP_PORTS, "40000-40199", "a range such as 40000-40199", SettingsReader::ports),
        divert);
  }

  private List<ListenAddress> listen() {
    return SettingValues.items(values.text(LISTEN, "udp:0.0.0.0:5070")).stream()
        .map(
            item -> {
              Matcher address = LISTEN_SYNTAX.matcher(item);
              if (!address.matches() || Integer.parseInt(address.group(3)) > MAX_PORT) {
                throw values.invalid(LISTEN, "is no list of udp:, tcp: or tls: with host:port");
              }
              return new ListenAddress(
                  Transport.valueOf(address.group(1).toUpperCase(Locale.ROOT)),
                  address.group(2),
                  Integer.parseInt(address.group(3)));
            })
        .toList();
  }

  /** Requests leave by a transport that the gateway listens on. */
  private void checkTransport(String name, SipAddress address, List<ListenAddress> listen) {
    boolean known = address.transport() != null || address.port() != null;
    if (known && listen.stream().noneMatch(at -> at.transport() == address.transportOrUdp())) {
      throw values.invalid(
          LISTEN,
          "has no %s:, which %s needs"
              .formatted(address.transportOrUdp().wire(), values.prefix() + name));
    }
  }

  private @Nullable String publicAddress() {
    String host = values.text(PUBLIC_ADDRESS, AUTO);
    if (host.equals(AUTO)) {
      return null;
    }
    return SipAddress.parse("sip:" + host)
        .filter(uri -> uri.port() == null && uri.user() == null && uri.transport() == null)
        .map(SipAddress::host)
        .orElseThrow(() -> values.invalid(PUBLIC_ADDRESS, "is neither auto nor a host"));
  }

  private List<TrunkSettings> trunks(boolean diverting) {
    TrunkSettings first = new TrunkReader(values, TrunkReader.FIRST).read();
    TrunkSettings second = new TrunkReader(values, TrunkReader.SECOND).read();
    if (first == null && !diverting) {
      throw values.invalid(TrunkReader.FIRST, "is missing; it is the carrier's sip:host");
    }
    if (first == null && second != null) {
      throw values.invalid(TrunkReader.SECOND, "needs " + values.prefix() + TrunkReader.FIRST);
    }
    return Stream.of(Optional.ofNullable(first), Optional.ofNullable(second))
        .flatMap(Optional::stream)
        .toList();
  }

  private TlsSettings tls() {
    TlsSettings tls =
        new TlsSettings(
            values.path(TLS_CA_FILE), values.path(TLS_CERT_FILE), values.path(TLS_KEY_FILE));
    if ((tls.certificate() == null) != (tls.key() == null)) {
      throw values.invalid(
          tls.key() == null ? TLS_KEY_FILE : TLS_CERT_FILE,
          "is missing; certificate and key come together");
    }
    return tls;
  }

  private Set<String> callerIds(boolean diverting) {
    if (diverting && !values.has(CALLER_IDS)) {
      return Set.of();
    }
    Set<String> numbers =
        new LinkedHashSet<>(
            SettingValues.items(values.required(CALLER_IDS, "the list of numbers to show")));
    for (String number : numbers) {
      if (!number.matches("\\+[1-9][0-9]{6,14}")) {
        throw values.invalid(CALLER_IDS, "is no list of E.164 numbers such as +493012345678");
      }
    }
    return numbers;
  }

  private Set<String> countries(Set<String> callerIds) {
    Set<String> own =
        callerIds.stream().map(this::callingCode).collect(Collectors.toUnmodifiableSet());
    if (!values.has(COUNTRIES)) {
      return own;
    }
    Set<String> codes =
        SettingValues.items(values.text(COUNTRIES, "")).stream()
            .map(code -> code.startsWith("+") ? code.substring(1) : code)
            .collect(Collectors.toUnmodifiableSet());
    for (String code : codes) {
      if (!code.matches("[1-9][0-9]{0,2}")
          || !PhoneNumberUtil.getInstance()
              .getSupportedCallingCodes()
              .contains(Integer.valueOf(code))) {
        throw values.invalid(COUNTRIES, "is no list of calling codes such as 49, 43");
      }
    }
    return codes;
  }

  private String callingCode(String callerId) {
    try {
      return Integer.toString(PhoneNumberUtil.getInstance().parse(callerId, null).getCountryCode());
    } catch (NumberParseException none) {
      throw values.invalid(CALLER_IDS, "has a number without a known calling code");
    }
  }

  private @Nullable Duration sessionExpires() {
    if (values.text(SESSION_EXPIRES, "").equals("off")) {
      return null;
    }
    return Duration.ofSeconds(values.number(SESSION_EXPIRES, 600, MIN_SESSION, MAX_SESSION));
  }

  private SpeechSettings speech() {
    String text = values.text(SPEECH, "espeak-ng -v {language} -w {file}");
    if (text.startsWith(PROMPTS)) {
      Path directory = Path.of(text.substring(PROMPTS.length()));
      return new SpeechSettings(List.of(), directory);
    }
    List<String> command = Arrays.asList(text.strip().split("\\s+", -1));
    if (command.stream().noneMatch(word -> word.contains("{file}"))) {
      throw values.invalid(SPEECH, "has no {file}, and is no prompts:DIR");
    }
    return new SpeechSettings(command, null);
  }

  /** At least one even port with its successor. */
  private static Optional<PortRange> ports(String text) {
    Matcher range = Pattern.compile("([0-9]{1,5})-([0-9]{1,5})").matcher(text);
    if (!range.matches()) {
      return Optional.empty();
    }
    int first = Integer.parseInt(range.group(1));
    int last = Integer.parseInt(range.group(2));
    int even = first + first % 2;
    return first >= 1024 && last <= MAX_PORT && even + 1 <= last
        ? Optional.of(new PortRange(first, last))
        : Optional.empty();
  }
}
