package eu.callorders.bench;

/** A measurement of a service of its own, through the API. */
abstract class ApiBench {
  final Server server = Server.start();
  final Api api;
  final BenchReport figures;

  ApiBench(String name, int connections) throws Exception {
    this.figures = new BenchReport(name);
    try {
      this.api = new Api(server.sandbox(), connections);
    } catch (RuntimeException e) {
      server.close();
      throw e;
    }
  }

  /** Where the JVM begins, in the class that bench/run names. */
  void main() throws Exception {
    try (server;
        api) {
      measure();
      figures.end();
    }
  }

  abstract void measure() throws Exception;
}
