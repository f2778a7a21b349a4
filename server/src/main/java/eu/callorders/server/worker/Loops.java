package eu.callorders.server.worker;

import eu.callorders.server.concurrent.LoopActivity;
import io.vertx.core.Vertx;
import io.vertx.core.shareddata.LocalMap;
import java.util.Comparator;
import java.util.List;

/** Registry of the loops on a Vert.x instance. */
public final class Loops {
  private Loops() {}

  /** The activities of all loops, by name. */
  public static List<LoopActivity> of(Vertx vertx) {
    return map(vertx).values().stream().sorted(Comparator.comparing(LoopActivity::name)).toList();
  }

  public static void add(Vertx vertx, String key, LoopActivity activity) {
    map(vertx).put(key, activity);
  }

  public static void remove(Vertx vertx, String key) {
    map(vertx).remove(key);
  }

  private static LocalMap<String, LoopActivity> map(Vertx vertx) {
    return vertx.sharedData().getLocalMap("loops");
  }
}
