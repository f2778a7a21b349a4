package eu.callorders.bench.cluster;

import eu.callorders.bench.ProcessUsage;
import eu.callorders.bench.crash.Deployment;
import eu.callorders.bench.crash.ServiceNode;
import java.io.IOException;

/** Microseconds of processor time of all nodes of a deployment, and of its PostgreSQL. */
record ClusterUsage(double nodes, double database) {
  private static final double MICROS = 1e6;

  static ClusterUsage of(Deployment deployment) throws IOException {
    double nodes =
        deployment.nodes.stream().mapToLong(ServiceNode::pid).mapToDouble(ProcessUsage::cpu).sum();
    double database = ProcessUsage.cpuOfFamily(deployment.postgres().postmaster());
    return new ClusterUsage(nodes * MICROS, database * MICROS);
  }

  ClusterUsage until(ClusterUsage end) {
    return new ClusterUsage(end.nodes - nodes, end.database - database);
  }
}
