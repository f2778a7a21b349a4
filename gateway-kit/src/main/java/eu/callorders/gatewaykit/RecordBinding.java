package eu.callorders.gatewaykit;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.BeanDescription;
import com.fasterxml.jackson.databind.BeanProperty;
import com.fasterxml.jackson.databind.DeserializationConfig;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.cfg.MapperConfig;
import com.fasterxml.jackson.databind.deser.BeanDeserializerModifier;
import com.fasterxml.jackson.databind.deser.std.DelegatingDeserializer;
import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.introspect.AnnotatedMember;
import com.fasterxml.jackson.databind.introspect.AnnotatedParameter;
import com.fasterxml.jackson.databind.introspect.JacksonAnnotationIntrospector;
import com.fasterxml.jackson.databind.module.SimpleDeserializers;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.type.CollectionType;
import eu.callorders.core.call.PhoneNumber;
import java.lang.reflect.Executable;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** How Jackson binds the records: which members are required, and who reads and writes them. */
final class RecordBinding {
  private RecordBinding() {}

  static SimpleModule module() {
    SimpleModule module = new SimpleModule();
    module.setDeserializers(new MemberReaders());
    module.setDeserializerModifier(new NullRefusal());
    PortMembers.MIX_INS.forEach(module::setMixInAnnotation);
    for (Class<?> type :
        List.of(Duration.class, Instant.class, UUID.class, PhoneNumber.class, Enum.class)) {
      module.addSerializer(type, new MemberWriter(null));
    }
    return module;
  }

  /** For everything but records and lists. */
  private static final class MemberReaders extends SimpleDeserializers {
    private static final long serialVersionUID = 1L;

    MemberReaders() {
      super(
          Stream.of(
                  String.class,
                  boolean.class,
                  int.class,
                  Integer.class,
                  long.class,
                  Duration.class,
                  Instant.class,
                  UUID.class,
                  PhoneNumber.class,
                  Map.class)
              .collect(Collectors.toMap(type -> type, type -> new MemberReader(type, null))));
    }

    @Override
    public JsonDeserializer<?> findEnumDeserializer(
        Class<?> type, DeserializationConfig config, BeanDescription description) {
      return new MemberReader(type, null);
    }
  }

  /** Members are required unless nullable or with a default; unknown ones are ignored. */
  static final class Members extends JacksonAnnotationIntrospector {
    private static final long serialVersionUID = 1L;

    @Override
    public JsonIgnoreProperties.Value findPropertyIgnoralByName(
        MapperConfig<?> config, Annotated annotated) {
      return JsonIgnoreProperties.Value.empty().withIgnoreUnknown();
    }

    @Override
    public @Nullable Boolean hasRequiredMarker(AnnotatedMember member) {
      if (!(member instanceof AnnotatedParameter parameter)) {
        return null;
      }
      JsonProperty named = parameter.getAnnotation(JsonProperty.class);
      Executable constructor = (Executable) parameter.getOwner().getAnnotated();
      boolean nullable =
          constructor.getAnnotatedParameterTypes()[parameter.getIndex()].isAnnotationPresent(
              Nullable.class);
      return !nullable && (named == null || named.defaultValue().isEmpty());
    }
  }

  /** The protocol omits members without a value: a null record or list is an error. */
  private static final class NullRefusal extends BeanDeserializerModifier {
    private static final long serialVersionUID = 1L;

    @Override
    public JsonDeserializer<?> modifyDeserializer(
        DeserializationConfig config, BeanDescription type, JsonDeserializer<?> reader) {
      return reader instanceof MemberReader ? reader : new NullRefusing(reader, null);
    }

    @Override
    public JsonDeserializer<?> modifyCollectionDeserializer(
        DeserializationConfig config,
        CollectionType type,
        BeanDescription description,
        JsonDeserializer<?> reader) {
      return new NullRefusing(reader, null);
    }
  }

  private static final class NullRefusing extends DelegatingDeserializer {
    private static final long serialVersionUID = 1L;

    private final transient @Nullable BeanProperty member;

    NullRefusing(JsonDeserializer<?> reader, @Nullable BeanProperty member) {
      super(reader);
      this.member = member;
    }

    @Override
    public JsonDeserializer<?> createContextual(
        DeserializationContext context, @Nullable BeanProperty property)
        throws JsonMappingException {
      JavaType type = context.constructType(getDelegatee().handledType());
      return new NullRefusing(
          context.handleSecondaryContextualization(getDelegatee(), property, type), property);
    }

    @Override
    protected JsonDeserializer<?> newDelegatingInstance(JsonDeserializer<?> reader) {
      return new NullRefusing(reader, member);
    }

    @Override
    public Object getNullValue(DeserializationContext context) throws JsonMappingException {
      throw nullMember(context, member);
    }
  }

  /** The protocol omits members without a value: null stands for a missing required member. */
  static JsonMappingException nullMember(
      DeserializationContext context, @Nullable BeanProperty member) {
    boolean required = member != null && member.isRequired();
    return new JsonMappingException(context.getParser(), required ? "is missing" : "is null");
  }
}
