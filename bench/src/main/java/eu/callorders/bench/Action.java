package eu.callorders.bench;

/** Something that a driver does. */
public interface Action {
  void run() throws Exception;
}
