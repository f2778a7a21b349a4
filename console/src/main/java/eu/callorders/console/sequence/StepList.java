package eu.callorders.console.sequence;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.api.Json;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;
import org.jspecify.annotations.Nullable;

/** The steps of a sequence that is edited. */
final class StepList {
  static final int MAX_STEPS = 20;

  /** A removed step and where it was. */
  record Removed(int index, StepForm form) {}

  private final StepFormats formats;
  private final Runnable onChange;
  private final ObservableList<StepForm> forms = FXCollections.observableArrayList();
  private final ObservableList<StepForm> shown = FXCollections.unmodifiableObservableList(forms);
  private final ReadOnlyObjectWrapper<@Nullable Removed> removed = new ReadOnlyObjectWrapper<>();

  /**
   * @param onChange called after every change of a step or of their order
   */
  StepList(StepFormats formats, Runnable onChange) {
    this.formats = formats;
    this.onChange = onChange;
  }

  /** In their order. */
  ObservableList<StepForm> forms() {
    return shown;
  }

  /** Shows these steps and discards all input. */
  void show(JsonNode steps) {
    removed.set(null);
    forms.setAll(Json.list(steps, step -> observed(new StepForm(step, formats))));
    onChange.run();
  }

  private StepForm observed(StepForm form) {
    form.fields().forEach(field -> form.value(field).addListener(ignored -> onChange.run()));
    return form;
  }

  boolean isFull() {
    return forms.size() >= MAX_STEPS;
  }

  /** Appends a step of that type with an identifier that no other has. */
  StepForm add(String type) {
    StepForm form = observed(StepForm.ofType(type, formats));
    form.value(StepField.ID).set(freeId(type.equals(StepForm.WAIT) ? "wait_" : "call_"));
    forms.add(form);
    onChange.run();
    return form;
  }

  private String freeId(String prefix) {
    List<String> taken = forms.stream().map(form -> form.text(StepField.ID)).toList();
    return IntStream.rangeClosed(1, forms.size() + 1)
        .mapToObj(number -> prefix + number)
        .filter(id -> !taken.contains(id))
        .findFirst()
        .orElseThrow();
  }

  /** Moves a step by that many places, if there is such a place. */
  void move(StepForm form, int places) {
    int from = forms.indexOf(form);
    int to = from + places;
    if (from >= 0 && to >= 0 && to < forms.size()) {
      List<StepForm> moved = forms.stream().filter(it -> it != form).collect(Collectors.toList());
      moved.add(to, form);
      forms.setAll(moved);
      onChange.run();
    }
  }

  void remove(StepForm form) {
    removed.set(new Removed(forms.indexOf(form), form));
    forms.remove(form);
    onChange.run();
  }

  /** Puts the step that was removed last back to its place; null if there is none. */
  @Nullable StepForm restore() {
    Removed last = removed.get();
    if (last == null || isFull()) {
      return null;
    }
    removed.set(null);
    forms.add(Math.min(last.index(), forms.size()), last.form());
    onChange.run();
    return last.form();
  }

  /** The step that was removed last; null for none. */
  ReadOnlyObjectProperty<@Nullable Removed> removed() {
    return removed.getReadOnlyProperty();
  }

  /** Marks what is unreadable; whether nothing is. */
  boolean check() {
    List<Boolean> readable = forms.stream().map(StepForm::check).toList();
    return !readable.contains(false);
  }

  boolean isUnchanged(JsonNode steps) {
    return forms.size() == steps.size()
        && IntStream.range(0, forms.size())
            .allMatch(index -> forms.get(index).isUnchanged(steps.path(index)));
  }
}
