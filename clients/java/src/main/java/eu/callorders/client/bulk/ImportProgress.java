package eu.callorders.client.bulk;

/** Is notified of each row; called by many threads. */
public interface ImportProgress {
  ImportProgress NONE =
      new ImportProgress() {
        @Override
        public void checked(int row, String fault) {}

        @Override
        public void planned(ImportPlan plan) {}

        @Override
        public void sent(int row, String orderId, String problem) {}
      };

  /**
   * The check has found a fault; the row will not be sent.
   *
   * @param fault one sentence
   */
  void checked(int row, String fault);

  /** All rows are checked, none is sent yet. */
  void planned(ImportPlan plan);

  /**
   * A row was sent.
   *
   * @param orderId empty when it was refused
   * @param problem empty when it was accepted
   */
  void sent(int row, String orderId, String problem);
}
