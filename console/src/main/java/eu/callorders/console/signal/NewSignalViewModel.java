package eu.callorders.console.signal;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.console.api.Query;
import eu.callorders.console.api.Scope;
import eu.callorders.console.form.JsonFieldConverter;
import eu.callorders.console.form.NewResourceViewModel;
import eu.callorders.console.session.Session;
import eu.callorders.console.work.BackgroundExecutor;
import eu.callorders.console.work.IdempotentPost;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;

/** A new signal, with suggestions for its type. */
final class NewSignalViewModel extends NewResourceViewModel<SignalField> {
  /** Fields that keep their value for the next signal, or get another one by themselves. */
  private static final Set<SignalField> RETAINED_FIELDS =
      Set.of(SignalField.DEDUPE_KEY, SignalField.CURRENCY, SignalField.BASIS);

  private static final int MAX_SEQUENCES = 200;

  /** 48 random bits, and a key that its field shows whole. */
  private static final int KEY_LENGTH = 13;

  private final BackgroundExecutor background;
  private final Session session;
  final SignalForm form;
  final ObservableList<String> types = FXCollections.observableArrayList(SignalTypes.PLATFORM);
  private Optional<SignalTypes> known = Optional.empty();

  NewSignalViewModel(
      BackgroundExecutor background,
      Session session,
      JsonFieldConverter converter,
      Consumer<JsonNode> onSent) {
    SignalForm form = new SignalForm(converter);
    super(new IdempotentPost(background, session.api()), form, RETAINED_FIELDS, onSent);
    this.form = form;
    this.background = background;
    this.session = session;
    form.value(SignalField.CURRENCY).set("EUR");
    form.value(SignalField.BASIS).set("invoice");
    startOver();
  }

  /** Loads the types that sequences name; a failure is ignored since the type can be typed. */
  void loadTypes() {
    if (session.may(Scope.CONFIG_READ)) {
      background.run(
          () -> session.api().firstRows("/v1/sequences", Query.none(), MAX_SEQUENCES),
          page -> suggestTypes(SignalTypes.of(page.rows())),
          ignored -> {});
    }
  }

  private void suggestTypes(SignalTypes loaded) {
    known = Optional.of(loaded);
    List<String> names = loaded.names();
    if (!names.equals(types)) {
      String typed = form.text(SignalField.SIGNAL_TYPE);
      types.setAll(names);
      form.value(SignalField.SIGNAL_TYPE).set(typed); // a list clears its field with its items
    }
  }

  /** What the active sequences say about types; empty while it is unknown. */
  Optional<SignalTypes> known() {
    return known;
  }

  @Override
  protected String path() {
    return SignalsViewModel.PATH;
  }

  @Override
  protected Optional<ObjectNode> body() {
    return form.newSignal();
  }

  /** The next signal has another key. */
  @Override
  public void startOver() {
    super.startOver();
    String random = UUID.randomUUID().toString().substring(0, KEY_LENGTH);
    form.value(SignalField.DEDUPE_KEY).set("console-" + random);
  }

  boolean maySend() {
    return session.may(Scope.ORDERS_WRITE);
  }
}
