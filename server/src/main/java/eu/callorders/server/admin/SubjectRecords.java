package eu.callorders.server.admin;

import eu.callorders.server.call.CallView;
import eu.callorders.server.enrollment.EnrollmentExport;
import eu.callorders.server.order.OrderView;

public record SubjectRecords(
    OrderView orderView, CallView callView, EnrollmentExport enrollments) {}
