package eu.callorders.console.order;

import eu.callorders.console.api.Problem;
import eu.callorders.console.form.Fields;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The values of an order form and the errors of its fields. */
final class OrderForm extends Fields<OrderField> {
  private static final Pattern ELEMENT_POINTER = Pattern.compile("/([0-9]{1,6})(?:$|/)([^/]*).*");

  OrderForm(List<OrderField> fields) {
    super(fields);
  }

  /** Prefixes an error of a list field with the number of its line. */
  @Override
  protected String message(OrderField field, Problem.FieldError fault) {
    boolean isList = field.kind() == OrderField.Kind.CALL_TIMES && field.contains(fault.pointer());
    Matcher element =
        ELEMENT_POINTER.matcher(isList ? fault.pointer().substring(field.pointer().length()) : "");
    String message = super.message(field, fault);
    if (!element.matches()) {
      return message;
    }
    String member = element.group(2).isEmpty() ? "" : " (" + element.group(2) + ")";
    return Integer.parseInt(element.group(1)) + 1 + member + ": " + message;
  }

  @Override
  protected Optional<OrderField> fieldFor(String pointer) {
    Stream<OrderField> containing = fields().stream().filter(field -> field.contains(pointer));
    return containing
        .findFirst()
        .or(() -> fields().stream().filter(field -> field.isPartOf(pointer)).findFirst());
  }
}
