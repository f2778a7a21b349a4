package eu.callorders.console.signal;

import eu.callorders.console.form.NewResourceView;
import eu.callorders.console.ui.ActionDialog;
import eu.callorders.console.ui.Labels;
import eu.callorders.console.ui.ScreenContext;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The form of a new signal, shown beside the list. It asks before it sends. */
final class NewSignalView extends NewResourceView<SignalField> {
  private final NewSignalViewModel model;
  private final ScreenContext context;

  NewSignalView(NewSignalViewModel model, ScreenContext context, Runnable onClose) {
    super(model, model.form, model.types, onClose);
    this.model = model;
    this.context = context;
    loadForm();
    addSection(
        "section.signal",
        List.of(
            SignalField.SIGNAL_TYPE,
            SignalField.SUBJECT_REFERENCE,
            SignalField.OCCURRED_AT,
            SignalField.DEDUPE_KEY));
    fields.getChildren().add(Labels.wrapped(texts.get("new.optional"), "timeline-time"));
    addSection("section.claim", SignalField.CONTEXT);
    addSection("section.person", SignalField.SUBJECT);
    addFields(List.of(SignalField.PHONE));
    addSection("section.compliance_basis", SignalField.COMPLIANCE_BASIS);
    addSection("section.metadata", List.of(SignalField.METADATA));
  }

  void onShown() {
    model.loadTypes();
    rows.focus();
  }

  @Override
  protected void submit() {
    if (model.outcomeUnknown.get() || (model.isReady() && confirm())) {
      model.send();
    }
  }

  private boolean confirm() {
    String type = model.form.text(SignalField.SIGNAL_TYPE);
    String reference = model.form.text(SignalField.SUBJECT_REFERENCE);
    String person = context.names().ofSubject(reference).getValue().text();
    return new ActionDialog(window(), texts, "send", type, person).effect(effect(type)).confirm();
  }

  private String effect(String type) {
    return Stream.of(
            texts.get(SignalTypes.PLATFORM.contains(type) ? "send.ends_all" : "send.ends"),
            SignalTypes.OF_CLAIMS.contains(type) ? texts.get("send.claim") : "",
            starts(type),
            texts.get("send.final"))
        .filter(sentence -> !sentence.isEmpty())
        .collect(Collectors.joining(" "));
  }

  private String starts(String type) {
    return model
        .known()
        .map(known -> String.join(", ", known.startedBy(type)))
        .map(
            keys -> keys.isEmpty() ? texts.get("send.starts_none") : texts.get("send.starts", keys))
        .orElse(texts.get("send.starts_unknown"));
  }
}
