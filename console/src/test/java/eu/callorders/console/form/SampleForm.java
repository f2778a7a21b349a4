package eu.callorders.console.form;

import java.util.List;
import java.util.Optional;

/** A form for tests. */
final class SampleForm extends Fields<String> {
  static final String DISH = "dish";
  static final String NOTES = "notes";
  static final String SIZE = "size";

  SampleForm() {
    super(List.of(DISH, NOTES, SIZE));
  }

  @Override
  protected Optional<String> fieldFor(String pointer) {
    return fields().stream().filter(field -> pointer.equals("/" + field)).findFirst();
  }
}
