package eu.callorders.client.bulk;

/** Is notified of each row; called by many threads. */
public interface ImportProgress {
  ImportProgress NONE =
      new ImportProgress() {
        @Override
        public void checked(ImportRow row, RowFault fault) {}

        @Override
        public void planned(ImportPlan plan) {}

        @Override
        public void sent(ImportRow row, String orderId) {}

        @Override
        public void refused(ImportRow row, RowFault refusal) {}
      };

  /** The check has found a fault; the row will not be sent. */
  void checked(ImportRow row, RowFault fault);

  /** All rows are checked, none is sent yet. */
  void planned(ImportPlan plan);

  /** A row is an order now. */
  void sent(ImportRow row, String orderId);

  /** The service has refused a row, or has an order of its earlier content. */
  void refused(ImportRow row, RowFault refusal);
}
