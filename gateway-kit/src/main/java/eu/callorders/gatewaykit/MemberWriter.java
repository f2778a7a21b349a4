package eu.callorders.gatewaykit;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.BeanProperty;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.ser.ContextualSerializer;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import eu.callorders.core.call.PhoneNumber;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoUnit;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Writes a scalar as {@link MemberReader} reads it. */
final class MemberWriter extends StdSerializer<Object> implements ContextualSerializer {
  private static final long serialVersionUID = 1L;

  private static final DateTimeFormatter MILLISECONDS =
      new DateTimeFormatterBuilder().appendInstant(3).toFormatter();

  private final transient @Nullable BeanProperty member;

  MemberWriter(@Nullable BeanProperty member) {
    super(Object.class);
    this.member = member;
  }

  @Override
  public JsonSerializer<?> createContextual(
      SerializerProvider provider, @Nullable BeanProperty property) {
    return new MemberWriter(property);
  }

  @Override
  public void serialize(Object value, JsonGenerator out, SerializerProvider provider)
      throws IOException {
    switch (value) {
      case Duration time ->
          out.writeNumber(hasSeconds() ? RetryAfter.seconds(time) : time.toMillis());
      case Instant instant -> out.writeString(timestamp(instant));
      case UUID id -> out.writeString(text(id));
      case PhoneNumber phone -> out.writeString(phone.e164());
      case Enum<?> constant -> out.writeString(GatewayJson.wire(constant));
      default -> throw new IllegalStateException("no scalar: " + value.getClass());
    }
  }

  /** In UTC, with milliseconds or finer. */
  private static String timestamp(Instant instant) {
    return instant.equals(instant.truncatedTo(ChronoUnit.MILLIS))
        ? MILLISECONDS.format(instant)
        : DateTimeFormatter.ISO_INSTANT.format(instant);
  }

  private String text(UUID id) {
    Bound.PublicId kind = member == null ? null : member.getAnnotation(Bound.PublicId.class);
    return kind == null ? id.toString() : kind.value().format(id);
  }

  private boolean hasSeconds() {
    return member != null && member.getAnnotation(Bound.Seconds.class) != null;
  }
}
