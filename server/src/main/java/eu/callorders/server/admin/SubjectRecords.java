package eu.callorders.server.admin;

import eu.callorders.server.call.CallView;
import eu.callorders.server.enrollment.EnrollmentExport;
import eu.callorders.server.order.OrderStore;
import eu.callorders.server.order.OrderView;
import eu.callorders.server.signal.SignalExport;

public record SubjectRecords(
    OrderStore orders,
    OrderView orderView,
    CallView callView,
    SignalExport signals,
    EnrollmentExport enrollments) {}
