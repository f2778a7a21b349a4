package eu.callorders.console.ui;

import eu.callorders.console.session.LiveEvents;
import eu.callorders.console.session.Session;
import eu.callorders.console.work.BackgroundExecutor;

/**
 * Everything that a screen is given.
 *
 * @param events what happens at the service; nothing comes without {@code events:read}
 */
public record ScreenContext(
    Session session,
    BackgroundExecutor background,
    LiveEvents events,
    Settings settings,
    Navigation navigation) {}
