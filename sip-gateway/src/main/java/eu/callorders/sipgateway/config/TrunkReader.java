package eu.callorders.sipgateway.config;

import eu.callorders.sipgateway.config.TrunkSettings.Identity;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads the settings of one trunk, whose keys begin with its name. */
record TrunkReader(SettingValues values, String name) {
  static final String FIRST = "TRUNK";
  static final String SECOND = "TRUNK2";

  private static final String USER = "_USER";
  private static final String PASSWORD = "_PASSWORD";
  private static final String DOMAIN = "_DOMAIN";
  private static final String REGISTER = "_REGISTER";
  private static final String FROM = "_FROM";
  private static final String IDENTITY = "_IDENTITY";
  private static final String NUMBERS = "_NUMBERS";
  private static final String SRTP = "_SRTP";
  private static final String PING = "_PING";
  private static final int MAX_PING = 3600;
  private static final String NATIONAL = "national:";

  static final List<String> SUFFIXES =
      List.of(USER, PASSWORD, DOMAIN, REGISTER, FROM, IDENTITY, NUMBERS, SRTP, PING);

  /** Null when the trunk is not set; a key of it is then a mistake. */
  @Nullable TrunkSettings read() {
    if (!values.has(name)) {
      for (String suffix : SUFFIXES) {
        if (values.has(name + suffix)) {
          throw values.invalid(name + suffix, "needs " + values.prefix() + name);
        }
      }
      return null;
    }
    SipAddress address =
        values.parse(
            name,
            "",
            "a URI sip:host[:port][;transport=udp|tcp|tls]",
            text -> SipAddress.parse(text).filter(uri -> uri.user() == null));
    TrunkSettings trunk =
        new TrunkSettings(
            name,
            address,
            user(),
            values.optional(name + PASSWORD),
            values.parse(name + DOMAIN, address.host(), "a host", TrunkReader::host),
            values.flag(name + REGISTER),
            values.choice(name + FROM, Map.of("number", false, "user", true), "number"),
            values.choice(
                name + IDENTITY,
                Map.of("pai", Identity.PAI, "ppi", Identity.PPI, "none", Identity.NONE),
                "pai"),
            values.parse(
                name + NUMBERS,
                "+e164",
                "+e164, e164, 00e164 or national: with a country such as DE, which has one prefix"
                    + " for numbers abroad",
                TrunkReader::numbers),
            values.choice(name + SRTP, Map.of("off", false, "required", true), "off"),
            Duration.ofSeconds(values.number(name + PING, 30, 1, MAX_PING)));
    check(trunk);
    return trunk;
  }

  private void check(TrunkSettings trunk) {
    if ((trunk.user() == null) != (trunk.password() == null)) {
      throw values.invalid(
          name + (trunk.user() == null ? USER : PASSWORD),
          "is missing; user and password come together");
    }
    if (trunk.user() == null && trunk.fromUser()) {
      throw values.invalid(name + FROM, "is user without " + values.prefix() + name + USER);
    }
    if (trunk.user() == null && trunk.register()) {
      throw values.invalid(name + REGISTER, "needs " + values.prefix() + name + USER);
    }
    if (trunk.srtp() && trunk.address().transport() != Transport.TLS) {
      throw values.invalid(name + SRTP, "needs ;transport=tls, which protects its keys");
    }
  }

  private @Nullable String user() {
    String user = values.optional(name + USER);
    if (user != null && !user.matches("[A-Za-z0-9_.!~*'()&=+$,-]{1,128}")) {
      throw values.invalid(name + USER, "has characters that a SIP URI cannot have");
    }
    return user;
  }

  private static Optional<String> host(String text) {
    return SipAddress.parse("sip:" + text)
        .filter(uri -> uri.port() == null && uri.user() == null && uri.transport() == null)
        .map(SipAddress::host);
  }

  private static Optional<NumberFormat> numbers(String text) {
    return switch (text) {
      case "+e164" -> Optional.of(NumberFormat.PLUS_E164);
      case "e164" -> Optional.of(new NumberFormat(NumberFormat.Kind.E164, ""));
      case "00e164" -> Optional.of(new NumberFormat(NumberFormat.Kind.ZERO_ZERO_E164, ""));
      default ->
          text.startsWith(NATIONAL)
              ? NumberFormat.national(text.substring(NATIONAL.length()))
              : Optional.empty();
    };
  }
}
