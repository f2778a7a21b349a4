package eu.callorders.server.admin;

import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.server.admin.SubjectExportSections.Reader;
import eu.callorders.server.admin.SubjectExportSections.Section;
import eu.callorders.server.database.Database;
import eu.callorders.server.http.BodyParts;
import eu.callorders.server.json.Json;
import eu.callorders.server.list.Cursors.Position;
import eu.callorders.server.list.ExportPage;
import eu.callorders.server.time.Timestamps;
import io.vertx.core.Future;
import java.time.Instant;
import java.util.Collections;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/** The data of a subject as one JSON object, read in pages with one transaction each. */
final class SubjectExport extends BodyParts {
  private final Database database;
  private final Iterator<Section> sections;
  private final String head;
  private Iterator<Reader> readers = Collections.emptyIterator();
  private @Nullable Reader reader;
  private @Nullable Position after;
  private boolean started;
  private boolean finished;
  private boolean firstItem;

  SubjectExport(
      Database database, SubjectRecords records, AdminSubject subject, Instant exportedAt) {
    this.database = database;
    String object =
        Json.object()
            .put("subject_reference", subject.reference())
            .put("exported_at", Timestamps.format(exportedAt))
            .toString();
    this.head = object.substring(0, object.length() - 1);
    this.sections = new SubjectExportSections(records, subject, exportedAt).all().iterator();
  }

  @Override
  public Future<@Nullable String> next() {
    if (finished) {
      return Future.succeededFuture(null);
    }
    StringBuilder text = new StringBuilder();
    if (!started) {
      started = true;
      text.append(head);
    }
    Reader current = reader;
    if (current == null) {
      if (!sections.hasNext()) {
        finished = true;
        return Future.succeededFuture(text.append('}').toString());
      }
      Section section = sections.next();
      readers = section.readers().get().iterator();
      current = readers.next();
      reader = current;
      firstItem = true;
      text.append(",\"").append(section.name()).append("\":[");
    }
    Reader present = current;
    return database
        .asWorker(connection -> present.read(connection, after))
        .map(page -> append(text, page));
  }

  private String append(StringBuilder text, ExportPage page) {
    for (ObjectNode item : page.items()) {
      if (!firstItem) {
        text.append(',');
      }
      firstItem = false;
      text.append(item);
    }
    after = page.last();
    if (after == null) {
      reader = readers.hasNext() ? readers.next() : null;
    }
    if (reader == null) {
      text.append(']');
    }
    return text.toString();
  }
}
