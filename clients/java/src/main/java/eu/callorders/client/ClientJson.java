package eu.callorders.client;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.function.Function;

/** JSON of the contract: unknown members are ignored, numbers are exact, date-times are text. */
public final class ClientJson {
  private static final ObjectMapper MAPPER =
      JsonMapper.builder()
          .addModule(
              new SimpleModule()
                  .addSerializer(new TextSerializer<>(Instant.class))
                  .addSerializer(new TextSerializer<>(LocalDate.class))
                  .addDeserializer(
                      Instant.class, new TextDeserializer<>(Instant.class, Instant::parse))
                  .addDeserializer(
                      LocalDate.class, new TextDeserializer<>(LocalDate.class, LocalDate::parse)))
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .disable(DeserializationFeature.FAIL_ON_INVALID_SUBTYPE)
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
          .build();

  private ClientJson() {}

  public static ObjectMapper mapper() {
    return MAPPER;
  }

  private static final class TextSerializer<T> extends StdSerializer<T> {
    private static final long serialVersionUID = 1L;

    TextSerializer(Class<T> type) {
      super(type);
    }

    @Override
    public void serialize(T value, JsonGenerator out, SerializerProvider provider)
        throws IOException {
      out.writeString(value.toString());
    }
  }

  private static final class TextDeserializer<T> extends StdDeserializer<T> {
    private static final long serialVersionUID = 1L;

    private final transient Function<String, T> parser;

    TextDeserializer(Class<T> type, Function<String, T> parser) {
      super(type);
      this.parser = parser;
    }

    @Override
    public T deserialize(JsonParser in, DeserializationContext context) throws IOException {
      String text = in.getText();
      try {
        return parser.apply(text);
      } catch (DateTimeException e) {
        throw JsonMappingException.from(in, "no date-time: " + text, e);
      }
    }
  }
}
