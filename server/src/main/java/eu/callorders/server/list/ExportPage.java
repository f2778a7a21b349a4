package eu.callorders.server.list;

import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.server.list.Cursors.Position;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A page of an export list.
 *
 * @param last the position of the last row read; null after the last page
 */
public record ExportPage(List<ObjectNode> items, @Nullable Position last) {

  public static ExportPage of(List<ObjectNode> items, @Nullable Position last) {
    return new ExportPage(items, last);
  }
}
