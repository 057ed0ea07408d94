-- Customers with their last order, what they spent this year, and how they compare with their region.
WITH recent AS (
    SELECT orders.customer_id, orders.total, orders.placed
    FROM orders
    WHERE orders.placed >= '2021-01-01' AND orders.state <> 'cancelled'
),
spent AS (
    SELECT recent.customer_id, SUM(recent.total) AS amount, COUNT(*) AS orders
    FROM recent
    GROUP BY recent.customer_id
    HAVING COUNT(*) > 1
)
SELECT
    customers.name,
    customers.region,
    COALESCE(spent.amount, 0) AS amount,
    CASE WHEN spent.orders > 10 THEN 'often' WHEN spent.orders IS NULL THEN 'never' ELSE 'sometimes' END AS frequency,
    (SELECT MAX(orders.placed) FROM orders WHERE orders.customer_id = customers.id) AS last_order
FROM customers
LEFT JOIN spent ON spent.customer_id = customers.id
WHERE customers.region IN ('north', 'south')
  AND EXISTS (SELECT 1 FROM orders WHERE orders.customer_id = customers.id AND orders.total > 100)
  AND customers.name LIKE 'A%'
ORDER BY amount DESC, customers.name
LIMIT 20
