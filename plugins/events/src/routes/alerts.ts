import { Type as T } from 'typebox'
import { closedObject, type Routes } from '@linecard/plugin-kit'
import { AlertmanagerBody } from '../alerts/body.ts'
import { ingest } from '../alerts/ingest.ts'
import type { Events } from '../setup.ts'

const Ingested = closedObject(
  {
    opened: T.Integer(),
    resolved: T.Integer(),
    ignored: T.Integer({ description: 'Known already, older than what is known, or without a time' }),
    truncated: T.Integer({ description: 'Alerts that Alertmanager left out of its message' }),
  },
  { examples: [{ opened: 1, resolved: 0, ignored: 0, truncated: 0 }] },
)

export function alertRoutes(declare: Routes, { ctx }: Events): void {
  declare.post(
    '/system/alertmanager-webhook',
    {
      operationId: 'events.alertmanager.webhook',
      scope: 'group',
      tag: 'events',
      summary: 'Receives the alerts of Alertmanager',
      description:
        'Body of its webhook, version 4. An alert is known by its fingerprint and begin, so the same ' +
        'message twice changes nothing; one that is resolved ends its event. `dev_id` or `ip` tells the ' +
        'device, `iface_id` (bind key), `interface_id` or `iface_name` the interface.',
      permission: 'events_ingest',
      action: 'events:alerts',
      body: AlertmanagerBody,
      bodyLimit: 16 * 1024 * 1024,
      response: Ingested,
    },
    ({ caller, body }) => ingest(ctx, caller, body),
  )
}
