package eu.callorders.client.files;

import java.util.List;

/**
 * The beginning of a CSV file.
 *
 * @param columns their names
 * @param rows the first ones, each with its cells, long ones cut
 */
public record FileHead(List<String> columns, List<List<String>> rows) {}
