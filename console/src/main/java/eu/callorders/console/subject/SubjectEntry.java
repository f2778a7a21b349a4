package eu.callorders.console.subject;

import eu.callorders.console.ui.Link;
import eu.callorders.console.ui.StatusBadge;
import java.util.List;

/**
 * A resource that names a person.
 *
 * @param status translated; empty for none
 * @param details more facts; may be empty
 * @param calls those of an order, newest first
 */
record SubjectEntry(
    String status,
    StatusBadge.Tone tone,
    String title,
    String details,
    Link link,
    List<SubjectEntry> calls) {}
