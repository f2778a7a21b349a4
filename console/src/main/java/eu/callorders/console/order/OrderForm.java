package eu.callorders.console.order;

import eu.callorders.console.api.Problem;
import eu.callorders.console.form.Fields;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** An order as it is filled in, and what the service has against it. */
final class OrderForm extends Fields<OrderField> {
  private static final Pattern PLACE = Pattern.compile("/([0-9]{1,6})(?:$|/)([^/]*).*");

  OrderForm(List<OrderField> fields) {
    super(fields);
  }

  /** Where a field has several lines, the one that it is about comes first. */
  @Override
  protected String said(OrderField field, Problem.Fault fault) {
    boolean lines = field.kind() == OrderField.Kind.CALL_TIMES && field.holds(fault.pointer());
    Matcher place = PLACE.matcher(lines ? fault.pointer().substring(field.pointer().length()) : "");
    String words = super.said(field, fault);
    if (!place.matches()) {
      return words;
    }
    String member = place.group(2).isEmpty() ? "" : " (" + place.group(2) + ")";
    return Integer.parseInt(place.group(1)) + 1 + member + ": " + words;
  }

  @Override
  protected Optional<OrderField> guilty(String pointer) {
    Stream<OrderField> inside = fields().stream().filter(field -> field.holds(pointer));
    return inside
        .findFirst()
        .or(() -> fields().stream().filter(field -> field.isBelow(pointer)).findFirst());
  }
}
