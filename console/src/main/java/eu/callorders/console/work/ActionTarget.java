package eu.callorders.console.work;

/**
 * The resource that an action concerns, taken before the operator is asked: when the action ends,
 * another resource may be shown.
 *
 * @param name as the question names it
 */
public record ActionTarget(String id, String name) {}
