package eu.callorders.console.ui;

import eu.callorders.console.session.LiveEvents;
import eu.callorders.console.session.Session;
import eu.callorders.console.session.SubjectNames;
import eu.callorders.console.work.BackgroundExecutor;
import java.util.function.Consumer;

/**
 * What each screen gets; without {@code events:read} there are no events.
 *
 * @param browser opens a URL outside of the console
 */
public record ScreenContext(
    Session session,
    BackgroundExecutor background,
    LiveEvents events,
    SubjectNames names,
    Settings settings,
    Navigation navigation,
    FileChoice files,
    Consumer<String> browser) {}
