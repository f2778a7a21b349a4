package eu.callorders.console.ui;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import javafx.scene.control.Label;
import javafx.scene.control.MenuButton;
import javafx.scene.control.MenuItem;
import javafx.scene.control.RadioMenuItem;
import javafx.scene.control.SeparatorMenuItem;
import javafx.scene.control.TextField;
import org.kordamp.ikonli.javafx.FontIcon;

/** Saves the filters, the search and the sorting of a list as views, and shows them again. */
@SuppressWarnings("NullAway.Init") // bind() sets what it shows
public final class SavedViewsMenu extends MenuButton {
  private final Texts texts = Texts.of(SavedViewsMenu.class);
  private final Label notice = Labels.wrapped("", "search-report");
  private SavedViews views;
  private ListInputs inputs;
  private PagedTable<?> table;
  private Navigation navigation;
  private Consumer<Runnable> filter;
  private boolean applying;

  /** The name of the view that is shown; empty for none. */
  private String shown = "";

  public SavedViewsMenu() {
    setId("views");
    setText(texts.get("views"));
    setAccessibleText(texts.get("views.menu"));
    setGraphic(new FontIcon("fth-bookmark"));
    setMinWidth(USE_PREF_SIZE);
    notice.setId("view-notice");
    setNotice("");
  }

  /**
   * @param list identifier of the screen
   * @param filterBy changes inputs and reloads the list
   */
  void bind(
      String list,
      ListInputs listInputs,
      PagedTable<?> shownTable,
      ScreenContext context,
      Consumer<Runnable> filterBy) {
    views = new SavedViews(context.settings(), context.session(), list);
    inputs = listInputs;
    table = shownTable;
    navigation = context.navigation();
    filter = filterBy;
    table.getChildren().addFirst(notice);
    inputs.onChange(this::inputsChanged);
    setOnShowing(ignored -> fill(list));
    fill(list);
  }

  private void inputsChanged() {
    if (!applying) {
      shown = "";
      setNotice("");
    }
  }

  private void setNotice(String text) {
    notice.setText(text);
    Visibility.set(notice, !text.isEmpty());
  }

  private void fill(String list) {
    views.reload();
    List<MenuItem> items = new ArrayList<>();
    for (String name : views.names()) {
      RadioMenuItem item = new RadioMenuItem(name);
      item.setMnemonicParsing(false);
      item.setSelected(name.equals(shown));
      item.setOnAction(ignored -> navigation.go(Link.toView(list, name)));
      items.add(item);
    }
    if (!items.isEmpty()) {
      items.add(new SeparatorMenuItem());
    }
    items.add(item("save", false, this::save));
    items.add(item("rename", shown.isEmpty(), this::rename));
    items.add(item("delete", shown.isEmpty(), this::delete));
    getItems().setAll(items);
  }

  private MenuItem item(String action, boolean disabled, Runnable onAction) {
    MenuItem item = new MenuItem(texts.get("views." + action));
    item.setId(action + "-view");
    item.setDisable(disabled);
    item.setOnAction(ignored -> onAction.run());
    return item;
  }

  /** Shows the view of that name; a sentence names what this version of the console skips. */
  void show(String name) {
    views.find(name).ifPresent(view -> show(name, view));
  }

  private void show(String name, SavedView view) {
    List<String> skipped = new ArrayList<>();
    applying = true;
    filter.accept(() -> skipped.addAll(inputs.setTexts(view.inputs())));
    skipped.addAll(RowSorter.sortBy(table.view(), view.sort()));
    applying = false;
    shown = name;
    setNotice(
        skipped.isEmpty() ? "" : texts.get("views.skipped", name, String.join(", ", skipped)));
  }

  private void save() {
    SavedView present = new SavedView(inputs.texts(), RowSorter.order(table.view()));
    ask("views.save", "", name -> views.save(name, present));
  }

  private void rename() {
    String before = shown;
    ask("views.rename", before, name -> views.rename(before, name));
  }

  /** Asks for a name, and says why one is not accepted. */
  private void ask(String action, String present, Consumer<String> done) {
    TextField name = new TextField(present);
    name.setId("view-name");
    Label label = Labels.wrapped(texts.get("views.name"), "timeline-time");
    label.setLabelFor(name);
    Label fault = Labels.wrapped("", "form-error");
    fault.setId("view-name-fault");
    fault
        .textProperty()
        .bind(
            name.textProperty()
                .map(typed -> views.fault(typed.strip(), present).map(texts::get).orElse("")));
    name.accessibleHelpProperty().bind(fault.textProperty());
    ActionDialog dialog =
        new ActionDialog(getScene().getWindow(), texts, action, present)
            .with(label, name, fault)
            .harmless()
            .focus(name);
    dialog.accept().disableProperty().bind(fault.textProperty().map(text -> !text.isEmpty()));
    if (dialog.confirm()) {
      shown = name.getText().strip();
      done.accept(shown);
    }
  }

  private void delete() {
    String name = shown;
    if (new ActionDialog(getScene().getWindow(), texts, "views.delete", name).danger().confirm()) {
      views.delete(name);
      shown = "";
    }
  }
}
