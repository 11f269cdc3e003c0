import { Type as T, type Static } from 'typebox'
import { unread } from '@linecard/plugin-kit'

const texts = (description: string) => T.Record(T.String(), T.Unknown(), { description })
const time = (description: string) => T.String({ maxLength: 64, description })

const Alert = T.Object(
  {
    status: T.Optional(T.Enum(['firing', 'resolved'])),
    labels: T.Optional(texts('`alertname`, `severity`, and what tells its device and interface')),
    annotations: T.Optional(texts('`summary` becomes the title, `description` the description')),
    startsAt: time('RFC 3339'),
    endsAt: T.Optional(time('RFC 3339; 0001-01-01T00:00:00Z while it fires')),
    generatorURL: unread,
    fingerprint: T.Optional(T.String({ maxLength: 128, description: 'The same for the same labels' })),
  },
  { additionalProperties: true, description: 'Other members are not read' },
)
export type Alert = Static<typeof Alert>

export const AlertmanagerBody = T.Object(
  {
    version: unread,
    groupKey: unread,
    truncatedAlerts: T.Optional(T.Number({ description: 'Alerts that Alertmanager left out' })),
    status: unread,
    receiver: unread,
    groupLabels: unread,
    commonLabels: unread,
    commonAnnotations: unread,
    externalURL: unread,
    alerts: T.Array(Alert, { maxItems: 20_000 }),
  },
  {
    additionalProperties: true,
    description: 'The webhook of Alertmanager, version 4. Other members are not read',
    examples: [
      {
        version: '4',
        groupKey: '{}:{alertname="iface_increase_in_errors"}',
        truncatedAlerts: 0,
        status: 'firing',
        receiver: 'linecard',
        groupLabels: { alertname: 'iface_increase_in_errors' },
        commonLabels: { severity: 'warning' },
        commonAnnotations: {},
        externalURL: 'http://alertmanager:9093',
        alerts: [
          {
            status: 'firing',
            labels: {
              alertname: 'iface_increase_in_errors',
              severity: 'warning',
              dev_id: '17',
              iface_id: '3',
            },
            annotations: { summary: 'Errors on 1/3', description: '41 errors in 15 minutes' },
            startsAt: '2026-03-02T10:00:00.000Z',
            endsAt: '0001-01-01T00:00:00Z',
            generatorURL: 'http://prometheus:9090/graph',
            fingerprint: 'c1e2a7b0d4f53a96',
          },
        ],
      },
    ],
  },
)
export type AlertmanagerBody = Static<typeof AlertmanagerBody>
