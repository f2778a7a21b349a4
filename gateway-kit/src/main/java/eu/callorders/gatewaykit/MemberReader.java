package eu.callorders.gatewaykit;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.BeanProperty;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.deser.ContextualDeserializer;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import eu.callorders.core.call.PhoneNumber;
import java.io.IOException;
import java.lang.annotation.Annotation;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads a scalar or a free-form object strictly by its type and its {@link Bound}. */
final class MemberReader extends StdDeserializer<Object> implements ContextualDeserializer {
  private static final long serialVersionUID = 1L;

  private static final int MAX_DEPTH = 32;
  private static final int MAX_SCALE = 20;
  private static final Pattern UUID_TEXT =
      Pattern.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");
  private static final Pattern E164 = Pattern.compile("\\+[1-9][0-9]{1,14}");
  private static final Pattern RFC_3339 =
      Pattern.compile(
          "[12][0-9]{3}-[0-9]{2}-[0-9]{2}[Tt][0-9]{2}:[0-9]{2}:[0-9]{2}([.][0-9]{1,9})?"
              + "([Zz]|[+-][0-9]{2}:[0-9]{2})");

  private final transient @Nullable BeanProperty member;
  private final transient @Nullable Pattern pattern;

  MemberReader(Class<?> type, @Nullable BeanProperty member) {
    super(type);
    this.member = member;
    Bound.Matching matching = bound(Bound.Matching.class);
    this.pattern = matching == null ? null : Pattern.compile(matching.pattern());
  }

  /** A value is invalid; becomes a {@link MalformedDocumentException} with its pointer. */
  private static final class InvalidValueException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    InvalidValueException(String fault) {
      super(fault);
    }
  }

  @Override
  public JsonDeserializer<?> createContextual(
      DeserializationContext context, @Nullable BeanProperty property) {
    return new MemberReader(handledType(), property);
  }

  @Override
  public Object deserialize(JsonParser parser, DeserializationContext context) throws IOException {
    JsonNode value = context.readTree(parser);
    try {
      return read(value);
    } catch (InvalidValueException invalid) {
      throw new JsonMappingException(parser, invalid.getMessage());
    }
  }

  @Override
  public Object getNullValue(DeserializationContext context) throws JsonMappingException {
    throw RecordBinding.nullMember(context, member);
  }

  /** Only booleans have a default. */
  @Override
  public @Nullable Object getAbsentValue(DeserializationContext context) {
    return handledType() == boolean.class ? false : null;
  }

  private Object read(JsonNode value) {
    Class<?> type = handledType();
    if (type == String.class) {
      return text(value);
    } else if (type == boolean.class) {
      check(value.isBoolean(), "is no boolean");
      return value.booleanValue();
    } else if (type == long.class) {
      return number(value);
    } else if (type == int.class || type == Integer.class) {
      return (int) number(value);
    } else if (type == Duration.class) {
      return bound(Bound.Seconds.class) == null
          ? Duration.ofMillis(number(value))
          : Duration.ofSeconds(number(value));
    } else if (type == Instant.class) {
      return instant(string(value));
    } else if (type == UUID.class) {
      return uuid(string(value));
    } else if (type == PhoneNumber.class) {
      String phone = string(value);
      check(E164.matcher(phone).matches(), "is not an E.164 number");
      return new PhoneNumber(phone);
    } else if (type == Map.class) {
      return freeForm(value, 0);
    }
    String text = string(value);
    return Arrays.stream(type.getEnumConstants())
        .filter(constant -> GatewayJson.wire((Enum<?>) constant).equals(text))
        .findFirst()
        .orElseThrow(() -> new InvalidValueException("is none of its values"));
  }

  private String text(JsonNode value) {
    String text = string(value);
    if (pattern != null) {
      check(pattern.matcher(text).matches(), required(Bound.Matching.class).fault());
      return text;
    }
    Bound.Text bound = required(Bound.Text.class);
    check(
        !text.isEmpty() && text.codePointCount(0, text.length()) <= bound.max(),
        "is not of 1 to " + bound.max() + " characters");
    if (bound.sanitized()) {
      return StorableText.sanitize(text);
    }
    check(StorableText.isStorable(text), "has U+0000 or an unpaired surrogate");
    return text;
  }

  private long number(JsonNode value) {
    long number = integer(value);
    Bound.Range range = required(Bound.Range.class);
    check(
        number >= range.min() && number <= range.max(),
        "is not from " + range.min() + " to " + range.max());
    return number;
  }

  /** An integer of any notation, such as {@code 30.0}; never computes a huge power of ten. */
  private static long integer(JsonNode value) {
    check(
        value.isIntegralNumber()
            || (value.isBigDecimal() && Math.abs((long) value.decimalValue().scale()) < MAX_SCALE)
            || (value.isDouble() && Double.isFinite(value.doubleValue())),
        "is no integer");
    try {
      return value.decimalValue().longValueExact();
    } catch (ArithmeticException notExact) {
      throw new InvalidValueException("is no integer of 64 bits");
    }
  }

  private static Instant instant(String text) {
    check(RFC_3339.matcher(text).matches(), "is no RFC 3339 date-time with an offset");
    try {
      return OffsetDateTime.parse(text).toInstant();
    } catch (DateTimeException noDate) {
      throw new InvalidValueException("is no date-time");
    }
  }

  private UUID uuid(String text) {
    Bound.PublicId id = bound(Bound.PublicId.class);
    if (id == null) {
      check(UUID_TEXT.matcher(text).matches(), "is not a UUID in lower case");
      return UUID.fromString(text);
    }
    return id.value()
        .parse(text)
        .orElseThrow(() -> new InvalidValueException("is no public identifier of its kind"));
  }

  /** JSON values as maps, lists and scalars, with texts that can be stored. */
  private static Map<String, Object> freeForm(JsonNode object, int depth) {
    check(object.isObject(), "is no object");
    Map<String, @Nullable Object> copy = new LinkedHashMap<>();
    object
        .properties()
        .forEach(
            member ->
                copy.put(
                    StorableText.sanitize(member.getKey()),
                    freeFormValue(member.getValue(), depth + 1)));
    @SuppressWarnings({"unchecked", "NullAway"}) // JSON null is a valid value here
    Map<String, Object> values = (Map<String, Object>) (Map<String, ?>) copy;
    return Collections.unmodifiableMap(values);
  }

  private static @Nullable Object freeFormValue(JsonNode value, int depth) {
    check(depth <= MAX_DEPTH, "is nested too deeply");
    return switch (value.getNodeType()) {
      case OBJECT -> freeForm(value, depth);
      case ARRAY -> {
        List<@Nullable Object> copy = new ArrayList<>();
        value.forEach(item -> copy.add(freeFormValue(item, depth + 1)));
        yield Collections.unmodifiableList(copy);
      }
      case STRING -> StorableText.sanitize(value.textValue());
      case NUMBER -> value.numberValue();
      case BOOLEAN -> value.booleanValue();
      case NULL -> null;
      default -> throw new InvalidValueException("is no JSON value");
    };
  }

  private static String string(JsonNode value) {
    check(value.isTextual(), "is no string");
    return value.textValue();
  }

  private static void check(boolean valid, String fault) {
    if (!valid) {
      throw new InvalidValueException(fault);
    }
  }

  private <A extends Annotation> @Nullable A bound(Class<A> kind) {
    return member == null ? null : member.getAnnotation(kind);
  }

  /** A text or number without bound is a mistake in the binding. */
  private <A extends Annotation> A required(Class<A> kind) {
    A bound = bound(kind);
    if (bound == null) {
      throw new IllegalStateException("no bound of " + member);
    }
    return bound;
  }
}
