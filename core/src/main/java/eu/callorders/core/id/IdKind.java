package eu.callorders.core.id;

import java.util.Optional;
import java.util.UUID;

/**
 * The kinds of public identifiers, written {@code <prefix>_} and 26 characters of a TypeID
 * (lowercase Crockford base32 of the 128 bits, padded at the front).
 */
public enum IdKind {
  ORDER("ord"),
  CALL("call"),
  SIGNAL("sig"),
  SEQUENCE("seq"),
  ENROLLMENT("enr"),
  SUPPRESSION("sup"),
  PROMISE("prm"),
  HOLD("hld"),
  WEBHOOK_ENDPOINT("whe"),
  WEBHOOK_DELIVERY("whd"),
  EVENT("evt"),
  TENANT("tn"),
  CLIENT("cli"),
  CLIENT_SECRET("sec"),
  OPERATOR("opr"),
  AUDIT_ENTRY("aud"),
  HALT("hlt"),
  ERASURE("ers"),
  LEGAL_HOLD("lgh"),
  NODE("node");

  private final String prefix;

  IdKind(String prefix) {
    this.prefix = prefix + "_";
  }

  /** The public form, for example {@code ord_01jd...}. */
  public String format(UUID id) {
    return prefix + Base32.encode(id);
  }

  /** Parses the public form; empty when prefix or shape do not match this kind. */
  public Optional<UUID> parse(String text) {
    return text.startsWith(prefix)
        ? Base32.decode(text.substring(prefix.length()))
        : Optional.empty();
  }

  /** The identifiers whose public form begins with this text; empty when none does. */
  public Optional<IdRange> range(String begin) {
    if (!begin.startsWith(prefix)) {
      return Optional.empty();
    }
    String digits = begin.substring(prefix.length());
    return Base32.decode(Base32.first(digits))
        .flatMap(first -> Base32.decode(Base32.last(digits)).map(last -> new IdRange(first, last)));
  }
}
