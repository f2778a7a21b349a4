-- Which claim an attempt is about: a digest of its case number, else of its contract number, else of
-- its invoice number, else of the creditor's name. Some countries limit the calls to one person
-- about one claim, over all orders.
ALTER TABLE call_attempt ADD COLUMN claim uuid;

SELECT set_config('app.worker', 'on', true);
UPDATE call_attempt a
   SET claim = encode(substring(sha256(convert_to(c.name, 'UTF8')) FROM 1 FOR 16), 'hex')::uuid
  FROM (SELECT b.order_id,
               COALESCE(
                 'case_number:' || NULLIF(claim #>> '{reference,case_number}', ''),
                 'contract_number:' || NULLIF(claim #>> '{reference,contract_number}', ''),
                 'invoice_number:' || NULLIF(claim #>> '{reference,invoice_number}', ''),
                 'creditor_name:' || COALESCE(claim ->> 'creditor_name', '')) AS name
          FROM call_order_body b
         CROSS JOIN LATERAL (SELECT b.document #> '{context,claim}' AS claim) AS d) AS c
 WHERE c.order_id = a.order_id;
SELECT set_config('app.worker', '', true);

ALTER TABLE call_attempt ALTER COLUMN claim SET NOT NULL;
