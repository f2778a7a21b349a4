package eu.callorders.server.contract;

import com.fasterxml.jackson.databind.JsonNode;
import com.networknt.schema.Error;
import com.networknt.schema.ExecutionContext;
import com.networknt.schema.Schema;
import com.networknt.schema.path.NodePath;
import eu.callorders.core.problem.FieldError;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Maps schema errors to the contract's field errors: one per fault, at the member itself. */
public final class FieldErrors {
  private static final int MAX_INPUT_CHARACTERS = 200;

  // Bounds the reply: a body of 1 MiB could have far more faults; the rest is not reported.
  private static final int MAX_FAULTS = 1000;
  private static final int MAX_POINTER_CHARACTERS = 100_000;

  private final String in;
  private final String prefix;
  private final Map<String, FieldError> byPointer = new LinkedHashMap<>();
  private final Set<String> alternatives = new HashSet<>();
  private int pointerCharacters;

  private FieldErrors(String in, String prefix) {
    this.in = in;
    this.prefix = prefix;
  }

  /** Everything that a schema finds, up to the bound of reported faults. */
  static List<Error> validate(Schema schema, JsonNode json) {
    BoundedErrorList errors = new BoundedErrorList();
    try {
      schema.validate(json, (ExecutionContext context) -> context.setErrors(errors));
    } catch (BoundReachedException e) {
      return errors;
    }
    return errors;
  }

  /** Stops validation at the bound. */
  private static final class BoundReachedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    BoundReachedException() {
      super("fault limit reached", null, false, false);
    }
  }

  private static final class BoundedErrorList extends ArrayList<Error> {
    private static final long serialVersionUID = 1L;

    @Override
    public boolean add(Error error) {
      if (size() >= MAX_FAULTS) {
        throw new BoundReachedException();
      }
      return super.add(error);
    }
  }

  /** The faults of a body, those of its text first. */
  static Collection<FieldError> ofBody(List<FieldError> textFaults, List<Error> found) {
    FieldErrors errors = new FieldErrors("body", "");
    textFaults.forEach(errors::add);
    found.forEach(errors::add);
    // A value that cannot be stored is reported as such, whatever else is wrong with it.
    textFaults.forEach(fault -> errors.byPointer.replace(fault.pointer(), fault));
    errors.dropConsequences();
    return errors.byPointer.values();
  }

  /** The fault of a parameter; at most one is reported. */
  static @Nullable FieldError ofParameter(ContractParameter parameter, List<Error> found) {
    FieldErrors errors = new FieldErrors(parameter.in(), "");
    found.forEach(errors::add);
    return errors.byPointer.values().stream()
        .findFirst()
        .map(first -> errors.withPointer("/" + parameter.in() + "/" + parameter.name(), first))
        .orElse(null);
  }

  private FieldError withPointer(String pointer, FieldError error) {
    return new FieldError(
        pointer, in, error.code(), error.message(), error.input(), error.context());
  }

  private void add(Error error) {
    if (!isWithinBounds(byPointer.size(), pointerCharacters)) {
      return;
    }
    if (error.getEvaluationPath().contains("anyOf") && !isFirstAlternative(error)) {
      return;
    }
    FieldCode code = FieldCode.of(error);
    Map<String, Object> context = code.context(error);
    add(
        new FieldError(
            prefix + pointer(error, code),
            in,
            code.wire(),
            code.message(error),
            code.showsInput() ? input(error.getInstanceNode()) : null,
            context));
  }

  /** If no alternative of an anyOf matches, one fault is reported. */
  private boolean isFirstAlternative(Error error) {
    String path = error.getEvaluationPath().toString();
    String alternative = path.substring(0, path.indexOf("anyOf"));
    return alternatives.add(alternative + " " + error.getInstanceLocation());
  }

  static boolean isWithinBounds(int faults, int lengthOfPointers) {
    return faults < MAX_FAULTS && lengthOfPointers < MAX_POINTER_CHARACTERS;
  }

  private void add(FieldError error) {
    if (!isWithinBounds(byPointer.size(), pointerCharacters)) {
      return;
    }
    pointerCharacters += error.pointer().length();
    byPointer.merge(
        error.pointer(),
        error,
        (first, second) ->
            FieldCode.rank(second.code()) < FieldCode.rank(first.code()) ? second : first);
  }

  /**
   * Drops faults of an array that follow from faults of its items, such as contacts without a phone
   * because an item lacks its channel.
   */
  private void dropConsequences() {
    List<String> containers = new ArrayList<>();
    for (FieldError error : byPointer.values()) {
      if (error.code().equals(FieldCode.INCONSISTENT.wire()) && hasBrokenItem(error.pointer())) {
        containers.add(error.pointer());
      }
    }
    containers.forEach(byPointer::remove);
  }

  private boolean hasBrokenItem(String container) {
    return byPointer.values().stream()
        .filter(error -> error.pointer().startsWith(container + "/"))
        .anyMatch(error -> FieldCode.rank(error.code()) <= FieldCode.rank(FieldCode.TYPE.wire()));
  }

  private static String pointer(Error error, FieldCode code) {
    StringBuilder pointer = new StringBuilder();
    NodePath path = error.getInstanceLocation();
    for (int position = 0; position < path.getNameCount(); position++) {
      pointer.append('/').append(escape(path.getElement(position).toString()));
    }
    String property = error.getProperty();
    if (property != null && code.isOfMember()) {
      pointer.append('/').append(escape(property));
    }
    return pointer.toString();
  }

  /** A reference token of RFC 6901. */
  static String escape(String name) {
    return name.replace("~", "~0").replace("/", "~1");
  }

  /** A scalar as it was sent, shortened; null for containers. */
  static @Nullable Object input(@Nullable JsonNode value) {
    if (value == null || value.isContainerNode() || value.isNull()) {
      return null;
    }
    if (value.isBoolean()) {
      return value.booleanValue();
    }
    if (value.isNumber()) {
      return new BigDecimal(value.asText());
    }
    return shortened(value.asText());
  }

  public static String shortened(String text) {
    int length = text.codePointCount(0, text.length());
    return length <= MAX_INPUT_CHARACTERS
        ? text
        : text.substring(0, text.offsetByCodePoints(0, MAX_INPUT_CHARACTERS));
  }
}
