package eu.callorders.bench.crash;

import java.nio.file.Path;

/** The database of a deployment. */
public interface DatabaseUnderTest extends AutoCloseable {
  /** The value of CALLORDERS_DATABASE_URL. */
  String serviceUrl();

  /** The value of CALLORDERS_DATABASE_MIGRATION_URL. */
  String ownerUrl();

  @Override
  void close();

  interface Factory {
    /** One that accepts connections and has its data below the directory. */
    DatabaseUnderTest start(Path directory) throws Exception;
  }
}
