import { Type as T, type Static } from 'typebox'
import { closedObject, idOf, messageKinds, nullable, text, Time, freeObject } from '@linecard/plugin-kit'

const kind = T.Enum([...messageKinds], {
  description:
    'alert: an event began; resolved: it is over; notification: an action, or a message of a person',
})
const channel = T.String({ pattern: '^[a-z][a-z0-9_]{0,39}$', description: 'Type of the channel' })
const templateText = (description: string) => text(20_000, { description })

const word = (description: string) => T.String({ maxLength: 40, description })
/** Which template; an unknown one is 404. */
export const TemplateParams = closedObject({
  channel: word('Type of the channel: email'),
  kind: word('alert, resolved or notification'),
})

export const TemplateBody = closedObject({
  text: nullable(templateText('Handlebars with `event` and `action`; null: that of the channel again')),
})

export const PreviewBody = closedObject({
  channel,
  kind,
  text: T.Optional(templateText('Absent: the present template')),
  event_id: T.Optional(idOf('an event that the template is shown with; absent: an invented one')),
})
export type PreviewBody = Static<typeof PreviewBody>

export const TemplateView = closedObject(
  {
    channel: T.String(),
    kind,
    text: T.String(),
    standard: T.Boolean({ description: 'It is that of the channel' }),
    updated_at: nullable(Time),
    updated_by: nullable(T.String()),
  },
  {
    $id: 'notifications.Template',
    description: 'How a message is written',
    examples: [
      {
        channel: 'telegram',
        kind: 'alert',
        text: '<b>{{event.annotation}}</b>',
        standard: false,
        updated_at: '2026-03-02T10:00:00.000Z',
        updated_by: 'noc',
      },
    ],
  },
)
export type TemplateView = Static<typeof TemplateView>

export const PreviewView = closedObject(
  {
    subject: T.String(),
    body: T.String({ description: 'As it is sent' }),
    plain: T.String({ description: 'The same without tags' }),
    variables: freeObject('What the template saw'),
  },
  {
    $id: 'notifications.Preview',
    description: 'A message as it would be sent',
    examples: [
      {
        subject: '[CRITICAL] Fibre cut below pon0/1 (olt-north)',
        body: '<b>Fibre cut below pon0/1</b>',
        plain: 'Fibre cut below pon0/1',
        variables: { event: { id: 1042, name: 'fiber_cut' }, action: null },
      },
    ],
  },
)
