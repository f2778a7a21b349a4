package eu.callorders.console.ui;

import eu.callorders.console.session.LiveEvents;
import eu.callorders.console.session.Session;
import eu.callorders.console.work.Background;
import java.util.Optional;

/**
 * Everything that a screen is given.
 *
 * @param events what happens at the service; empty without {@code events:read}
 */
public record Desk(
    Session session,
    Background background,
    Optional<LiveEvents> events,
    Settings settings,
    Navigation navigation) {}
