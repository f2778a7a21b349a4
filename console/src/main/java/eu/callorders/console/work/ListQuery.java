package eu.callorders.console.work;

import java.util.Comparator;
import java.util.function.Predicate;

/**
 * What a list contains.
 *
 * @param source loads its pages
 * @param matches whether the source lists a row
 * @param order of the rows in the source
 */
public record ListQuery<T>(PagedRows.Source<T> source, Predicate<T> matches, Comparator<T> order) {}
