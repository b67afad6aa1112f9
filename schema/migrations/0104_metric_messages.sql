-- Endpoints can no longer ask for messages about billable metrics: none are sent.
update webhook_endpoints
set event_types = array(
  select kind from unnest(event_types) with ordinality as listed (kind, place)
  where kind not in ('billable_metric.created', 'billable_metric.updated', 'billable_metric.deleted')
  order by place)
where event_types && array['billable_metric.created', 'billable_metric.updated', 'billable_metric.deleted'];
