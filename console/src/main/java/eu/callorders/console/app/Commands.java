package eu.callorders.console.app;

import eu.callorders.console.subject.SubjectsView;
import eu.callorders.console.ui.Feature;
import eu.callorders.console.ui.Link;
import eu.callorders.console.ui.SavedViews;
import eu.callorders.console.ui.Texts;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import javafx.scene.input.KeyEvent;

/** All commands of a session: runs those of a pressed key, and finds those that a text names. */
final class Commands {
  private final Texts texts;
  private final Screens screens;
  private final Function<String, SavedViews> views;
  private final List<Command> all;

  /**
   * @param views those of the screen with that identifier
   * @param others besides those of the screens
   */
  Commands(Texts texts, Screens screens, Function<String, SavedViews> views, List<Command> others) {
    this.texts = texts;
    this.screens = screens;
    this.views = views;
    this.all = Stream.concat(screens.commands().stream(), others.stream()).toList();
  }

  List<Command> all() {
    return all;
  }

  void onKey(KeyEvent key) {
    all.stream()
        .filter(command -> command.isOf(key))
        .findFirst()
        .ifPresent(
            command -> {
              key.consume();
              command.action().run();
            });
  }

  /**
   * The resource with that identifier, commands and saved views whose titles contain all words, the
   * orders of the person with that reference, and a search for persons.
   */
  List<Command> find(String text) {
    Optional<String> entered = Optional.of(text).filter(typed -> !typed.isEmpty());
    Optional<Link> orders =
        entered.map(typed -> Link.filtered("orders", "subject_reference", typed));
    Optional<Link> persons = entered.map(typed -> Link.filtered(SubjectsView.ID, "search", typed));
    return Stream.of(
            open(screens.linkTo(text), "palette.open", text),
            Stream.concat(all.stream(), savedViews()).filter(command -> command.matches(text)),
            open(orders, "palette.person", text),
            open(persons, "palette.find_person", text))
        .flatMap(Function.identity())
        .toList();
  }

  /** Opens what an identifier names; otherwise says why not. */
  Optional<String> open(String identifier) {
    Optional<Link> target = screens.linkTo(identifier);
    target.ifPresent(screens::go);
    return target.isEmpty()
        ? Optional.of(texts.get("link.unknown"))
        : target.flatMap(screens::missing);
  }

  private Stream<Command> savedViews() {
    return screens.allowed().stream()
        .flatMap(feature -> views.apply(feature.id()).names().stream().map(view(feature)));
  }

  private Function<String, Command> view(Feature feature) {
    return name ->
        Command.of(
            texts.get("palette.view", name, feature.title()),
            null,
            () -> screens.go(Link.toView(feature.id(), name)));
  }

  private Stream<Command> open(Optional<Link> target, String title, String text) {
    return target
        .filter(link -> screens.missing(link).isEmpty())
        .map(link -> Command.of(texts.get(title, text), null, () -> screens.go(link)))
        .stream();
  }
}
