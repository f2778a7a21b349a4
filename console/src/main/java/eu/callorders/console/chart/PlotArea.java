package eu.callorders.console.chart;

import javafx.geometry.Rectangle2D;

/**
 * Where a chart draws.
 *
 * @param bounds in pixels
 */
record PlotArea(Rectangle2D bounds, ValueAxis values) {
  double x(double position) {
    return bounds.getMinX() + position * bounds.getWidth();
  }

  double y(double value) {
    return bounds.getMaxY() - values.position(value) * bounds.getHeight();
  }
}
